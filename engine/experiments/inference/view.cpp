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
#include "report/tabs.h"

namespace duelo {
namespace {

/// Returns the size in words; empty where the named work has cases of several sizes.
std::string sizePart(const Params& work, const Text& text) {
    if (!work.has("size_px")) return {};
    const int size = sizeOf(work);
    return size > 0 ? text.value("size_px", size) : text("report.own_size");
}

std::string sizeName(const Row& row, const Text& text) {
    return ownSides(row) ? sidesText(row, text) + " px" : sizePart(row.work, text);
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
    Json modes = Json::array();
    for (const Block& variants : plan.variants)
        for (const Json& mode : valuesIn(variants, "mode"))
            modes.push_back(text.value("mode", mode));
    const char* key = !gpu && modes.size() > 1 ? "start.plan_ways"
                      : isOfTheHandout(plan)   ? (gpu ? "start.plan_both" : "start.plan_cpu")
                      : gpu                    ? "start.own_plan_both"
                                               : "start.own_plan_cpu";
    return text(key, {{"models", std::move(titles)},
                      {"modes", std::move(modes)},
                      {"sizes_px", valuesIn(plan.cases.front(), "size_px")}});
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

template <typename Holds>
bool anyCell(const Comparison& comparison, Holds holds) {
    return std::ranges::any_of(comparison.rows, [&](const Row& row) {
        return row.experiment == "inference" &&
               std::ranges::any_of(row.cells, [&](const ReportCell& cell) { return holds(cell); });
    });
}

/// Says whether the copies of the input and the answer are in the times of a GPU.
std::string copiesLine(const Comparison& comparison, const Labels& labels) {
    const auto copied = [&](bool inside) {
        return anyCell(comparison, [&](const ReportCell& cell) {
            return !isPipelined(cell.result) &&
                   std::ranges::any_of(cell.result.parts, [&](const PartTime& part) {
                       return part.id == "h2d" && part.inside == inside;
                   });
        });
    };
    const bool included = copied(true), apart = copied(false);
    if (!included && !apart) return {};
    return labels.text()(!apart      ? "report.method_copies_included"
                         : !included ? "report.method_copies_apart"
                                     : "report.method_copies_mixed");
}

bool hasInstances(const Comparison& comparison, const ReportCell& cell) {
    return comparison.columns[cell.column].variant.has(kInstancesAxis);
}

std::string overlappedLine(const Comparison& comparison, const Labels& labels) {
    const bool any = anyCell(comparison, [&](const ReportCell& cell) {
        return isPipelined(cell.result) && !hasInstances(comparison, cell);
    });
    return any ? labels.text()("report.method_copies_overlapped") : std::string();
}

std::string instancesLine(const Comparison& comparison, const Labels& labels) {
    const bool any = anyCell(comparison, [&](const ReportCell& cell) {
        return cell.measured() && hasInstances(comparison, cell);
    });
    return any ? labels.text()("report.method_instances") : std::string();
}

bool hasBusyTime(const ReportCell& cell) {
    return partMs(cell.result.parts, "busy").has_value();
}

std::string weightsOrigin(const ReportCell& cell) {
    const Identity* weights = cell.result.identity("weights");
    return weights ? weights->origin : std::string();
}

bool hasOfficialWeights(const ReportCell& cell) {
    return weightsOrigin(cell) == "official";
}

bool hasRandomWeights(const ReportCell& cell) {
    return weightsOrigin(cell) == kRandomOrigin;
}

/// Says below the first table of some cases, in the place of class and probability, why there are
/// none (S0-48).
std::string untrainedNote(const Shown& shown) {
    const auto& tables = shown.comparison.tables;
    const std::vector<std::size_t> rows = shown.rows();
    if (shown.table && std::ranges::find(tables, rows, &CaseTable::rows) !=
                           tables.begin() + static_cast<std::ptrdiff_t>(*shown.table))
        return {};
    std::set<std::string> models;
    for (const std::size_t r : rows)
        if (isUntrained(shown.comparison.rows[r]))
            models.insert(networkName(shown.comparison.rows[r].work, shown.labels.text()));
    if (models.empty()) return {};
    return shown.labels.text()("report.untrained_note",
                               {{"models_text", commaJoined({models.begin(), models.end()})}});
}

bool hasOtherWeights(const ReportCell& cell) {
    return cell.result.identity("weights") && !hasOfficialWeights(cell) && !hasRandomWeights(cell);
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
    // A network has as many outputs as its file has classes, which is known only here.
    const ReportCell* measured = firstMeasured(row);
    const ModelInfo& info = (*network)->info;
    const int outputs = measured ? outputsOf(measured->result, info.classes) : info.classes;
    const auto trainable = (*network)->isTrainable() && measured
                               ? trainableModel(work.model, outputs)
                               : fail("unknown_model");
    const bool other = !(*network)->isTrainable() && outputs > 0 && outputs != info.classes;
    const Network described = trainable ? trainable->network
                              : other   ? info.with_outputs(outputs)
                                        : info.network;
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
    static const When photograph{.axis = "input", .not_in = {std::string(kRandomInput)}};
    static const View view{
        .title = "report.title",
        .layout = {.name = {{.axis = "model", .say = networkName},
                            {.axis = "input", .say = inputName, .brief = Brief::Unusual},
                            {.axis = "size_px", .say = sizePart},
                            {.axis = "batch", .say = batchName, .brief = Brief::Unusual}},
                   .rows = {{"input", {photograph}}, {"size_px", {}, sidesText, sizeName}},
                   .tables = {{.id = "times", .say_note = untrainedNote, .pair = true}},
                   .method = {{.say = machinesLine},
                              {"report.method_cpu_time", {onCpu()}},
                              {"report.method_gpu_time", {onGpu()}},
                              {.say = copiesLine},
                              {.say = overlappedLine},
                              {.say = instancesLine},
                              {.key = "report.method_busy", .counts = hasBusyTime},
                              {.key = "report.method_weights_official",
                               .counts = hasOfficialWeights},
                              {.key = "report.method_weights_other", .counts = hasOtherWeights},
                              {.key = "report.method_weights_random", .counts = hasRandomWeights},
                              {"report.method_protocol"},
                              {"report.method_figures"}}},
        .result_blocks = [](const Comparison&,
                            const Labels& labels) { return InferenceTables(labels).blocks(); },
        .further_sections = pictureSections,
        .tables = {{"kernels", kernelCallsTable, true}, {"pictures", picturesTable, true}},
        .charts = {{.id = "lines", .can_be_log = true},
                   {"roofline", chartsBeside},
                   {.id = "plane", .make = planeCharts, .window_only = true}},
        .cards = inferenceCards,
        .layers = layersOf,
        .columns = recognised,
        .time_unit = inSeconds(),  // as the handout prints them (S0-15, S0-19)
        .notes = recognisedClass,
        .plan_title = networksTitle,
        .plan_sentence = inferenceSentence};
    return view;
}

bool isUntrained(const Row& row) {
    return std::ranges::any_of(row.cells, [](const ReportCell& cell) {
        return cell.measured() && hasRandomWeights(cell);
    });
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

std::vector<AgreedClass> agreedClasses(const Row& row) {
    std::vector<AgreedClass> agreed;
    for (const ReportCell& cell : row.cells) {
        if (!cell.measured()) continue;
        for (const PictureClasses& picture : recognisedAll(row.work, cell.result)) {
            auto known = std::ranges::find(agreed, picture.input, &AgreedClass::input);
            if (known == agreed.end()) {
                agreed.push_back({.input = picture.input, .top = picture.top});
                known = std::prev(agreed.end());
            }
            ++known->variants;
            known->equal += picture.top.front().index == known->top.front().index;
        }
    }
    return agreed;
}

std::vector<DocBlock> InferenceTables::blocks() const {
    std::vector<DocBlock> all;
    for (DocTable& table : std::vector{batchTable(), classTable(), criticalTable(), kernelsTable()})
        if (!table.rows.empty()) all.emplace_back(std::move(table));
    return all;
}

/// Makes the table of the classes that the network recognised in the photographs, so that the run
/// is visibly a recognition task (S0-48).
DocTable InferenceTables::classTable() const {
    DocTable out = bareTable("classes", "report.classes_title",
                             {"head.input", "column.model", "head.size_px", "report.column_class",
                              "report.column_probability", "report.column_agreement"},
                             {4});
    bool published = false, own = false;
    for (const Row& row : m_c.rows)
        for (const AgreedClass& one : agreedClasses(row)) {
            const TopClass& top = one.top.front();
            (top.set ? own : published) = true;
            out.rows.push_back(
                {words(inputName(one.input, m_text)), words(networkName(row.work, m_text)),
                 words(sidesText(row, m_text)), words(className(top, m_text)),
                 figure(top.probability, 3),
                 words(t("report.agreement", {{"equal", one.equal}, {"variants", one.variants}}))});
        }
    if (published) out.notes.push_back(t("report.classes_note"));
    if (own) out.notes.push_back(t("report.classes_note_own"));
    return out;
}

}  // namespace duelo
