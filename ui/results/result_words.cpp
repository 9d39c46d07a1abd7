// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/result_words.h"

#include <algorithm>

#include <QCoreApplication>
#include <QStringList>

#include "record/doubt.h"
#include "report/tabs.h"
#include "report/view.h"
#include "stats/validity.h"
#include "ui/look/settings.h"
#include "ui/results/file_bar.h"
#include "ui/session/session.h"

namespace duelo::ui {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::ExperimentPage)
};

/// Returns the first line of what a library wrote, as it can be shown.
QString firstLineOf(const std::string& message) {
    return qs(visibleText(message.substr(0, message.find('\n'))));
}

/// Collects the doubts about one cell after the other; each is explained once.
class Doubts {
public:
    explicit Doubts(const Text& text) : m_text(text) {}

    void add(const ResultRecord& result) {
        if (isLost(result))
            m_lost = true;
        else if (result.status == Status::Failed && result.reason)
            addFailure(result);
        for (const std::string& flag : doubtfulOf(result.flags)) {
            const QString name = qs(m_text.word("flag", flag));
            if (m_flags.contains(name)) continue;
            m_flags << name;
            explain(withCapital(name) + ": " + qs(m_text.word("flag_help", flag)));
        }
    }

    [[nodiscard]] DoubtWords words() const {
        QStringList said;
        if (m_failed > 0) said << Tr::tr("%n cell(s) failed", nullptr, m_failed);
        if (!m_flags.isEmpty()) said << Tr::tr("Doubtful: %1").arg(m_flags.join(", "));
        if (m_lost) said << Tr::tr("Lost: the engine ended");
        return {said.join(" · "), m_why.join('\n')};
    }

private:
    void addFailure(const ResultRecord& result) {
        ++m_failed;
        explain(qs(m_text.reason(*result.reason)));
        // What a library says of itself is all that is known of its error.
        if (const QString said = firstLineOf(result.reason->message);
            canBeTriedAgain(result) && !said.isEmpty())
            explain(said);
    }
    void explain(const QString& sentence) {
        if (!m_why.contains(sentence)) m_why << sentence;
    }

    const Text& m_text;
    QStringList m_flags{}, m_why{};
    bool m_lost = false;
    int m_failed = 0;
};

}  // namespace

DoubtWords doubtWordsOf(const Comparison& comparison, const Text& text) {
    Doubts doubts(text);
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) doubts.add(cell.result);
    return doubts.words();
}

bool isOfThisPc(const Comparison& comparison, const Session& session) {
    const std::string own = session.probe() ? session.probe()->machine.id : std::string();
    const std::size_t file = comparison.sources.front().file;
    return own.empty() || std::ranges::all_of(comparison.sources, [&](const Source& source) {
               return source.file != file || source.header.machine.id == own;
           });
}

QString measuredWords(const Comparison& comparison, const Session& session) {
    const Header& header = comparison.sources.front().header;
    const std::string& cpu = header.machine.cpu.name;
    const QString day = FileBar::dayOf(header.started);
    if (session.probe() && isOfThisPc(comparison, session)) return Tr::tr("This PC, %1").arg(day);
    return cpu.empty() ? day : qs(visibleText(cpu)) + ", " + day;
}

Reason inFormWords(Reason reason, const Spec& spec, const Text& text) {
    const auto field = reason.args.find("field");
    if (field == reason.args.end() || !field->is_string()) return reason;
    const auto place = field->get<std::string>();
    const auto begin = place.find("].");
    if (begin == std::string::npos) return reason;
    const auto id = place.substr(begin + 2, place.find('[', begin) - begin - 2);
    if (spec.find(id)) *field = axisCaption(text, spec.id, id);
    return reason;
}

QStringList tableTitlesOf(const Comparison& comparison, const Text& text) {
    QStringList titles;
    for (const CaseTable& table : comparison.tables) {
        const Row& row = comparison.rows[table.rows.front()];
        QString title =
            qs(tableTitleOf(comparison.find(row.experiment), row.work, text.of(row.experiment)));
        if (table.kind == CaseTable::Kind::SharedGpu)
            title = Tr::tr("%1 (another group)").arg(title);
        if (table.kind == CaseTable::Kind::ReferenceGpu)
            title = Tr::tr("%1 (reference)").arg(title);
        titles << title;
    }
    return titles;
}

}  // namespace duelo::ui
