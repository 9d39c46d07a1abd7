// SPDX-License-Identifier: Apache-2.0
// What was trained on, and what trainings took and reached: the tables of a document.
#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/brief_text.h"
#include "experiments/training/epoch_parts.h"
#include "experiments/training/params.h"
#include "experiments/training/view.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"
#include "report/imported.h"
#include "report/report_words.h"

namespace duelo {

namespace {

/// More classes fill pages; the data file has their counts.
constexpr std::size_t kMaxClassRows = 30;
/// A larger share without a name is worth a question (S4-M05).
constexpr double kUnexplainedShare = 0.15;
/// Launches that take as much of the time between the GPU's events are what it waits for.
constexpr double kHeldUpByLaunches = 0.85;
/// Parts of an epoch, in the order in which they happen.
constexpr std::array kEpochParts{"data",    "h2d", "compute",    "all_reduce",
                                 "waiting", "d2h", "evaluation", "unexplained"};

/// The images of a set, and of the cases that learn from it the one that sees most of them.
struct DataSet {
    const Row* row = nullptr;
    DataEvent data{};
};

/// The real counts, read from the data and not from the plan (S2-44, S2-M29).
std::vector<DataSet> dataSetsOf(const Comparison& comparison) {
    std::vector<DataSet> sets;
    for (const Row& row : comparison.rows) {
        std::optional<DataEvent> data;
        for (const ReportCell& cell : row.cells)
            if (trains(row) && !data) data = dataOf(cell);
        if (!data) continue;
        const auto known =
            std::ranges::find(sets, baseName(inputOf(row.work)),
                              [](const auto& set) { return baseName(inputOf(set.row->work)); });
        if (known == sets.end())
            sets.push_back({&row, *std::move(data)});
        else if (samplesIn(data->train) > samplesIn(known->data.train))
            *known = {&row, *std::move(data)};
    }
    return sets;
}

class TrainingResults : private ReportWords {
public:
    explicit TrainingResults(const Labels& labels)
        : ReportWords(labels), m_training(trainingTables(labels.comparison())) {}

    DocSection data() const {
        DocSection section{t("training.data_heading"), {}, false};
        for (const DataSet& set : dataSetsOf(m_c))
            section.blocks.emplace_back(
                dataTable(set, "data-" + std::to_string(section.blocks.size() + 1)));
        return section;
    }

    std::vector<DocBlock> results() const {
        std::vector<DocBlock> blocks;
        bool pays_told = false;  // what its columns mean is said once
        for (std::size_t r = 0; r < m_c.rows.size(); ++r) {
            if (m_c.rows[r].experiment != "training") continue;
            blocks.emplace_back(implementations(r));
            DocTable pays = paysTable(r, *this);
            if (pays.rows.empty()) continue;
            if (std::exchange(pays_told, true)) pays.notes.clear();
            blocks.emplace_back(std::move(pays));
        }
        for (std::size_t i = 0; i < m_training.size(); ++i)
            for (DocTable table :
                 {epochs(m_training[i]), quality(m_training[i]), race(m_training[i])}) {
                table.id += "-" + std::to_string(i + 1);
                blocks.emplace_back(std::move(table));
            }
        for (DocTable parts : {epochPartsTable(), batchParts()})
            if (!parts.rows.empty()) blocks.emplace_back(std::move(parts));
        if (!blocks.empty())
            blocks.emplace_back(
                DocList{{t("training.define_speedup"), t("training.define_efficiency"),
                         t("training.define_throughput")}});
        return blocks;
    }

private:
    /// A line of a table that begins with the case and the variant of a training.
    struct TrainingLine {
        const TrainingRow* training;
        std::vector<DocCell> cells;
    };
    /// Titled "training.<title>_title", with further columns by their codes.
    DocTable linesTable(const char* id, const std::string& title, std::vector<std::string> codes,
                        std::vector<TrainingLine> lines) const {
        codes.insert(codes.begin(), {"case", "variant"});
        DocTable out = emptyTable(id, timeColumn(("training." + title + "_title").c_str()),
                                  kTrainingColumn, codes);
        std::vector<const Row*> cases;
        for (TrainingLine& line : lines) {
            cases.push_back(&m_c.rows[line.training->row]);
            out.rows.push_back(
                {words(caseName(*cases.back())), words(columnName(line.training->column))});
            std::ranges::move(line.cells, std::back_inserter(out.rows.back()));
        }
        nameCases(out, cases);
        return out;
    }

