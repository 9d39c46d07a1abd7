// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the outcome of a check of a text, in words and at its lines.
#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTextBlock>

#include "base/reason_json.h"
#include "experiments/compiler_words.h"
#include "experiments/emulated_view.h"
#include "experiments/exercise_verdict.h"
#include "experiments/exercises.h"
#include "ui/experiments/kernel_editor/exercise_bar.h"
#include "ui/experiments/kernel_editor/kernel_check.h"
#include "ui/experiments/kernel_editor/kernel_tab.h"
#include "ui/form/experiment_form.h"
#include "ui/results/code_editor.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Reasons that end an emulation but say nothing against the text.
constexpr auto kUndecided =
    std::to_array<std::string_view>({"simt_unknown", "simt_too_large", "simt_launch_too_large",
                                     "simt_too_many_steps", "simt_stopped", "pool_rows_only"});
constexpr int kMostLines = 5;  ///< of remarks in view; the others are scrolled to

}  // namespace

void KernelTab::check() {
    m_checked = m_editor->toPlainText();
    m_compiles = true;
    if (const Exercise* exercise = m_exercise->exercise()) {
        tell(tr("It is compiled, then run thread by thread, without a GPU…"), "muted");
        m_check->setText(tr("Stop"));
        m_checker->beginExercise(
            {{"name", m_name.toStdString()}, {"text", m_checked->toStdString()}}, exercise->id);
        return;
    }
    std::string architecture;
    if (const auto& probe = m_context.session.probe(); probe)
        if (const std::string& capability = probe->gpu.compute_capability; !capability.empty())
            architecture = "sm_" + qs(capability).remove('.').toStdString();
    tell(tr("The compiler reads it…"), "muted");
    m_check->setText(tr("Stop"));
    m_checker->begin({{"name", m_name.toStdString()}, {"text", m_checked->toStdString()}},
                     architecture);
}

void KernelTab::stopCheck(const QString& why) {
    m_checker->cancel();
    m_checked.reset();
    m_check->setText(tr("Check"));
    tell(why, "muted");
}

/// Marks the verdict as outdated once the text has changed; the verdict can still be read. A change
/// of the words' colours leaves the text as it is.
void KernelTab::outdateCheck() {
    if (!m_checked || m_editor->toPlainText() == *m_checked) return;
    if (m_checker->isRunning())
        return stopCheck(tr("The text has changed, so the check was stopped."));
    m_checked.reset();
    enableButtons();
    tell(m_told->text() + '\n' + tr("The text has changed since then: check it again."), "muted");
}

void KernelTab::takeCheck(const KernelVerdict& verdict) {
    m_check->setText(tr("Check"));
    m_remarks->clear();
    std::map<int, bool> marks;
    if (verdict.compiled.is_object())
        for (const Json& remark : verdict.compiled.value("remarks", Json::array()))
            takeRemark(remark, marks);
    m_compiles = !verdict.compiled.is_object() || verdict.compiled.value("compiled", false);
    m_openclC = verdict.compiled.is_object() ? verdict.compiled.value("opencl", Json()) : Json();
    enableButtons();
    if (m_exercise->exercise() != nullptr)
        tellExercise(verdict, marks);
    else
        tellVerdict(verdict, marks);
    m_remarks->setVisible(m_remarks->count() > 0);
    fitRemarks();
    m_editor->setMarks(std::move(marks));
}

/// Shows a remark of the compiler: what it means, where that is known, and the compiler's own
/// words, which students look up.
void KernelTab::takeRemark(const Json& remark, std::map<int, bool>& marks) {
    const std::string text = remark.value("text", std::string());
    const auto why = remark.find("reason");
    const QString means = qs(why != remark.end() ? m_context.text.reason(reasonFromJson(*why))
                                                 : explainedRemark(text, m_context.text));
    const QString said = qs(text).section('\n', 0, 0).trimmed();
    addRemark(remark.value("line", 0), remark.value("error", true),
              means.isEmpty() ? said : means + " (" + said + ')', qs(text), marks);
}

void KernelTab::addRemark(int line, bool error, const QString& words, const QString& tip,
                          std::map<int, bool>& marks) {
    const QString shown = line > 0 ? tr("Line %1: %2").arg(line).arg(words) : words;
    // Of a name that a line has twice the compiler says the same twice.
    if (m_remarks->count() > 0 && m_remarks->item(m_remarks->count() - 1)->text() == shown) return;
    auto* item = new QListWidgetItem(shown, m_remarks);
    item->setData(kLineRole, line);
    item->setToolTip(tip);
    if (line > 0) marks[line] = marks[line] || error;
}

void KernelTab::fitRemarks() {
    const int line = fontMetrics().height() + 8;
    int height = 8;
    for (int row = 0; row < m_remarks->count(); ++row) height += m_remarks->sizeHintForRow(row);
    m_remarks->setFixedHeight(qBound(line + 8, height, kMostLines * line + 8));
}

