// SPDX-License-Identifier: Apache-2.0
#include "experiments/spec_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "experiments/specs.h"
#include "report/view.h"

namespace duelo {

namespace {

/// Groups whose codes come from specs alone. Offers depend on what the PC has.
constexpr std::string_view kOwnedGroups[] = {
    "axis_caption", "axis_help", "axis_none", "metric_help", "tab_empty", "case",
    "head",         "title",     "page_run",  "page_hint",   "tile"};

std::string joined(std::string_view group, std::string_view code) {
    return std::string(group) + "." + std::string(code);
}

void addAxis(const Axis& axis, SpecWords& words) {
    // One of the two: a column of a table is called like the field, where nothing else is said.
    words.needed.push_back(joined("axis_caption", axis.id) + "|" + joined("column", axis.id));
    words.possible.push_back(joined("axis_help", axis.id));
    words.possible.push_back(joined("axis_none", axis.id));
    const bool number = axis.kind == AxisKind::Integer || axis.kind == AxisKind::Real;
    if (number && axis.role == AxisRole::Variant) words.needed.push_back(joined("report", axis.id));
    if (number && axis.unit != kByteUnit)
        words.needed.push_back(joined("reason", axis.range_reason));
    if (axis.kind == AxisKind::Device)
        for (const std::string& api : axis.apis()) words.needed.push_back(joined(axis.id, api));
    for (const std::string& word : axis.words) {
        if (word.ends_with(':')) continue;  // the beginning of a file's name
        words.needed.push_back(joined(axis.id, word));
        words.possible.push_back(joined(axis.id + "_help", word));
    }
}

void addTable(const FigureTable& table, SpecWords& words) {
    for (const std::string* key : {&table.title, &table.note})
        if (!key->empty()) words.needed.push_back(*key);
    for (const Figure& figure : table.figures)
        if (!figure.isTime() && figure.symbol.empty())
            words.needed.push_back(joined("column", figure.code()));
}

void addLayout(const std::string& id, const Layout& layout, SpecWords& words) {
    for (const std::string* key : {&layout.answer, &layout.note})
        if (!key->empty()) words.needed.push_back(*key);
    for (const MethodLine& line : layout.method)
        if (!line.key.empty()) words.needed.push_back(line.key);
    if (!layout.method.empty()) words.needed.push_back(joined(id, "method_heading"));
    for (const FigureTable& table : layout.tables) addTable(table, words);
    if (layout.questions > 0) words.needed.push_back(joined(id, "questions_title"));
    for (int i = 1; i <= layout.questions; ++i)
        words.needed.push_back(joined(id, "question_" + std::to_string(i)));
    if (!layout.rows.empty()) words.possible.push_back(joined(id, "table"));
    for (const NamedAxis& named : layout.name) words.possible.push_back(joined("case", named.axis));
    for (const RowAxis& row : layout.rows)
        for (const char* group : {"case", "head"})
            words.possible.push_back(joined(group, row.axis));
}

void addView(const View& view, SpecWords& words) {
    if (!view.title.empty()) words.needed.push_back(view.title);
    if (!view.cold_note.empty()) words.needed.push_back(view.cold_note);
    for (const ChartTab& tab : view.charts) {
        words.needed.push_back(joined("tab", tab.id));
        words.needed.push_back(joined("tab_empty", tab.id));
        for (const char* side : {"", "_cpu", "_gpu"})
            words.possible.push_back(joined("title", tab.id + side));
    }
    for (const Lesson& lesson : view.lessons) {
        words.needed.push_back(joined("tab", lesson.id));
        for (const Lesson::Setting& setting : lesson.settings)
            words.needed.push_back(joined("lesson", setting.id));
    }
}

SpecWords askedBy(const Spec& spec) {
    SpecWords words;
    words.needed.push_back(joined("experiment", spec.id));
    if (spec.page.empty()) {
        words.needed.push_back(joined("page", spec.id));
        words.needed.push_back(joined("tile", spec.id));
        words.possible.push_back(joined(spec.id, "question"));
    }
    words.possible.push_back(joined("page_run", spec.id));
    words.possible.push_back(joined("page_hint", spec.id));
    for (const Axis& axis : spec.axes) addAxis(axis, words);
    for (const MetricSpec& metric : spec.metrics) {
        words.needed.push_back(joined("column", metric.id));
        words.needed.push_back(joined("metric_help", metric.id));
        words.possible.push_back(joined("explain", "metric_" + metric.id));
        for (const char* end : {"_ci95_low", "_ci95_high"})
            words.possible.push_back(joined("column", metric.id + end));
    }
    for (const PartSpec& part : spec.parts)
        words.needed.push_back(joined("results", "part_" + part.id));
    for (const EventSpec& event : spec.events)
        if (!event.step.empty()) words.needed.push_back(joined("column", event.step));
    if (spec.ends)
        for (const std::string& code : {spec.ends->peaked, spec.ends->full})
            words.needed.push_back(joined("reason", code));
    if (spec.offers)
        for (const Offer& offer : spec.offers()) words.needed.push_back(joined("offer", offer.id));
    if (spec.view) addView(*spec.view, words);
    if (spec.view) addLayout(spec.id, spec.view->layout, words);
    return words;
}

/// "a|b": one of both is enough.
bool isThere(const std::string& key, const Text& text) {
    const auto bar = key.find('|');
    return text.has(key.substr(0, bar)) || (bar != key.npos && text.has(key.substr(bar + 1)));
}

std::set<std::string> keysAsked(const Spec& spec, const Text& text) {
    std::set<std::string> keys;
    const auto take = [&](const SpecWords& asked) {
        for (const auto* list : {&asked.needed, &asked.possible})
            for (const std::string& key : *list) {
                const auto bar = key.find('|');
                keys.insert(key.substr(0, bar));
                if (bar != key.npos) keys.insert(key.substr(bar + 1));
            }
    };
    take(askedBy(spec));
    for (const Spec& other : specs())  // of one folder: both find the same words
        if (text.of(spec.id).sharesWordsWith(text.of(other.id))) take(askedBy(other));
    return keys;
}

}  // namespace

SpecWords specWordsOf(const Spec& spec) {
    SpecWords words = askedBy(spec);
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text = Text(language).of(spec.id);
        const std::string code = std::string(word(language)) + ": ";
        for (const std::string& key : words.needed)
            if (!isThere(key, text)) words.missing.push_back(code + key);
        const std::set<std::string> asked = keysAsked(spec, text);
        for (const std::string_view group : kOwnedGroups)
            for (const std::string& own : text.keys(group))
                // A tab of a widget of its own has its title where no spec names it.
                if (!asked.contains(joined(group, own)) &&
                    !(group == "tab_empty" && text.has(joined("tab", own))))
                    words.unused.push_back(code + joined(group, own));
    }
    return words;
}

}  // namespace duelo