    DocTable dataTable(const DataSet& set, std::string id) const {
        const DataEvent& data = set.data;
        Params work = set.row->work;
        std::string title = t("training.data_title", nameArgs(work, m_text));
        work.erase("seed");  // of others there are as many
        for (const std::string& part : unusualParts(work, m_text)) title += ", " + part;
        DocTable out = emptyTable(std::move(id), std::move(title), kTrainingColumn,
                                  {"class", "train", "validation", "test"});
        const auto add = [&](std::string name, std::int64_t a, std::int64_t b, std::int64_t c) {
            out.rows.push_back({words(std::move(name)), whole(a), whole(b), whole(c)});
        };
        const auto names = classNames(data.classes, inputOf(work), m_text);
        if (names.size() <= kMaxClassRows)
            for (std::size_t i = 0; i < names.size(); ++i)
                add(names[i], data.train[i], data.validation[i], data.test[i]);
        add(t("training.all_classes", {{"classes", names.size()}}), samplesIn(data.train),
            samplesIn(data.validation), samplesIn(data.test));
        std::string shape;
        for (const std::int64_t side : data.shape)
            shape += (shape.empty() ? "" : " x ") + std::to_string(side);
        out.notes = {
            t(data.resident ? "training.data_note" : "training.data_note_decoded",
              {{"shape", shape}, {"data_bytes", data.bytes}, {"decode_ms", data.decode_ms}})};
        return out;
    }

    /// Implementation, technology and parallelism in words.
    std::vector<DocCell> implementationName(const ReportCell& cell) const {
        const Column& column = m_c.columns[cell.column];
        const Params& variant = column.variant;
        const std::string mode = variant.text("mode");
        const bool cpu = deviceOf(variant).isCpu();
        const bool own = column.file == m_c.sources.front().file;
        const Json args{{"mode", mode},
                        {"precision", variant.text("precision")},
                        {"file", m_c.sources[cell.source].file_name}};
        std::string parallel = deviceName(cell.column);
        if (cpu)
            parallel = t("report.threads",
                         {{"threads", std::max<std::int64_t>(1, variant.integer("threads"))}});
        if (cpu && variant.has("processes"))
            parallel = t("training.parallel_processes",
                         {{"processes", variant.at("processes")}, {"threads_text", parallel}});
        return {words(t(own ? "training.implementation" : "training.implementation_of_file", args)),
                words(t(mode == word(Mode::Plain)   ? "training.technology_plain"
                        : !cpu                      ? "training.technology_gpu"
                        : mode == word(Mode::Fused) ? "training.technology_fused"
                                                    : "training.technology_cpu")),
                words(std::move(parallel))};
    }

    /// A program of somebody's own, in its own words (S4-03, S4-04).
    std::vector<DocCell> programName(const ReportCell& cell, const Provenance& of) const {
        const Column& column = m_c.columns[cell.column];
        const Params& variant = column.variant;
        return {
            words(markedTitle(briefText(of.source), m_c.sources[cell.source], m_text)),
            words(of.technology.empty() ? t("training.technology_own") : briefText(of.technology)),
            words(variant.has("threads")
                      ? t("report.threads", {{"threads", variant.integer("threads")}})
                  : deviceOf(variant).isGpu() ? deviceName(cell.column)
                                              : t("report.unknown"))};
    }

