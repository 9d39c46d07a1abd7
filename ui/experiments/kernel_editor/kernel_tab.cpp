// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/kernel_editor/kernel_tab.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"
#include "experiments/exercises.h"
#include "experiments/own_kernel.h"
#include "report/kernel_comments.h"
#include "report/view.h"
#include "ui/experiments/kernel_editor/exercise_bar.h"
#include "ui/experiments/kernel_editor/kernel_check.h"
#include "ui/experiments/kernel_editor/opencl_dialog.h"
#include "ui/form/experiment_form.h"
#include "ui/look/known_folders.h"
#include "ui/look/settings.h"
#include "ui/results/code_editor.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

/// Adds a value to those that a form's block has for an axis.
void addValue(Block& block, const Axis& axis, const Json& value) {
    std::vector<Json> values = valuesOf(axis, block);
    if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    block[axis.id] = std::move(values);
}

}  // namespace

std::vector<KernelText> gpuTexts(const Spec& spec) {
    std::vector<KernelText> texts;
    for (const KernelText& each : spec.view ? spec.view->texts : std::vector<KernelText>())
        if (each.text.find("__global__") != each.text.npos) texts.push_back(each);
    return texts;
}

KernelTab::KernelTab(const TabContext& context)
    : m_context(context),
      m_texts(gpuTexts(context.form.spec())),
      m_draft(QStringLiteral("kernel_") + qs(context.form.spec().id)),
      m_checker(new KernelCheck(context.session, context.form.spec().id, this)),
      m_exercise(new ExerciseBar(context.text)),
      m_from(new QComboBox),
      m_check(new QPushButton(tr("Check"))),
      m_add(new QPushButton(tr("Measure it too"))),
      m_opencl(new QPushButton(tr("In OpenCL C…"))),
      m_file(new QLabel),
      m_told(new QLabel),
      m_needs(new QLabel),
      m_editor(new CodeEditor),
      m_remarks(new QListWidget) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* tools = new QHBoxLayout;
    auto* from = new QLabel(tr("Begin with"));
    from->setBuddy(m_from);
    auto *open = new QPushButton(tr("Open…")), *save = new QPushButton(tr("Save as…"));
    for (QWidget* part : std::initializer_list<QWidget*>{from, m_from, open, save, m_opencl})
        tools->addWidget(part);
    tools->addStretch();
    column->addLayout(tools);
    auto* deeds = new QHBoxLayout;
    deeds->addWidget(m_file, 1);
    for (QWidget* part : {m_check, m_add}) deeds->addWidget(part);
    column->addLayout(deeds);
    for (QLabel* label : {m_file, m_told, m_needs}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    column->addWidget(m_exercise);
    column->addWidget(m_told);
    column->addWidget(m_needs);
    m_file->setProperty("role", "muted");
    m_needs->setProperty("role", "muted");
    column->addWidget(m_editor, 1);
    column->addWidget(m_remarks);
    m_remarks->hide();
    m_remarks->setWordWrap(true);
    m_remarks->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const std::pair<QWidget*, const char*> called[] = {
        {m_from, "beginWith"},     {m_check, "checkKernel"}, {m_add, "addKernel"},
        {m_editor, "kernelText"},  {m_remarks, "remarks"},   {m_told, "kernelTold"},
        {open, "openKernel"},      {save, "saveKernel"},     {m_needs, "kernelNeeds"},
        {m_opencl, "openclKernel"}};
    for (const auto& [widget, name] : called) widget->setObjectName(name);
    m_from->setAccessibleName(tr("Kernel that your own begins with"));
    m_editor->setAccessibleName(tr("Text of your own kernel"));
    m_remarks->setAccessibleName(tr("What the check found"));
    fillFrom();
    connect(m_from, &QComboBox::activated, this, [this](int at) {
        if (const QString id = m_from->itemData(at, kExerciseRole).toString(); !id.isEmpty())
            beginExercise(id);
        else if (at > 0)
            begin(at - 1);
    });
    connect(open, &QPushButton::clicked, this, [this] { askForFile(false); });
    connect(save, &QPushButton::clicked, this, [this] { askForFile(true); });
    connect(m_check, &QPushButton::clicked, this, [this] {
        if (m_checker->isRunning())
            stopCheck(tr("The check was stopped."));
        else
            check();
    });
    connect(m_checker, &KernelCheck::emulating, this, [this] {
        tell(tr("It compiles. Now it is run thread by thread, without a GPU…"), "muted");
    });
    connect(m_checker, &KernelCheck::ended, this, &KernelTab::takeCheck);
    connect(&context.session, &Session::canMeasureChanged, this, [this] {
        if (m_checker->isRunning() && m_context.session.isMeasuring())
            stopCheck(qs(m_context.text.reason({"run_in_progress"})));
    });
    connect(m_add, &QPushButton::clicked, this, &KernelTab::addToForm);
    connect(m_opencl, &QPushButton::clicked, this, &KernelTab::showOpenCl);
    connect(m_remarks, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        m_editor->goToLine(item->data(kLineRole).toInt());
    });
    connect(m_remarks, &QListWidget::itemClicked, m_remarks, &QListWidget::itemActivated);
    if (!m_texts.empty()) begin(0);
    if (const auto draft = parseJson(context.session.settings().state(m_draft).toStdString());
        draft && draft->is_object())
        setViewState(*draft);
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setInterval(kKeep_ms);
    connect(&m_keepTimer, &QTimer::timeout, this, &KernelTab::keepDraft);
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_keepTimer.isActive()) m_keepTimer.start();
        outdateCheck();
    });
}

