// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_cards.h"

#include <algorithm>
#include <utility>

#include "experiments/training/epoch_parts.h"
#include "experiments/training/events.h"
#include "experiments/training/view_table.h"
#include "report/comparison.h"
#include "ui/charts/breakdown_bar.h"
#include "ui/look/settings.h"
#include "ui/models/chart_makers.h"

namespace duelo::ui {

namespace {

void addTrained(QVector<Card>& cards, const TrainedCell& cell, const Text& text) {
    if (!cell.trained) return;
    const Trained& trained = *cell.trained;
    Card card{"trained", qs(text("learning.card_learnt", {{"name", cell.name.toStdString()}})),
              {},        nullptr,
              {},        {}};
    card.lines << qs(
        text("learning.card_accuracy", {{"test_percent", 100 * trained.test_accuracy},
                                        {"low_percent", 100 * trained.test_accuracy_ci95.low},
                                        {"high_percent", 100 * trained.test_accuracy_ci95.high}}));
    card.lines << qs(text("learning.card_epochs", {{"best", trained.best_epoch},
                                                   {"epochs", trained.epochs},
                                                   {"updates", trained.updates},
                                                   {"all_ms", trained.epochs_ms}}));
    card.lines << qs(text.word("stopped_by", trained.stopped_by));
    if (!trained.weights_file.empty())
        card.lines << qs(
            text("learning.card_weights", {{"file", visibleText(baseName(trained.weights_file))}}));
    cards << card;
}

void addAdvice(QVector<Card>& cards, const TrainedCell& cell, const Text& text,
               std::function<void(double)> accept, const QString& caption) {
    if (!cell.advice) return;
    Card card{"advice", qs(text("learning.card_advice")), {}, nullptr, {}, {}};
    card.lines << qs(text.reason(cell.advice->why));
    if (const auto rate = cell.advice->learning_rate) {
        card.action = caption;
        card.run = [accept = std::move(accept), rate = *rate] { accept(rate); };
    }
    cards << card;
}

void addData(QVector<Card>& cards, const ReportCell& cell, const Text& text) {
    const auto known = dataOf(cell);
    if (!known) return;
    const DataEvent& data = *known;
    Card card{"data", qs(text("learning.card_data")), {}, nullptr, {}, {}};
    card.lines << qs(text("learning.card_counts", {{"train", samplesIn(data.train)},
                                                   {"validation", samplesIn(data.validation)},
                                                   {"test", samplesIn(data.test)},
                                                   {"classes", data.classes.size()}}));
    card.lines << qs(text(data.resident ? "learning.card_resident" : "learning.card_anew",
                          {{"decode_ms", data.decode_ms}}));
    const auto& quantities = cell.result.quantities;
    if (const auto counted = quantities.find("parameters"); counted != quantities.end())
        card.lines << qs(text("learning.card_parameters", {{"parameters", counted->second}}));
    cards << card;
}

void addNotices(QVector<Card>& cards, const Comparison& comparison, const ReportCell& cell,
                const Text& text) {
    Card card{"notices", qs(text("explain.notices_title")), {}, nullptr, {}, {}};
    for (const auto* reasons : {&cell.notices, &comparison.sources[cell.source].notices})
        for (const Reason& reason : *reasons)
            if (const QString line = qs(text.reason(reason)); !card.lines.contains(line))
                card.lines << line;
    if (!card.lines.isEmpty()) cards << card;
}

}  // namespace

TrainingCards::TrainingCards(QWidget* parent) : m_bar(new BreakdownBar(parent)) {
    m_bar->hide();
}

QVector<Card> TrainingCards::make(const Comparison* comparison, const TrainedCell* cell,
                                  const Text& text, std::function<void(double)> accept) {
    QVector<Card> cards;
    m_bar->hide();
    if (!comparison || !cell) {
        cards << Card{"start",
                      qs(text("learning.card_start")),
                      {qs(text("learning.card_start_1")), qs(text("learning.card_start_2"))},
                      nullptr,
                      {},
                      {}};
        return cards;
    }
    addTrained(cards, *cell, text);
    addAdvice(cards, *cell, text, std::move(accept), qs(text("learning.use_rate")));
    // Of an epoch alone: what was read once, before them, is told with the data.
    const BreakdownValue value = breakdownOf(epochParts(epochsOf(*cell->cell)), text);
    if (value.segments.size() > 1) {
        m_bar->setValue(value);
        cards << Card{
            "where", qs(text("learning.card_where", {{"name", cell->name.toStdString()}})),
            {},      m_bar,
            {},      {}};
    }
    addData(cards, *cell->cell, text);
    addNotices(cards, *comparison, *cell->cell, text);
    return cards;
}

}  // namespace duelo::ui