    /// Its time against the base: never checked, and no figure where the base got another share
    /// right (S4-M03). The sentence says why.
    std::pair<DocCell, std::string> programRatio(const ReportCell& base, const ColumnRatio& ratio,
                                                 const Provenance& of) const {
        if (!ratio.estimate)
            return {words(t("training.no_ratio")),
                    m_text.reason(ratio.reason.value_or(Reason{"ratio_side_missing"}))};
        const auto trained = trainedOf(base.result);
        if (trained && of.accuracy && !mayBeEqual(*trained, *of.accuracy))
            return {words(t("training.no_ratio")),
                    m_text.reason({"ratio_quality_differs",
                                   {{"accuracy_a_percent", 100 * trained->test_accuracy},
                                    {"accuracy_b_percent", 100 * *of.accuracy}},
                                   {}})};
        return {words(number(ratio.estimate->ratio, {})),
                uncheckedText(m_c, ratio, m_text) + ". " + t("training.own_program_note")};
    }

    /// Supposes that it was tested with as many samples as the trained one.
    static bool mayBeEqual(const Trained& trained, double told) {
        std::int64_t samples = 0;
        for (const auto& line : trained.confusion)
            samples += std::accumulate(line.begin(), line.end(), std::int64_t{0});
        if (samples == 0) return true;
        const Interval of = wilsonInterval(told, samples), base = trained.test_accuracy_ci95;
        return of.low <= base.high && base.low <= of.high;
    }

    /// The table of S4-03; the row that counts as 1 is declared (S4-31).
    DocTable implementations(std::size_t r) const {
        const Row& row = m_c.rows[r];
        DocTable out = emptyTable(
            "trained-" + std::to_string(r + 1),
            t("training.table_title", {{"case_name", caseName(row)}}), kTrainingColumn,
            {"implementation", "technology", "parallelism", "total_time", "accuracy", "relative"});
        const auto notedAs = [&](std::string words_of, const std::string& sentence) {
            auto found = std::ranges::find(out.notes, sentence);
            if (found == out.notes.end()) found = out.notes.insert(found, sentence);
            return words(words_of + " [" + std::to_string(found - out.notes.begin() + 1) + "]");
        };
        const auto noted = [&](std::string words_of, const Reason& why) {
            return notedAs(std::move(words_of), m_text.reason(why));
        };
        const auto relative = [&](const ReportCell& cell) -> DocCell {
            if (!cell.measured()) return noted(causeText(*cell.reason, cell.status), *cell.reason);
            if (m_c.base_column == cell.column) return {t("training.base"), 1.0, 0};
            const ColumnRatio* ratio = row.ratioOf(cell.column);
            if (!ratio) return words("–");
            if (const auto own = provenanceOf(m_c.sources[cell.source].header)) {
                auto [told, why] = programRatio(row.cells[ratio->base], *ratio, *own);
                return notedAs(std::move(told.text), why);
            }
            if (const auto why = whyNoFactor(row, *ratio))
                return noted(t("training.no_ratio"), *why);
            return measured(ratio->estimate->ratio, ratio->estimate->ci95);
        };
        for (const ReportCell& cell : row.cells) {
            const auto trained = cell.measured() ? trainedOf(cell.result) : std::nullopt;
            const auto own = provenanceOf(m_c.sources[cell.source].header);
            if (own && !cell.timed()) continue;  // it did not train this
            std::vector<DocCell> cells = own ? programName(cell, *own) : implementationName(cell);
            std::optional<double> total_ms, accuracy;
            if (own) {
                total_ms = cell.result.summary->median_ms * trainingCase(row.work).epochs;
                accuracy = own->accuracy;
            } else if (trained) {
                total_ms = trained->epochs_ms;
                accuracy = trained->test_accuracy;
            }
            cells.push_back(time(total_ms));
            cells.push_back(percent(accuracy));
            cells.push_back(relative(cell));
            out.rows.push_back(std::move(cells));
        }
        for (std::size_t i = 0; i < out.notes.size(); ++i)
            out.notes[i] = "[" + std::to_string(i + 1) + "] " + out.notes[i];
        if (std::string largest = largestText(m_training, r, *this); !largest.empty())
            out.notes.push_back(std::move(largest));
        if (m_c.base_column)
            out.notes.push_back(
                t("training.table_note", {{"base_name", columnName(*m_c.base_column)}}));
        if (std::ranges::any_of(
                row.ratios, [&](const ColumnRatio& ratio) { return isNotQuotient(row, ratio); }))
            out.notes.push_back(t("report.ratio_not_quotient"));
        return out;
    }