KernelTab::~KernelTab() {
    if (m_keepTimer.isActive()) keepDraft();
}

void KernelTab::keepDraft() {
    m_keepTimer.stop();
    m_context.session.settings().setState(m_draft,
                                          QByteArray::fromStdString(jsonText(viewState())));
}

void KernelTab::begin(int kernel) {
    const KernelText& of = m_texts[static_cast<std::size_t>(kernel)];
    m_from->setCurrentIndex(kernel + 1);
    m_exercise->setExercise(nullptr);
    m_path.clear();
    showText(qs(textFor(of.text, m_context.text.language())), qs(of.kernel) + "_own.cu");
}

void KernelTab::fillFrom() {
    m_from->addItem(tr("(your text)"));
    for (const KernelText& each : m_texts)
        m_from->addItem(qs(m_context.text.word("kernel", each.kernel)));
    if (m_context.form.spec().id != kExercises) return;
    m_from->insertSeparator(m_from->count());
    for (const Exercise& one : exercises()) m_from->addItem(QString(), qs(one.id));
    nameExercises();
}

void KernelTab::nameExercises() {
    const auto solved = SolvedExercises::standard().all();
    for (int at = 0; at < m_from->count(); ++at) {
        const std::string id = m_from->itemData(at, kExerciseRole).toString().toStdString();
        const Exercise* one = findExercise(id);
        if (one == nullptr) continue;
        const QString title = qs(one->title.of(m_context.text.language()));
        m_from->setItemText(
            at, (solved.contains(id) ? tr("Exercise, solved: %1") : tr("Exercise: %1")).arg(title));
    }
}

void KernelTab::beginExercise(const QString& id) {
    const Exercise* exercise = findExercise(id.toStdString());
    if (exercise == nullptr) return;
    m_from->setCurrentIndex(m_from->findData(id, kExerciseRole));
    m_exercise->setExercise(exercise);
    m_path.clear();
    showText(qs(exercise->text(m_context.text.language())), id + ".cu");
}

void KernelTab::showExercises() {
    Q_EMIT frontWanted();
    if (m_exercise->exercise() != nullptr) return;
    const auto solved = SolvedExercises::standard().all();
    const auto open = std::ranges::find_if(
        exercises(), [&](const Exercise& one) { return !solved.contains(one.id); });
    beginExercise(qs(open == exercises().end() ? exercises().front().id : open->id));
}

/// By an edit like any other, so that undo brings back what stood there.
void KernelTab::showText(const QString& text, const QString& name) {
    QTextCursor all(m_editor->document());
    all.select(QTextCursor::Document);
    all.insertText(text);
    m_editor->moveCursor(QTextCursor::Start);
    setName(name);
    if (m_checker->isRunning()) stopCheck({});
    m_checked.reset();
    enableButtons();
    tell({}, "muted");
    m_remarks->hide();
}

void KernelTab::setName(const QString& name) {
    m_name = name;
    m_file->setText(m_path.isEmpty()
                        ? tr("%1, not kept in a file yet. The original stays as it is.").arg(name)
                        : QDir::toNativeSeparators(m_path));
}

QString KernelTab::folder() const {
    return QDir(m_context.session.settings().resultsFolder()).filePath("kernels");
}

void KernelTab::askForFile(bool save) {
    const QString files = tr("Kernels (*.cu);;All files (*)");
    if (save) {
        QDir().mkpath(folder());
        const QString at = m_path.isEmpty() ? QDir(folder()).filePath(m_name) : m_path;
        const QString path = QFileDialog::getSaveFileName(this, tr("Save as…"), at, files);
        if (!path.isEmpty()) saveFile(path);
        return;
    }
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open…"), existingFolder(folder()), files);
    if (!path.isEmpty()) openFile(path);
}

void KernelTab::openFile(const QString& path) {
    Attachments read;
    const auto value = attachTyped(sourceAxis(), path.toStdString(), read);
    const auto why = value ? whyNotAttached(read) : std::optional(value.error());
    if (why) return tell(qs(m_context.text.reason(*why)), "warning");
    // A solution that was kept in a file is one of the exercise that it is opened at.
    if (m_exercise->exercise() == nullptr) m_from->setCurrentIndex(0);
    m_path = path;
    showText(qs(read.begin()->second.text()), QFileInfo(path).fileName());
}

