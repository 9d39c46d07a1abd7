// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "base/places.h"
#include "base/reason_json.h"
#include "experiments/specs.h"
#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/view_charts.h"
#include "experiments/training/view_quality.h"
#include "experiments/training/view_table.h"
#include "experiments/work_names.h"
#include "networks/hidden_units.h"
#include "report/common_cards.h"
#include "report/view.h"

namespace duelo {
namespace {

CardValue startCard(const Text& text) {
    return {.id = "start",
            .title = text("learning.card_start"),
            .lines = {text("learning.card_start_1"), text("learning.card_start_2")}};
}

/// Pictures that it has not learnt from; those of a folder lie where that lay.
std::vector<Json> inputsFor(const Trained& trained, const Params& work, const Axis& input) {
    std::vector<Json> inputs;
    for (const std::string& picture : trained.pictures)
        inputs.emplace_back(
            input.names(picture) ? picture : utf8(fromUtf8(work.text("data")) / fromUtf8(picture)));
    return inputs;
}

/// what was trained, as the network of an inference.
std::optional<CardValue::Offer> useOffer(const Trained& trained, const Params& work,
                                         const Text& text) {
    const Spec* inference = findSpec("inference");
    if (!inference || trained.weights_file.empty()) return std::nullopt;
    Plan plan = usualPlan(*inference, Facts{});
    Block& block = plan.cases.front();
    block["model"] = {work.text("model")};
    if (work.integer("hidden", kUsualHidden) != kUsualHidden) block["hidden"] = {work.at("hidden")};
    block["weights"] = {trained.weights_file};
    if (auto inputs = inputsFor(trained, work, *inference->find("input")); !inputs.empty())
        block["input"] = std::move(inputs);
    return CardValue::Offer{.caption = text("learning.use_network"), .plan = toJson(plan)};
}

/// Adds what belongs beside the accuracy (Y-24): what always saying the largest class scores, and
/// the class that was recognised worst, unless none was missed.
void addQuality(CardValue& card, const Trained& trained, const Params& work, const Text& text) {
    if (std::string largest = largestText(trained, text); !largest.empty())
        card.lines.push_back(std::move(largest));
    const std::vector<ClassQuality> qualities = classQualities(trained);
    const auto worst = std::ranges::min_element(qualities, {}, &ClassQuality::recall);
    if (worst == qualities.end() || worst->right == worst->images) return;
    const std::string& name = trained.classes[worst->index];
    card.lines.push_back(
        text("learning.card_worst", {{"class_name", classOfSet(inputOf(work), name, text)},
                                     {"right", worst->right},
                                     {"images", worst->images},
                                     {"recall_percent", 100 * worst->recall()}}));
}

CardValue trainedCard(const Trained& trained, const std::string& name, const Params& work,
                      const Labels& labels) {
    const Text& text = labels.text();
    const auto file = [](const std::string& path) -> Json {
        return {{"file", visibleText(baseName(path))}};
    };
    Json args = trainedArgs(trained);
    args["all_text"] = labels.timeText(trained.epochs_ms);
    CardValue card{.id = "trained",
                   .title = text("learning.card_learnt", {{"name", name}}),
                   .lines = {text("learning.card_accuracy", args)}};
    addQuality(card, trained, work, text);
    card.lines.push_back(text("learning.card_epochs", args));
    card.lines.push_back(text.word("stopped_by", trained.stopped_by));
    if (trained.begun_after > 0)
        card.lines.push_back(text("learning.card_went_on", {{"epoch", trained.begun_after}}));
    card.lines.push_back(trained.weights_file.empty()
                             ? text("learning.card_unsaved")
                             : text("learning.card_weights", file(trained.weights_file)));
    if (!trained.checkpoint_file.empty())
        card.lines.push_back(text("learning.card_checkpoint", file(trained.checkpoint_file)));
    return card;
}

/// One axis of a plan for each parameter of a cell.
Block blockOf(const Params& params) {
    Block block;
    for (const auto& [id, value] : params) block[id] = {value};
    return block;
}

/// A training that was cut off, with what goes on with it in one process.
std::optional<CardValue> keptCard(const TrainedCell& cut, const Shown& shown, const Text& text) {
    const auto& why = cut.cell->result.reason;
    if (!why) return std::nullopt;
    const auto more = why->args.find(kNextReason);
    const Reason kept = more != why->args.end() ? reasonFromJson(*more) : Reason();
    if (kept.code != "checkpoint_kept") return std::nullopt;
    const Row& row = shown.comparison.rows[cut.row];
    Params work = row.work, variant = shown.comparison.columns[cut.column].variant;
    work.set("checkpoint", kept.args.value("path", ""));
    variant.erase("processes");
    const Plan plan{.experiment = row.experiment,
                    .cases = {blockOf(work)},
                    .variants = {blockOf(variant)},
                    .run = {{"keep_checkpoint", true}}};
    CardValue card{.id = "kept-" + cut.cell->id,
                   .title = text("learning.card_kept"),
                   .lines = {cut.name + ": " + text.reason(*why)}};
    card.offer = {.caption = text("learning.go_on", {{"epoch", kept.args.value("epoch", 0)}}),
                  .plan = toJson(plan)};
    return card;
}

CardValue adviceCard(const RateAdvice& advice, const Text& text) {
    CardValue card{
        .id = "advice", .title = text("learning.card_advice"), .lines = {text.reason(advice.why)}};
    if (advice.learning_rate)
        card.offer = {.caption = text("learning.use_rate"),
                      .axis = "learning_rate",
                      .value = *advice.learning_rate};
    return card;
}

CardValue dataCard(const DataEvent& data, const ReportCell& cell, const Text& text) {
    CardValue card{.id = "data", .title = text("learning.card_data")};
    card.lines = {text("learning.card_counts", {{"train", samplesIn(data.train)},
                                                {"validation", samplesIn(data.validation)},
                                                {"test", samplesIn(data.test)},
                                                {"classes", data.classes.size()}}),
                  text(data.resident ? "learning.card_resident" : "learning.card_anew",
                       {{"decode_ms", data.decode_ms}})};
    const auto& quantities = cell.result.quantities;
    if (const auto counted = quantities.find("parameters"); counted != quantities.end())
        card.lines.push_back(text("learning.card_parameters", {{"parameters", counted->second}}));
    return card;
}

}  // namespace

std::vector<CardValue> trainingCards(const Shown& shown) {
    const Text& text = shown.labels.text();
    const std::vector<TrainedCell> cells = trainedCells(shown);
    const TrainedCell* chosen = chosenOf(cells, shown);
    if (!chosen) return {startCard(text)};
    const ReportCell& cell = *chosen->cell;
    std::vector<CardValue> cards;
    for (const TrainedCell& each : cells)
        if (auto kept = keptCard(each, shown, text)) cards.push_back(std::move(*kept));
    if (chosen->trained) {
        const Params& work = shown.comparison.rows[chosen->row].work;
        cards.push_back(trainedCard(*chosen->trained, chosen->name, work, shown.labels));
        cards.back().offer = useOffer(*chosen->trained, work, text);
    }
    if (chosen->advice) cards.push_back(adviceCard(*chosen->advice, text));
    // Of an epoch alone: what was read once, before them, is told with the data.
    const Parts parts = epochParts(epochsOf(cell));
    if (auto where =
            whereCard(text("learning.card_where", {{"name", chosen->name}}), parts, shown.labels)) {
        // On a CPU alone the reader looks for what the others have.
        if (!partMs(parts, "h2d")) where->lines.push_back(text("training.batch_parts_note_cpu"));
        if (partMs(parts, "all_reduce"))
            where->lines.push_back(text("training.batch_parts_note_processes"));
        if (partMs(parts, "launch")) where->lines.push_back(text("training.batch_launch"));
        cards.push_back(std::move(*where));
    }
    if (auto pays = paysCard(shown)) {
        // Says where to measure it, if nothing of it was measured (S4-19).
        if (viewsBeside(shown.comparison).size() == 1)
            pays->lines.push_back(text("training.sharing_where"));
        cards.push_back(std::move(*pays));
    }
    if (const auto data = dataOf(cell)) cards.push_back(dataCard(*data, cell, text));
    return cards;
}

}  // namespace duelo