    /// Time, throughput and updates (S4-11, S4-16, S4-20).
    DocTable epochs(const TrainingTable& of) const {
        std::vector<TrainingLine> lines;
        std::vector<std::string> notes;
        for (const TrainingRow& one : of.rows) {
            const DocCell epoch = time(one.epoch_ms, one.epoch_ci95_ms);
            lines.push_back(
                {&one,
                 {words(one.epoch_ms ? intervalText(scaled(one.epoch_ci95_ms, timeUnit().per_ms),
                                                    epoch.decimals)
                                     : t("training.single_epoch")),
                  whole(one.epochs), whole(one.updates), epoch,
                  figure(one.images_per_s, decimalsFor(one.images_per_s.value_or(0))),
                  time(one.epochs_ms)}});
            if (one.stopped_by != "epochs" && !one.stopped_by.empty())
                notes.push_back(caseName(m_c.rows[one.row]) + ", " + columnName(one.column) + ": " +
                                m_text.word("stopped_by", one.stopped_by));
        }
        DocTable out =
            linesTable("epochs", "epochs",
                       {"interval", "epochs", "updates", "epoch_time", "throughput", "total_time"},
                       std::move(lines));
        out.notes = std::move(notes);
        out.notes.push_back(timeColumn("training.epochs_note"));
        return out;
    }

    /// Accuracy never stands without its interval (S2-M03, S4-16).
    DocTable quality(const TrainingTable& of) const {
        std::vector<TrainingLine> lines;
        for (const TrainingRow& one : of.rows)
            lines.push_back({&one,
                             {words(percentInterval(one.test_accuracy_ci95)),
                              words(percentInterval(one.valid_ci95)), percent(one.test_accuracy),
                              percent(largestShare(one)), percent(one.valid_accuracy),
                              percent(one.train_accuracy), whole(one.best_epoch)}});
        DocTable out = linesTable("quality", "quality",
                                  {"test_interval", "valid_interval", "test_accuracy", "largest",
                                   "valid_accuracy", "train_accuracy", "best_epoch"},
                                  std::move(lines));
        out.notes = {t("training.quality_note")};
        return out;
    }

    /// Interval to the target, the time and the updates.
    std::vector<DocCell> reachedCells(const std::optional<TargetReached>& reached) const {
        if (!reached)
            return {words(t("training.not_reached")), words(t("training.not_reached")), words("–")};
        const char* key = !reached->high_ms                      ? "training.reached_from"
                          : *reached->high_ms == reached->low_ms ? "training.reached_at"
                                                                 : "training.reached_between";
        return {words(t(key, {{"low_text", timeText(reached->low_ms)},
                              {"high_text", timeText(reached->high_ms.value_or(0))}})),
                time(reached->ms), whole(reached->updates)};
    }

    /// The race at equal quality and at equal updates (P-07).
    DocTable race(const TrainingTable& of) const {
        const Json args{{"target_percent", 100 * of.target_accuracy},
                        {"updates", of.equal_updates}};
        std::vector<TrainingLine> lines;
        std::string collapsed;
        for (const TrainingRow& one : of.rows) {
            std::vector<DocCell> cells = reachedCells(one.reached);
            const auto& at = one.at_updates;
            cells.push_back(time(at ? std::optional(at->ms) : std::nullopt));
            cells.push_back(percent(at ? at->valid_accuracy : std::nullopt));
            lines.push_back({&one, std::move(cells)});
            if (one.collapsed)
                collapsed += (collapsed.empty() ? "" : "; ") + caseName(m_c.rows[one.row]) + ", " +
                             spokenName(one.column);
        }
        DocTable out = linesTable("race", "race",
                                  {"to_target_interval", "to_target", "updates_to_target",
                                   "equal_updates", "accuracy_then"},
                                  std::move(lines));
        out.notes = {
            t(of.target_planned ? "training.target_planned" : "training.target_derived", args)};
        // Names the trainings that no target was derived from (S4-M04).
        if (!of.target_planned && !collapsed.empty())
            out.notes.push_back(t(std::ranges::all_of(of.rows, &TrainingRow::collapsed)
                                      ? "training.all_collapsed"
                                      : "training.target_without",
                                  {{"list", collapsed}}));
        out.notes.push_back(t("training.race_note", args));
        return out;
    }