void KernelTab::saveFile(const QString& path) {
    if (const auto written =
            writeWhole(m_editor->toPlainText().toStdString(), fromUtf8(path.toStdString()), true);
        !written)
        return tell(qs(m_context.text.reason(written.error())), "warning");
    m_path = path;
    setName(QFileInfo(path).fileName());
    keepDraft();
    tell(tr("Saved."), "muted");
}

void KernelTab::tell(const QString& words, const char* role) {
    m_told->setProperty("role", role);
    m_told->style()->unpolish(m_told);
    m_told->style()->polish(m_told);
    m_told->setText(words);
    m_told->setVisible(!words.isEmpty());
}

/// Adds the text in the editor to the form, without asking: it stands right above the button.
void KernelTab::addToForm() {
    const Attachment text(m_editor->toPlainText().toStdString());
    const std::string name = m_name.toStdString();
    if (auto why = whyNotAttached({{name, text}}))
        return tell(qs(m_context.text.reason(*why)), "warning");
    ExperimentForm& form = m_context.form;
    const Spec& spec = form.spec();
    Plan plan = form.plan();
    Block& block = plan.variants.front();
    addValue(block, *spec.find(kDeviceAxis), device().value_or(word(Device::Cuda)));
    addValue(block, *spec.find("kernel"), std::string(kOwnKernel));
    std::erase_if(block["source"],
                  [&](const Json& known) { return known.value("name", std::string()) == name; });
    block["source"].push_back(referenceTo(name, text));
    plan.attachments.insert_or_assign(name, text);
    m_context.session.allowOwn({{name, text}});
    form.setPlan(plan);
    Q_EMIT form.planEdited();
    tell(tr("%1 is one of the kernels that F5 measures. After a change add it again.").arg(m_name),
         "body");
}

std::optional<std::string> KernelTab::device() const {
    const auto& probe = m_context.session.probe();
    if (!probe || !probe->gpu.reason) return word(Device::Cuda);
    const DeviceSheet* const opencl = firstByOpenCl(probe->devices);
    return opencl ? std::optional(opencl->word()) : std::nullopt;
}

QString KernelTab::whyNotAdded() const {
    const auto& probe = m_context.session.probe();
    if (!device()) return qs(m_context.text.reason(*probe->gpu.reason));
    if (m_checked && !m_compiles) return tr("This text does not compile. Mend it first.");
    return {};
}

void KernelTab::enableButtons() {
    const QString busy = m_context.session.isMeasuring()
                             ? qs(m_context.text.reason({"run_in_progress"}))
                             : QString();
    const std::pair<QPushButton*, QString> whys[] = {
        {m_check, busy}, {m_add, busy.isEmpty() ? whyNotAdded() : busy}};
    for (const auto& [button, why] : whys) {
        button->setEnabled(why.isEmpty());
        button->setToolTip(why);
    }
    m_opencl->setEnabled(m_checked && m_openclC.is_object());
    m_opencl->setToolTip(m_opencl->isEnabled()
                             ? tr("The text as a GPU without CUDA runs it")
                             : tr("A text that the check has compiled is shown in OpenCL C"));
}

void KernelTab::show(const Shown*) {
    enableButtons();
    const auto& probe = m_context.session.probe();
    const bool lacks = !device();
    m_needs->setVisible(lacks);
    if (lacks)
        m_needs->setText(
            tr("It can be checked here. To measure it takes a GPU that Duelo can use: %1")
                .arg(qs(m_context.text.reason(*probe->gpu.reason))));
}

void KernelTab::showOpenCl() {
    auto* dialog = new OpenClDialog(m_editor->toPlainText(), m_openclC, m_context.text, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

Json KernelTab::viewState() const {
    return {{"text", m_editor->toPlainText().toStdString()},
            {"name", m_name.toStdString()},
            {"path", m_path.toStdString()},
            {"from", m_from->currentIndex()},
            {"exercise", m_exercise->exercise() ? m_exercise->exercise()->id : std::string()},
            {"hints", m_exercise->hints()}};
}

/// A text that is still Duelo's own, in no file of the student's, follows the window's language.
void KernelTab::setViewState(const Json& state) {
    const auto said = [&](const char* name) { return qs(state.value(name, std::string())); };
    if (said("text").isEmpty()) return;
    QString text = said("text");
    for (const KernelText& own : m_texts)
        for (const Language language : {Language::Spanish, Language::English})
            if (said("path").isEmpty() && text == qs(textFor(own.text, language)))
                text = qs(textFor(own.text, m_context.text.language()));
    const Exercise* exercise = findExercise(state.value("exercise", std::string()));
    for (const Language language : {Language::Spanish, Language::English})
        if (exercise && said("path").isEmpty() && text == qs(exercise->text(language)))
            text = qs(exercise->text(m_context.text.language()));
    m_editor->setPlainText(text);
    m_from->setCurrentIndex(state.value("from", 0));
    m_exercise->setExercise(exercise, state.value("hints", 0));
    m_path = said("path");
    setName(said("name"));
}

}  // namespace duelo::ui