void KernelTab::tellVerdict(const KernelVerdict& verdict, std::map<int, bool>& marks) {
    const Json& compiled = verdict.compiled;
    if (compiled.is_null()) return tell(qs(m_context.text.reason(*verdict.why)), "warning");
    const QString architecture = qs(compiled.value("architecture", std::string()));
    if (!compiled.value("compiled", false))
        return tell(tr("It does not compile for %1.").arg(architecture), "warning");
    if (verdict.why)
        return tell(tr("It compiles for %1, but it was not checked any further: %2")
                        .arg(architecture, qs(m_context.text.reason(*verdict.why))),
                    "warning");
    QStringList sizes;
    for (const Json& reply : verdict.emulated) {
        const Json& kernel = reply.at("kernels").at(0);
        sizes << qs(emulatedWhat(reply, m_context.text));
        takeNotes(kernel, marks);
        const QString printed = qs(kernel.value("printed", std::string())).trimmed();
        if (!printed.isEmpty() && &reply == &verdict.emulated.front())
            addRemark(0, false, tr("It prints: %1").arg(printed.section('\n', 0, 0)), printed,
                      marks);
        const auto why = kernel.find("reason");
        if (why != kernel.end()) return tellFault(reasonFromJson(*why), sizes.constLast(), marks);
    }
    QString words;
    if (const auto block = compiled.find("block"); block != compiled.end()) {
        const Json& tile = compiled.at("tile");
        words = tr("It compiles for %1: kernel %2, in blocks of %3 × %4 threads for %5 × %6 "
                   "elements.")
                    .arg(architecture, qs(compiled.value("kernel", std::string())))
                    .arg(block->at(0).get<int>())
                    .arg(block->at(1).get<int>())
                    .arg(tile.at(0).get<int>())
                    .arg(tile.at(1).get<int>());
    } else {
        words = tr("It compiles for %1: kernel %2, launched as its text says.")
                    .arg(architecture, qs(compiled.value("kernel", std::string())));
    }
    words += '\n';
    const bool known = std::ranges::all_of(verdict.emulated, [](const Json& reply) {
        return reply.at("kernels").at(0).contains("right");
    });
    if (sizes.isEmpty())
        words +=
            tr("The emulator does not know what this kernel is called with, so nothing more "
               "was checked.");
    else if (!known)
        words += tr("No fault was found where it was run thread by thread (%1), and the result is "
                    "the same with the threads in the opposite order. Whether it is right is not "
                    "known: a line “// result c[i]: …” in the text says what it should be.")
                     .arg(sizes.join("; "));
    else
        words += tr("It is right where it was run thread by thread (%1): every element, also with "
                    "the threads in the opposite order. Not checked: other sizes, how long it "
                    "takes, and the faster code that the compiler makes for a GPU.")
                     .arg(sizes.join("; "));
    tell(words, "body");
}

/// Says whether it is solved, and remembers it; else what is wrong, at its line.
void KernelTab::tellExercise(const KernelVerdict& verdict, std::map<int, bool>& marks) {
    if (verdict.why) {
        tell(qs(m_context.text.reason(*verdict.why)), "warning");
        const int line = verdict.why->args.value("line", 0);
        if (line > 0) addRemark(line, true, m_told->text(), m_told->text(), marks);
        return;
    }
    const Json& reply = verdict.exercise;
    const Json& kernel = reply.at("kernels").at(0);
    for (const Json& warning : kernel.value("warnings", Json::array())) takeRemark(warning, marks);
    QString words = qs(exerciseVerdict(reply, m_context.text));
    if (reply.value("solved", false)) {
        const std::string id = reply.value("exercise", std::string());
        if (const auto kept = SolvedExercises::standard().add(id); !kept)
            words = qs(m_context.text("exercise.not_kept",
                                      {{"why", m_context.text.reason(kept.error())}}));
        nameExercises();
        return tell(words, "body");
    }
    tell(words, "warning");
    const auto why = kernel.find("reason");
    const int line = why == kernel.end() ? 0 : reasonFromJson(*why).args.value("line", 0);
    if (line < 1) return;
    addRemark(line, true, m_editor->document()->findBlockByNumber(line - 1).text().trimmed(), words,
              marks);
    if (isVisible()) m_editor->goToLine(line);
}

/// Shows what was read of the text: which kernel, how it is launched, what is in its arrays.
void KernelTab::takeNotes(const Json& kernel, std::map<int, bool>& marks) {
    for (const Json& note : kernel.value("notes", Json::array())) {
        const Reason reason = reasonFromJson(note);
        const QString words = qs(m_context.text.reason(reason));
        addRemark(0, false, words, words, marks);
    }
}

void KernelTab::tellFault(const Reason& why, const QString& size, std::map<int, bool>& marks) {
    const QString words = qs(m_context.text.reason(why));
    const bool undecided = std::ranges::find(kUndecided, why.code) != kUndecided.end();
    tell((undecided ? tr("It compiles, but was not checked to the end (%1). %2")
                    : tr("It compiles, but is wrong (%1). %2"))
             .arg(size, words),
         "warning");
    const int line = why.args.value("line", 0);
    const QTextBlock at = m_editor->document()->findBlockByNumber(line - 1);
    if (line < 1 || !at.isValid()) return;
    addRemark(line, !undecided, at.text().trimmed(), words, marks);
    if (isVisible()) m_editor->goToLine(line);
}

}  // namespace duelo::ui