    /// The trainings with an epoch, and where the median one went.
    std::vector<std::pair<const TrainingRow*, Parts>> partsOf() const {
        std::vector<std::pair<const TrainingRow*, Parts>> out;
        for (const TrainingTable& of : m_training)
            for (const TrainingRow& one : of.rows)
                if (Parts parts = epochParts(one.course); !parts.empty())
                    out.emplace_back(&one, std::move(parts));
        return out;
    }

    /// Makes the table of the parts of an epoch's time (S2-M06, S4-M05). The copies have columns
    /// where a GPU trained.
    DocTable epochPartsTable() const {
        const auto all = partsOf();
        std::vector<TrainingLine> lines;
        for (const auto& [row, parts] : all) lines.push_back({row, {}});
        std::vector<std::string> codes;
        for (const std::string part : kEpochParts) {
            if (std::ranges::none_of(
                    all, [&](const auto& of) { return partMs(of.second, part).has_value(); }))
                continue;
            codes.push_back(part + "_ms");
            for (std::size_t i = 0; i < all.size(); ++i)
                lines[i].cells.push_back(time(partMs(all[i].second, part)));
        }
        return linesTable("epoch-parts", "parts", std::move(codes), std::move(lines));
    }

    /// Makes the table of the parts of a training batch's time, in times and shares (S4-09, S4-11).
    DocTable batchParts() const {
        std::vector<TrainingLine> lines;
        bool gpu = false, asks = false, launches = false, held_up = false, together = false;
        for (auto& [row, parts] : partsOf()) {
            gpu |= partMs(parts, "d2h").has_value();
            together |= partMs(parts, "all_reduce").has_value();
            double whole_ms = 0;
            for (const PartTime& part : parts)
                whole_ms += part.inside && part.id != "evaluation" ? part.ms : 0;
            if (!(whole_ms > 0)) continue;
            for (const PartTime& part : parts) {
                if (part.id == "evaluation") continue;
                const double share = part.ms / whole_ms;
                lines.push_back({row,
                                 {words(t((kTrainingColumn + part.id + "_ms").c_str())),
                                  time(part.ms / updatesPerEpoch(row->course)),
                                  part.inside ? figure(100 * share, 1) : words("–")}});
                asks |= part.id == "unexplained" && share > kUnexplainedShare;
            }
            if (const auto launch = partMs(parts, "launch")) {
                launches = true;
                held_up |= *launch > kHeldUpByLaunches * partMs(parts, "compute").value_or(0);
            }
        }
        DocTable out = linesTable("batch-parts", "batch_parts", {"part", "batch_ms", "share"},
                                  std::move(lines));
        for (const auto& [told, key] : {std::pair{true, "training.batch_parts_note"},
                                        {gpu, "training.batch_parts_note_gpu"},
                                        {!gpu, "training.batch_parts_note_cpu"},
                                        {together, "training.batch_parts_note_processes"},
                                        {launches, "training.batch_launch"},
                                        {held_up, "training.batch_launch_question"},
                                        {asks, "explain.where_unexplained"}})
            if (told) out.notes.push_back(t(key));
        return out;
    }

    const std::vector<TrainingTable> m_training;
};

}  // namespace

std::vector<DocSection> trainingData(const Comparison&, const Labels& labels) {
    return {TrainingResults(labels).data()};
}

std::vector<DocBlock> trainingResults(const Comparison&, const Labels& labels) {
    return TrainingResults(labels).results();
}

}  // namespace duelo
