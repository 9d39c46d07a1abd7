// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/last_results.h"

#include <QDateTime>

#include "base/json_text.h"
#include "base/local_time.h"
#include "experiments/specs.h"
#include "record/game.h"
#include "report/finding.h"

namespace duelo::ui {

namespace {

QString nameOf(const std::string& experiment) {
    const Spec* spec = findSpec(experiment);
    return "result_" + qs(spec && !spec->page.empty() ? spec->page : experiment);
}

/// "today 10:28", "yesterday", "2026-11-27".
QString whenOf(const std::string& started) {
    const QString local = qs(localTime(started));
    const QString day = local.left(10);
    const QDate today = QDate::currentDate();
    if (day == today.toString(Qt::ISODate)) return LastResults::tr("today %1").arg(local.mid(11));
    return day == today.addDays(-1).toString(Qt::ISODate) ? LastResults::tr("yesterday") : day;
}

}  // namespace

void LastResults::keep(const RunStore& run) {
    const Comparison* comparison = run.comparison();
    if (!comparison || comparison->sources.empty() || comparison->rows.empty()) return;
    if (comparison == m_kept.lock().get()) return;
    m_kept = run.sharedComparison();
    const Header& header = comparison->sources.front().header;
    if (gameOf(header)) return;
    Json kept{{"started", header.started}};
    for (const Language language : {Language::Spanish, Language::English}) {
        const Labels labels(*comparison, Text(language, numbersOf(m_settings)));
        const Finding found = findingOf(
            {.comparison = *comparison,
             .labels = labels,
             .table = comparison->tables.empty() ? std::nullopt : std::optional<std::size_t>(0)});
        kept[std::string(word(language))] = found.headline;
    }
    m_settings.setState(nameOf(run.experiment()), QByteArray::fromStdString(jsonText(kept)));
}

QString LastResults::of(const std::string& experiment, const Text& text) const {
    const auto kept = parseJson(m_settings.state(nameOf(experiment)).toStdString());
    const std::string language(word(text.language()));
    if (!kept || !kept->is_object()) return {};
    const auto started = kept->find("started"), said = kept->find(language);
    if (started == kept->end() || !started->is_string() || said == kept->end() ||
        !said->is_string())
        return {};
    return whenOf(started->get<std::string>()) + ": " + qs(visibleText(said->get<std::string>()));
}

}  // namespace duelo::ui
