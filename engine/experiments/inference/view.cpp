// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/view.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/inference/spec.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/work_names.h"
#include "networks/cost.h"
#include "networks/trainable.h"
#include "networks/trained_network.h"
#include "plan/instances.h"
#include "record/doubt.h"
#include "report/imported.h"
#include "report/tabs.h"

namespace duelo {
namespace {

std::string kindKey(CaseTable::Kind kind) {
    switch (kind) {
        case CaseTable::Kind::CpuAndGpu:
            return "report.column_gpu";
        case CaseTable::Kind::SharedGpu:
            return "report.column_gpu_shared";
        case CaseTable::Kind::ReferenceGpu:
            return "report.column_gpu_reference";
        case CaseTable::Kind::CpuOnly:
            break;
    }
    return {};
}

std::string caseSizeText(const Params& work, const Text& text) {
    const int size = sizeOf(work);
    return size > 0 ? text.value("size_px", size) : text("report.own_size");
}

std::vector<std::string> inferenceCaseParts(const Params& work, const Text& text) {
    return {networkName(work, text), inputName(work, text), caseSizeText(work, text),
            batchName(work, text)};
}

std::string inferenceShortName(const Params& work, const Text& text) {
    const std::vector<std::string> inputs =
        inputsOf(work).empty() ? std::vector<std::string>() : picturesIn(inferenceCase(work));
    const std::string size = caseSizeText(work, text);
    if (inputs.empty() || inputs.front() == kRandomInput) return progressName(work, size, text);
    const std::string more =
        inputs.size() > 1 ? " (+" + std::to_string(inputs.size() - 1) + ")" : std::string();
    return progressName(work, inputName(inputs.front(), text) + more + " · " + size, text);
}

/// The handout's network and sizes, which are the usual ones, and no other part.
bool isOfTheHandout(const Plan& plan) {
    const Spec spec = inferenceSpec();
    return plan.cases.size() == 1 && std::ranges::all_of(spec.axes, [&](const Axis& axis) {
               return (axis.id != "model" && axis.id != "size_px") ||
                      Json(valuesIn(plan.cases.front(), axis.id)) == axis.usual;
           });
}

std::string inferenceSentence(const Plan& plan, bool gpu, const Text& text) {
    if (plan.cases.empty()) return {};
    Json titles = Json::array();
    for (const Json& name : valuesIn(plan.cases.front(), "model"))
        titles.push_back(text.value("model", name));
    const char* key = isOfTheHandout(plan) ? (gpu ? "start.plan_both" : "start.plan_cpu")
                      : gpu                ? "start.own_plan_both"
                                           : "start.own_plan_cpu";
    return text(key, {{"models", std::move(titles)},
                      {"sizes_px", valuesIn(plan.cases.front(), "size_px")}});
}

/// One table has the sizes of the random tensor, or all photographs that were seen alike.
Params commonOf(const Params& work) {
    Params common = work;
    common.erase("size_px");
    if (inputOf(work) != kRandomInput) common.erase("input");
    return common;
}

/// The class that a network recognised, at the end of a line of longTable().
View::Columns recognised(const Comparison& comparison) {
    return [&comparison](long_table::Line& line, std::size_t row, std::size_t column) {
        using namespace long_table;
        const Row& of = comparison.rows[row];
        // Of several photographs each has a line in a table of its own.
        const auto top = of.work.at("input").is_array()
                             ? std::nullopt
                             : recognisedIn(of.work, of.cells[column].result);
        line.put("top1_class",
                 top ? LongTable::Value{std::int64_t{top->index}} : LongTable::Value{});
        line.put("top1_label", top ? textValue(top->label) : LongTable::Value{});
        line.put("top1_probability", top ? number(top->probability) : LongTable::Value{});
    };
}

constexpr std::size_t kPicturesInTip = 8;

std::vector<std::string> recognisedClass(const Params& work, const ReportCell& cell,
                                         const Labels& labels) {
    const Text& text = labels.text();
    const std::vector<PictureClasses> pictures = recognisedAll(work, cell.result);
    std::vector<std::string> told;
    for (const PictureClasses& one : pictures) {
        if (told.size() == kPicturesInTip) break;
        const TopClass& top = one.top.front();
        told.push_back(text(pictures.size() == 1 ? "results.tip_class" : "results.tip_picture",
                            {{"input_name", inputName(one.input, text)},
                             {"class", className(top, text)},
                             {"share_percent", top.probability * 100}}));
    }
    return told;
}

}  // namespace

namespace {

const ReportCell* firstMeasured(const Row& row) {
    const auto found = std::ranges::find_if(row.cells, &ReportCell::measured);
    return found == row.cells.end() ? nullptr : &*found;
}

int outputsOf(const ResultRecord& result, int otherwise) {
    const auto told = result.quantities.find("outputs");
    return told == result.quantities.end() ? otherwise : static_cast<int>(told->second);
}

std::vector<View::Layer> layersOf(const Row& row, const Params& variant) {
    const InferenceCase work = inferenceCase(row.work);
    const auto network = usableNetwork(work.model);
    if (!network) return {};
    // One that was trained has as many outputs as its data have classes, which is known only here.
    const ReportCell* measured = firstMeasured(row);
    const auto trainable =
        (*network)->isTrainable() && measured
            ? trainableModel(work.model, outputsOf(measured->result, (*network)->info.classes))
            : fail("unknown_model");
    const Network& described = trainable ? trainable->network : (*network)->info.network;
    Shape image = imageOf(work, described);
    if (const auto sides = ownSides(row)) std::tie(image.width, image.height) = *sides;
    const auto cost = modelCost(described, image, valueBytes(variant.word<Precision>("precision")));
    std::vector<View::Layer> layers;
    if (cost)
        for (const LayerCost& layer : cost->layers)
            layers.push_back(
                {layer.name, static_cast<double>(layer.flop), static_cast<double>(layer.bytes)});
    return layers;
}

}  // namespace

const View& inferenceView() {
    static const View view{
        .title = "report.title",
        .case_parts = inferenceCaseParts,
        .short_name = inferenceShortName,
        .table_of = commonOf,
        .finding = inferenceFinding,
        .answers = answersOf<InferenceView>,
        .sections = sectionsOf<InferenceView>,
        .tables = {{"kernels", kernelCallsTable, true}, {"pictures", picturesTable, true}},
        .charts = {{"lines", tableCharts, true},
                   {"roofline", chartsBeside},
                   {"plane", planeCharts}},
        .cards = inferenceCards,
        .layers = layersOf,
        .columns = recognised,
        .time_unit = inSeconds(),  // as the handout prints them (S0-15, S0-19)
        .notes = recognisedClass,
        .table_title = tableTitle,
        .plan_title = networksTitle,
        .plan_sentence = inferenceSentence};
    return view;
}

std::optional<std::pair<std::int64_t, std::int64_t>> ownSides(const Row& row) {
    if (sizeOf(row.work) > 0) return std::nullopt;
    for (const ReportCell& cell : row.cells)
        if (const Identity* input = cell.result.identity("input");
            input && input->shape.size() == 4)
            return std::pair(input->shape[3], input->shape[2]);
    return std::nullopt;
}

std::string sidesText(const Row& row, const Text& text) {
    const auto sides = ownSides(row);
    const int size = sizeOf(row.work);
    if (!sides && size == 0) return text("report.own_size");
    return std::to_string(sides ? sides->first : size) + "x" +
           std::to_string(sides ? sides->second : size);
}

Json rowArgs(const Row& row, const Text& text) {
    Json args = nameArgs(row.work, text);
    const int size = sizeOf(row.work);
    args["size_px"] = size > 0 ? Json(size) : Json(sidesText(row, text) + " px");
    return args;
}

std::vector<AgreedClass> agreedClasses(const Row& row) {
    std::vector<AgreedClass> agreed;
    for (const ReportCell& cell : row.cells) {
        if (!cell.measured()) continue;
        for (const PictureClasses& picture : recognisedAll(row.work, cell.result)) {
            auto known = std::ranges::find(agreed, picture.input, &AgreedClass::input);
            if (known == agreed.end()) {
                agreed.push_back({.input = picture.input, .top = picture.top.front()});
                known = std::prev(agreed.end());
            }
            ++known->variants;
            known->equal += picture.top.front().index == known->top.index;
        }
    }
    return agreed;
}

std::string tableTitle(const Params& work, const Text& text) {
    Json args = nameArgs(work, text);
    if (inputOf(work) != kRandomInput) args["input_name"] = text("report.input_photographs");
    return text(args["batch"] == 1 ? "report.table_title" : "report.table_title_batch", args);
}

std::vector<DocSection> InferenceView::sections() const {
    std::vector<DocSection> all{method(), results(), charts()};
    if (auto seen = pictures()) all.push_back(*std::move(seen));
    return all;
}

DocSection InferenceView::method() const {
    DocSection section{t("report.method_heading"), {}, false};
    DocList list;
    const Source& own = m_c.sources.front();
    const bool gpuShown =
        std::any_of(m_c.tables.begin(), m_c.tables.end(), [&](const CaseTable& table) {
            return table.gpu && !provenanceOf(m_c.sourceOf(m_c.columns[*table.gpu]).header);
        });
    const bool cpuShown = shows(DeviceKind::Cpu);
    if (cpuShown && shows(DeviceKind::Gpu) && onlyOwnMachine())
        list.items.push_back(t("report.method_internal"));
    if (!onlyOwnMachine()) list.items.push_back(t("report.method_external"));
    if (cpuShown) list.items.push_back(t("report.method_cpu_time"));
    if (gpuShown) list.items.push_back(t("report.method_gpu_time"));

    bool instances = false;
    bool busy = false, included = false, apart = false, overlapped = false, official = false,
         random = false, other = false;
    for (const Row& row : m_c.rows)
        for (const ReportCell& cell : row.cells) {
            const ResultRecord& result = cell.result;
            const bool several = m_c.columns[cell.column].variant.has(kInstancesAxis);
            instances |= several && cell.measured();
            overlapped |= isPipelined(result) && !several;
            for (const PartTime& part : result.parts) {
                if (part.id == "h2d" && !isPipelined(result))
                    (part.inside ? included : apart) = true;
                busy |= part.id == "busy";
            }
            const Identity* weights = result.identity("weights");
            if (!weights) continue;
            const std::string& from = weights->origin;
            (from == "official" ? official : from == kRandomOrigin ? random : other) = true;
        }
    if (included && apart)
        list.items.push_back(t("report.method_copies_mixed"));
    else if (included)
        list.items.push_back(t("report.method_copies_included"));
    else if (apart)
        list.items.push_back(t("report.method_copies_apart"));
    if (overlapped) list.items.push_back(t("report.method_copies_overlapped"));
    if (instances) list.items.push_back(t("report.method_instances"));
    if (busy) list.items.push_back(t("report.method_busy"));
    if (official) list.items.push_back(t("report.method_weights_official"));
    if (other) list.items.push_back(t("report.method_weights_other"));
    if (random) list.items.push_back(t("report.method_weights_random"));

    const ProtocolSheet& protocol = own.header.protocol;
    if (!protocol.version.empty())
        list.items.push_back(t("report.method_protocol",
                               {{"version", protocol.version}, {"preset", protocol.preset}}));
    list.items.push_back(t("report.method_figures"));
    section.blocks.emplace_back(std::move(list));
    return section;
}

DocSection InferenceView::results() const {
    DocSection section{t("report.results_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i)
        section.blocks.emplace_back(sizeTable(m_c.tables[i], i + 1));
    if (auto batches = batchTable()) section.blocks.emplace_back(std::move(*batches));
    if (auto classes = classTable()) section.blocks.emplace_back(std::move(*classes));
    if (auto critical = criticalTable()) section.blocks.emplace_back(std::move(*critical));
    if (auto kernels = kernelsTable()) section.blocks.emplace_back(std::move(*kernels));
    return section;
}

/// The handout's table (S0-19): size | CPU (s) | GPU (s), 4 decimals; Option B has one figure
/// column, or another PC's GPU in the second with its origin below (S0-31..33).
DocTable InferenceView::sizeTable(const CaseTable& table, std::size_t number) const {
    const Params& work = m_c.rows[table.rows.front()].work;
    DocTable out;
    out.id = "times-" + std::to_string(number);
    const bool photographs = inputOf(work) != kRandomInput;
    out.title = tableTitle(work, m_text);
    out.columns = {t(photographs ? "report.column_image_size" : "report.column_size"),
                   timeColumn("report.column_cpu")};
    std::vector<std::optional<std::size_t>> columns{table.cpu};
    if (table.kind != CaseTable::Kind::CpuOnly) {
        out.columns.push_back(markedTitle(timeColumn(kindKey(table.kind).c_str()),
                                          m_c.sourceOf(m_c.columns[*table.gpu]), m_text));
        columns.push_back(table.gpu);
    }
    out.numeric.assign(out.columns.size(), true);
    out.numeric[0] = false;

    std::vector<std::string> causes;
    const auto missing = [&](const Reason& reason, const std::optional<Status>& status) {
        const std::string sentence = m_text.reason(reason);
        auto found = std::find(causes.begin(), causes.end(), sentence);
        if (found == causes.end()) found = causes.insert(causes.end(), sentence);
        return DocCell{
            causeText(reason, status) + " [" + std::to_string(found - causes.begin() + 1) + "]",
            std::nullopt, 0};
    };
    const bool elsewhere = table.gpu && std::ranges::none_of(table.rows, [&](std::size_t r) {
                               return !m_c.rows[r].cells[*table.gpu].id.empty();
                           });
    for (const std::size_t r : table.rows) {
        const Row& row = m_c.rows[r];
        const std::string name = photographs ? inputName(row.work, m_text) + ", " : std::string();
        out.rows.push_back({{name + sidesText(row, m_text), std::nullopt, 0}});
        for (const auto& column : columns) {
            if (!column) {
                out.rows.back().push_back(missing(Reason{"not_measured_absent"}, {}));
                continue;
            }
            const ReportCell& cell = row.cells[*column];
            if (elsewhere && column == table.gpu) {
                out.rows.back().push_back(
                    missing(whyColumnEmpty(m_c, table.rows, *column, m_text), {}));
                continue;
            }
            out.rows.back().push_back(cell.measured() ? time(*cell.result.summary)
                                                      : missing(*cell.reason, cell.status));
        }
    }
    for (std::size_t i = 0; i < causes.size(); ++i)
        out.notes.push_back("[" + std::to_string(i + 1) + "] " + causes[i]);
    std::string who;
    for (const auto& column : columns)
        if (column) who += (who.empty() ? "" : "; ") + variantName(m_c.columns[*column].variant);
    out.notes.push_back(
        t("report.table_note", {{"unit", timeUnit().symbol}, {"variants_text", who}}));
    if (table.gpu && table.kind != CaseTable::Kind::CpuAndGpu)
        out.notes.push_back(
            t("report.gpu_column",
              {{"provenance_text", provenance(m_c.sourceOf(m_c.columns[*table.gpu]))}}));
    return out;
}

/// What the network recognised in the photographs, so that the run is visibly a recognition task
/// (S0-48).
std::optional<DocTable> InferenceView::classTable() const {
    DocTable out;
    out.id = "classes";
    out.title = t("report.classes_title");
    out.columns = {t("report.column_image"),       columnTitle(m_text, "inference", "model"),
                   t("report.column_size"),        t("report.column_class"),
                   t("report.column_probability"), t("report.column_agreement")};
    out.numeric = {false, false, false, false, true, false};
    bool published = false, own = false;
    for (const Row& row : m_c.rows) {
        for (const AgreedClass& one : agreedClasses(row)) {
            (one.top.set ? own : published) = true;
            out.rows.push_back(
                {{inputName(one.input, m_text), std::nullopt, 0},
                 {networkName(row.work, m_text), std::nullopt, 0},
                 {sidesText(row, m_text), std::nullopt, 0},
                 {className(one.top, m_text), std::nullopt, 0},
                 figure(one.top.probability, 3),
                 {t("report.agreement", {{"equal", one.equal}, {"variants", one.variants}}),
                  std::nullopt, 0}});
        }
    }
    if (out.rows.empty()) return std::nullopt;
    if (published) out.notes.push_back(t("report.classes_note"));
    if (own) out.notes.push_back(t("report.classes_note_own"));
    return out;
}

DocSection InferenceView::charts() const {
    DocSection section{t("report.chart_heading"), {}, false};
    for (std::size_t i = 0; i < m_c.tables.size(); ++i)
        for (ChartValue& chart : tableCharts({.comparison = m_c, .labels = *this, .table = i}))
            if (!isEmpty(chart)) section.blocks.emplace_back(std::move(chart));
    return section;
}

}  // namespace duelo
