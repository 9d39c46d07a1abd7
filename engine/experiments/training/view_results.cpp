// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "experiments/training/mlp_lesson.h"
#include "experiments/training/view.h"
#include "experiments/training/view_amount.h"
#include "experiments/work_names.h"
#include "networks/hidden_units.h"

namespace duelo {
namespace {

/// More classes fill pages; the data file has their counts.
constexpr std::size_t kMaxClassRows = 30;

}  // namespace

DocTable TrainingView::trainingTableOf(const char* id, const char* titleKey,
                                       const std::vector<std::string>& columns) const {
    DocTable out;
    out.id = id;
    out.title = timeColumn(titleKey);
    for (const std::string& column : columns)
        out.columns.push_back(timeColumn(("training.column_" + column).c_str()));
    out.numeric.assign(out.columns.size(), true);
    std::fill_n(out.numeric.begin(), 2, false);
    return out;
}

std::vector<DocSection> TrainingView::sections() const {
    return {trainingMethod(), trainingData(),  trainingResults(),
            trainingCurves(), trainingTests(), rateFinder()};
}

DocSection TrainingView::trainingMethod() const {
    DocSection section{t("training.method_heading"), {}, false};
    DocList list;
    if (!onlyOwnMachine())
        list.items.push_back(t("report.method_external"));
    else if (shows(DeviceKind::Cpu) && shows(DeviceKind::Gpu))
        list.items.push_back(t("report.method_internal"));
    if (!m_training.empty())
        for (const char* key : {"training.method_start", "training.method_epoch",
                                "training.method_accuracy", "training.method_ratio"})
            list.items.push_back(t(key));
    if (!m_training.empty()) {
        const Params& work = m_c.rows[m_training.front().rows.front().row].work;
        list.items.push_back(
            t("training.method_plan", {{"optimizer", work.text("optimizer")},
                                       {"learning_rate", work.real("learning_rate")},
                                       {"epochs", work.integer("epochs")},
                                       {"augment", work.flag("augment")}}));
    }
    if (list.items.empty()) return section;
    section.blocks.emplace_back(std::move(list));
    const bool mlp = std::ranges::any_of(
        m_c.rows, [](const Row& row) { return row.work.text("model") == kMlp; });
    if (mlp) section.blocks.emplace_back(ChartValue(mlpLesson().still(m_text)));
    return section;
}

/// The real counts, read from the data and not from the plan (S2-44, S2-M29).
DocSection TrainingView::trainingData() const {
    DocSection section{t("training.data_heading"), {}, false};
    // Of each set what most was learnt from: others learn from a part of that.
    std::map<std::string, std::pair<const Row*, DataEvent>> sets;
    for (const Row& row : m_c.rows) {
        if (!trains(row)) continue;
        std::optional<DataEvent> known;
        for (const ReportCell& cell : row.cells)
            if (!known) known = dataOf(cell);
        if (!known) continue;
        auto& [most, data] = sets[baseName(inputOf(row.work))];
        if (most && samplesIn(known->train) <= samplesIn(data.train)) continue;
        most = &row;
        data = *std::move(known);
    }
    for (const Row& row : m_c.rows) {
        const auto known = trains(row) ? sets.find(baseName(inputOf(row.work))) : sets.end();
        if (known == sets.end() || known->second.first != &row) continue;
        const DataEvent& data = known->second.second;
        DocTable out =
            trainingTableOf("", "training.data_title", {"class", "train", "validation", "test"});
        out.id = "data-" + std::to_string(section.blocks.size() + 1);
        out.title = t("training.data_title", nameArgs(row.work, m_text));
        if (const std::string share = sharePart(row.work, m_text); !share.empty())
            out.title += ", " + share;
        out.numeric[1] = true;
        const auto add = [&](std::string name, std::int64_t a, std::int64_t b, std::int64_t c) {
            out.rows.push_back({words(std::move(name)), figure(static_cast<double>(a), 0),
                                figure(static_cast<double>(b), 0),
                                figure(static_cast<double>(c), 0)});
        };
        const auto names = classNames(data.classes, inputOf(row.work), m_text);
        if (names.size() <= kMaxClassRows)
            for (std::size_t i = 0; i < names.size(); ++i)
                add(names[i], data.train[i], data.validation[i], data.test[i]);
        add(t("training.all_classes", {{"classes", data.classes.size()}}), samplesIn(data.train),
            samplesIn(data.validation), samplesIn(data.test));
        std::string shape;
        for (const std::int64_t side : data.shape)
            shape += (shape.empty() ? "" : " x ") + std::to_string(side);
        out.notes.push_back(
            t(data.resident ? "training.data_note" : "training.data_note_decoded",
              {{"shape", shape}, {"data_bytes", data.bytes}, {"decode_ms", data.decode_ms}}));
        section.blocks.emplace_back(std::move(out));
    }
    return section;
}

DocSection TrainingView::trainingResults() const {
    DocSection section{t("training.results_heading"), {}, false};
    bool pays_told = false;  // what its columns mean is said once
    for (std::size_t r = 0; r < m_c.rows.size(); ++r)
        if (m_c.rows[r].experiment == "training") {
            section.blocks.emplace_back(implementationTable(r));
            if (DocTable pays = paysTable(r); !pays.rows.empty()) {
                if (std::exchange(pays_told, true)) pays.notes.clear();
                section.blocks.emplace_back(std::move(pays));
            }
        }
    for (std::size_t i = 0; i < m_training.size(); ++i) {
        const std::string number = "-" + std::to_string(i + 1);
        for (DocTable table :
             {epochsTable(m_training[i]), qualityTable(m_training[i]), raceTable(m_training[i])}) {
            table.id += number;
            section.blocks.emplace_back(std::move(table));
        }
    }
    for (DocTable parts : {epochPartsTable(), batchPartsTable()})
        if (!parts.rows.empty()) section.blocks.emplace_back(std::move(parts));
    if (!section.blocks.empty())
        section.blocks.emplace_back(
            DocList{{t("training.define_speedup"), t("training.define_efficiency"),
                     t("training.define_throughput")}});
    return section;
}

/// "2 processes, 1 thread" of each.
std::string TrainingView::parallelism(const Params& variant) const {
    const std::string threads =
        t("report.threads", {{"threads", std::max<std::int64_t>(1, variant.integer("threads"))}});
    if (!variant.has("processes")) return threads;
    return t("training.parallel_processes",
             {{"processes", variant.at("processes")}, {"threads_text", threads}});
}

/// Implementation, technology and parallelism in words.
std::vector<DocCell> TrainingView::implementationName(const ReportCell& cell,
                                                      std::size_t column) const {
    const Params& variant = m_c.columns[column].variant;
    const bool cpu = deviceOf(variant).isCpu();
    const bool plain = variant.text("mode") == word(Mode::Plain);
    const bool fused = cpu && variant.text("mode") == word(Mode::Fused);
    const bool own = m_c.columns[column].file == m_c.sources.front().file;
    const Json args{{"mode", variant.text("mode")},
                    {"precision", variant.text("precision")},
                    {"file", m_c.sources[cell.source].file_name}};
    return {words(t(own ? "training.implementation" : "training.implementation_of_file", args)),
            words(t(plain   ? "training.technology_plain"
                    : fused ? "training.technology_fused"
                    : cpu   ? "training.technology_cpu"
                            : "training.technology_gpu")),
            words(cpu ? parallelism(variant) : deviceName(column))};
}

/// The table of S4-03; the row that counts as 1 is declared (S4-31).
DocTable TrainingView::implementationTable(std::size_t r) const {
    const Row& row = m_c.rows[r];
    DocTable out = trainingTableOf(
        "", "training.table_title",
        {"implementation", "technology", "parallelism", "total_time", "accuracy", "relative"});
    out.id = "trained-" + std::to_string(r + 1);
    out.title = t("training.table_title", {{"case_name", caseName(row)}});
    out.numeric[2] = false;
    const auto note = [&](const std::string& sentence) {
        auto found = std::ranges::find(out.notes, sentence);
        if (found == out.notes.end()) found = out.notes.insert(out.notes.end(), sentence);
        return " [" + std::to_string(found - out.notes.begin() + 1) + "]";
    };
    for (const ReportCell& cell : row.cells) {
        std::vector<DocCell> cells = implementationName(cell, cell.column);
        if (!cell.measured()) {
            cells.insert(cells.end(), {words("–"), words("–"),
                                       words(causeText(*cell.reason, cell.status) +
                                             note(m_text.reason(*cell.reason)))});
            out.rows.push_back(std::move(cells));
            continue;
        }
        const auto trained = trainedOf(cell.result);
        cells.push_back(time(trained ? std::optional(trained->epochs_ms) : std::nullopt));
        cells.push_back(percent(trained ? std::optional(trained->test_accuracy) : std::nullopt));
        const auto ratio = std::ranges::find(row.ratios, cell.column, &ColumnRatio::column);
        if (m_c.base_column == cell.column)
            cells.push_back({t("training.base"), 1.0, 0});
        else if (ratio == row.ratios.end())
            cells.push_back(words("–"));
        else if (const auto why = whyNoFactor(row, *ratio))
            cells.push_back(words(t("training.no_ratio") + note(m_text.reason(*why))));
        else
            cells.push_back(measured(ratio->estimate->ratio, ratio->estimate->ci95));
        out.rows.push_back(std::move(cells));
    }
    const bool notQuotient = std::ranges::any_of(
        row.ratios, [&](const ColumnRatio& ratio) { return isNotQuotient(row, ratio); });
    for (std::size_t i = 0; i < out.notes.size(); ++i)
        out.notes[i] = "[" + std::to_string(i + 1) + "] " + out.notes[i];
    if (m_c.base_column)
        out.notes.push_back(
            t("training.table_note", {{"base_name", columnName(*m_c.base_column)}}));
    if (notQuotient) out.notes.push_back(t("report.ratio_not_quotient"));
    return out;
}

std::vector<const Row*> TrainingView::casesOf(const TrainingTable& table) const {
    std::vector<const Row*> cases;
    for (const TrainingRow& one : table.rows) cases.push_back(&m_c.rows[one.row]);
    return cases;
}

/// Time, throughput and updates (S4-11, S4-16, S4-20).
DocTable TrainingView::epochsTable(const TrainingTable& table) const {
    DocTable out = trainingTableOf("epochs", "training.epochs_title",
                                   {"case", "variant", "interval", "epochs", "updates",
                                    "epoch_time", "throughput", "total_time"});
    out.numeric[2] = false;
    for (const TrainingRow& one : table.rows) {
        const std::string name = caseName(m_c.rows[one.row]);
        const auto perS = one.images_per_s;
        const DocCell epoch = time(one.epoch_ms, one.epoch_ci95_ms);
        out.rows.push_back(
            {words(name), words(columnName(one.column)),
             words(one.epoch_ms
                       ? intervalText(scaled(one.epoch_ci95_ms, timeUnit().per_ms), epoch.decimals)
                       : t("training.single_epoch")),
             figure(one.epochs, 0), figure(static_cast<double>(one.updates), 0), epoch,
             figure(perS, decimalsFor(perS.value_or(0))), time(one.total_ms)});
        if (one.stopped_by != "epochs" && !one.stopped_by.empty())
            out.notes.push_back(name + ", " + columnName(one.column) + ": " +
                                m_text.word("stopped_by", one.stopped_by));
    }
    nameCases(out, casesOf(table));
    out.notes.push_back(timeColumn("training.epochs_note"));
    return out;
}

/// Accuracy never stands without its interval (S2-M03, S4-16).
DocTable TrainingView::qualityTable(const TrainingTable& table) const {
    DocTable out =
        trainingTableOf("quality", "training.quality_title",
                        {"case", "variant", "test_interval", "valid_interval", "test_accuracy",
                         "valid_accuracy", "train_accuracy", "best_epoch"});
    std::fill_n(out.numeric.begin(), 4, false);
    for (const TrainingRow& one : table.rows)
        out.rows.push_back({words(caseName(m_c.rows[one.row])), words(columnName(one.column)),
                            words(percentInterval(one.test_ci95)),
                            words(percentInterval(one.valid_ci95)), percent(one.test_accuracy),
                            percent(one.valid_accuracy), percent(one.train_accuracy),
                            figure(one.best_epoch, 0)});
    nameCases(out, casesOf(table));
    out.notes.push_back(t("training.quality_note"));
    return out;
}

/// The race at equal quality and at equal updates (P-07).
DocTable TrainingView::raceTable(const TrainingTable& table) const {
    const Json args{{"target_percent", 100 * table.target_accuracy},
                    {"updates", table.equal_updates},
                    {"input_name", inputName(m_c.rows[table.rows.front().row].work, m_text)}};
    DocTable out = trainingTableOf("race", "training.race_title",
                                   {"case", "variant", "to_target_interval", "to_target",
                                    "updates_to_target", "equal_updates", "accuracy_then"});
    out.numeric[2] = false;
    for (const TrainingRow& one : table.rows) {
        std::vector<DocCell> cells{words(caseName(m_c.rows[one.row])),
                                   words(columnName(one.column))};
        if (const auto& reached = one.reached) {
            const Json range{{"low_text", timeText(reached->low_ms)},
                             {"high_text", timeText(reached->high_ms.value_or(0))}};
            const char* key = !reached->high_ms                      ? "training.reached_from"
                              : *reached->high_ms == reached->low_ms ? "training.reached_at"
                                                                     : "training.reached_between";
            cells.insert(cells.end(), {words(t(key, range)), time(reached->ms),
                                       figure(static_cast<double>(reached->updates), 0)});
        } else {
            cells.insert(cells.end(), {words(t("training.not_reached")),
                                       words(t("training.not_reached")), words("–")});
        }
        const auto& at = one.at_updates;
        cells.push_back(time(at ? std::optional(at->ms) : std::nullopt));
        cells.push_back(percent(at ? at->valid_accuracy : std::nullopt));
        out.rows.push_back(std::move(cells));
    }
    nameCases(out, casesOf(table));
    out.notes.push_back(
        t(table.target_planned ? "training.target_planned" : "training.target_derived", args));
    if (auto note = collapsedNote(table)) out.notes.push_back(std::move(*note));
    out.notes.push_back(t("training.race_note", args));
    return out;
}

}  // namespace duelo
