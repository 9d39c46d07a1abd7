// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/last_results.h"

#include <algorithm>
#include <iterator>

#include "base/json_text.h"
#include "experiments/specs.h"
#include "record/game.h"
#include "report/finding.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kMostResults = 8;  ///< of a page

QString nameOf(const std::string& experiment) {
    const Spec* spec = findSpec(experiment);
    return "result_" + qs(spec && !spec->page.empty() ? spec->page : experiment);
}

/// Empty: there is none.
std::string textIn(const Json& object, const char* field) {
    const auto at = object.is_object() ? object.find(field) : object.end();
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

void LastResults::keep(const RunStore& run) {
    const Comparison* comparison = run.comparison();
    if (!comparison || comparison->sources.empty() || comparison->rows.empty()) return;
    if (comparison == m_kept.lock().get()) return;
    m_kept = run.sharedComparison();
    const Header& header = comparison->sources.front().header;
    if (gameOf(header)) return;
    const std::string file = run.path().toStdString();
    Json now{{"file", file}, {"started", header.started}};
    for (const Language language : {Language::Spanish, Language::English}) {
        const Labels labels(*comparison, Text(language, numbersOf(m_settings)));
        const Finding found = findingOf(
            {.comparison = *comparison,
             .labels = labels,
             .table = comparison->tables.empty() ? std::nullopt : std::optional<std::size_t>(0)});
        now[std::string(word(language))] = found.headline;
    }
    const QString name = nameOf(run.experiment());
    Json all = Json::array({std::move(now)});
    for (const Json& before : kept(name))
        if (all.size() < kMostResults && textIn(before, "file") != file) all.push_back(before);
    m_settings.setState(name, QByteArray::fromStdString(jsonText(all)));
}

void LastResults::forget(const QString& path) {
    for (const Spec& spec : specs()) {
        const QString name = nameOf(spec.id);
        const Json all = kept(name);
        Json left = Json::array();
        std::ranges::copy_if(all, std::back_inserter(left), [&](const Json& one) {
            return textIn(one, "file") != path.toStdString();
        });
        if (left.size() < all.size())
            m_settings.setState(name, QByteArray::fromStdString(jsonText(left)));
    }
}

/// Nothing of what somebody else has written into the settings.
Json LastResults::kept(const QString& name) const {
    const auto all = parseJson(m_settings.state(name).toStdString());
    return all && all->is_array() ? *all : Json::array();
}

QVector<FileBar::Result> LastResults::of(const std::string& experiment, const Text& text) const {
    QVector<FileBar::Result> results;
    for (const Json& one : kept(nameOf(experiment))) {
        const std::string file = textIn(one, "file"), started = textIn(one, "started"),
                          said = textIn(one, std::string(word(text.language())).c_str());
        if (file.empty() || started.empty()) continue;
        results.append({qs(file), FileBar::dayOf(started) + ": " + qs(visibleText(said))});
    }
    return results;
}

}  // namespace duelo::ui
