// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/inference_cards.h"

#include <algorithm>

#include <QLabel>

#include "experiments/inference/output.h"
#include "report/document.h"
#include "ui/charts/breakdown_bar.h"
#include "ui/look/settings.h"
#include "ui/models/chart_makers.h"

namespace duelo::ui {

struct InferenceCards::Row {
    const Comparison& comparison;
    const SizeTable& table;
    const duelo::Row& row;
    const Labels& labels;
    const Text& text;

    /// The cell that the cards speak of: the GPU's where there is one.
    [[nodiscard]] std::optional<std::size_t> column() const {
        for (const auto& wanted : {table.gpu, table.cpu})
            if (wanted && row.cells[*wanted].measured()) return wanted;
        for (std::size_t c = 0; c < row.cells.size(); ++c)
            if (row.cells[c].measured()) return c;
        return std::nullopt;
    }
};

namespace {

constexpr double kUnexplainedShare = 0.15;

std::int64_t sizeOf(const duelo::Row& row) {
    return row.work.integer("size_px");
}

void addMeasured(QVector<Card>& cards, const ReportCell& cell, const Source& source,
                 const Text& text) {
    const ResultRecord& result = cell.result;
    Card card{"measured", qs(text("explain.measured_title")), {}, nullptr, {}, {}};
    card.lines << qs(
        text("explain.measured_n", {{"n", result.summary->n}, {"calls", result.warm_up_calls}}));
    if (const std::string& clock = source.header.engine.clock.clock; !clock.empty())
        card.lines << qs(text("explain.measured_clock", {{"clock", text.word("clock", clock)}}));
    if (cell.cold)
        card.lines << qs(text("explain.measured_cold", {{"load_ms", cell.cold->load_ms},
                                                        {"first_ms", cell.cold->first_ms}}));
    if (const Metric* rate = result.metric("throughput"); rate && rate->value > 0)
        card.lines << qs(text("explain.measured_throughput",
                              {{"rate", formatSignificant(rate->value, 3, text.numbers())}}));
    for (const std::string& flag : result.flags)
        card.lines << qs(text("explain.measured_flags",
                              {{"flag", flag}, {"help_text", text.word("flag_help", flag)}}));
    cards << card;
}

void addGrowth(QVector<Card>& cards, const Comparison& comparison, std::size_t table,
               const Labels& labels) {
    const SizeTable& sizes = comparison.tables[table];
    if (!isOverSizes(comparison, table)) return;
    const Text& text = labels.text();
    Card card{"growth", qs(text("explain.growth_title")), {}, nullptr, {}, {}};
    for (const auto& column : {sizes.cpu, sizes.gpu}) {
        const duelo::Row *first = nullptr, *last = nullptr;
        for (const std::size_t r : sizes.rows) {
            const duelo::Row& row = comparison.rows[r];
            if (!column || !row.cells[*column].measured()) continue;
            if (!first || sizeOf(row) < sizeOf(*first)) first = &row;
            if (!last || sizeOf(row) > sizeOf(*last)) last = &row;
        }
        if (!first || sizeOf(*first) == sizeOf(*last)) continue;
        const double side =
            static_cast<double>(sizeOf(*last)) / static_cast<double>(sizeOf(*first));
        if (card.lines.isEmpty())
            card.lines << qs(text("explain.growth",
                                  {{"from_px", sizeOf(*first)},
                                   {"to_px", sizeOf(*last)},
                                   {"pixels", formatSignificant(side * side, 3, text.numbers())}}));
        const double factor = last->cells[*column].result.summary->median_ms /
                              first->cells[*column].result.summary->median_ms;
        card.lines << qs(text("explain.growth_side",
                              {{"variant_name", labels.deviceName(*column)},
                               {"factor", formatSignificant(factor, 3, text.numbers())}}));
    }
    if (!card.lines.isEmpty()) cards << card;
}

/// The fairness ledger of the pair that the table shows (P-08).
void addLedger(QVector<Card>& cards, const Comparison& comparison, const duelo::Row& row,
               const Labels& labels) {
    const auto ratio =
        std::find_if(row.ratios.begin(), row.ratios.end(), [&](const ColumnRatio& candidate) {
            return row.cells[candidate.base].measured() && row.cells[candidate.column].measured();
        });
    if (ratio == row.ratios.end()) return;
    const Text& text = labels.text();
    Card card{"ledger", qs(text("explain.ledger_title")), {}, nullptr, {}, {}};
    card.lines << qs(
        text("explain.ledger_pair", {{"base_name", labels.columnName(ratio->base)},
                                     {"variant_name", labels.columnName(ratio->column)}}));
    for (const Ledger::Tick& tick : ledgerOf(comparison, ratio->base, ratio->column).ticks) {
        const char* key = tick.answer == Answer::Yes  ? "explain.ledger_yes"
                          : tick.answer == Answer::No ? "explain.ledger_no"
                                                      : "explain.ledger_unknown";
        const std::string code = tick.word.empty() ? tick.code : tick.code + "_" + tick.word;
        card.lines << qs(text(key, {{"what_text", text.word("ledger", code)}}));
    }
    cards << card;
}

void addOthers(QVector<Card>& cards, const Comparison& comparison, const Labels& labels) {
    Card card{"others", qs(labels.text()("explain.provenance_title")), {}, nullptr, {}, {}};
    for (const Source& source : comparison.sources)
        if (source.role != duelo::Role::Own) card.lines << qs(labels.provenance(source));
    if (!card.lines.isEmpty()) cards << card;
}

void addNotices(QVector<Card>& cards, const Comparison& comparison, const ReportCell& cell,
                const Text& text, bool live) {
    Card card{"notices", qs(text("explain.notices_title")), {}, nullptr, {}, {}};
    const auto add = [&](const std::vector<Reason>& reasons) {
        for (const Reason& reason : reasons) {
            if (live && reason.code == "file_open") continue;  // of course it is
            if (const QString line = qs(text.reason(reason)); !card.lines.contains(line))
                card.lines << line;
        }
    };
    add(comparison.warnings);
    add(comparison.sources[cell.source].warnings);
    add(comparison.sources[cell.source].notices);
    add(cell.notices);
    if (!card.lines.isEmpty()) cards << card;
}

}  // namespace

InferenceCards::InferenceCards(QWidget* parent)
    : m_bar(new BreakdownBar(parent)), m_picture(new QLabel(parent)) {
    m_bar->hide();
    m_picture->hide();
}

QVector<Card> InferenceCards::make(const RunModel& run, std::optional<std::size_t> table,
                                   std::optional<std::size_t> row, const Text& text,
                                   const QHash<QString, QImage>& pictures) {
    QVector<Card> cards;
    m_bar->hide();
    m_picture->hide();
    const Comparison* comparison = run.comparison();
    if (!comparison || !table || !row) {
        cards << Card{"start",
                      qs(text("explain.start_title")),
                      {qs(text("explain.start_line_1")), qs(text("explain.start_line_2"))},
                      nullptr,
                      {},
                      {}};
        return cards;
    }
    const Labels labels(*comparison, text);
    const Row at{*comparison, comparison->tables[*table], comparison->rows[*row], labels, text};
    addRecognised(cards, at, pictures);
    addWhere(cards, at);
    addLedger(cards, *comparison, at.row, labels);
    if (const auto column = at.column()) {
        const ReportCell& cell = at.row.cells[*column];
        addMeasured(cards, cell, comparison->sources[cell.source], text);
        addNotices(cards, *comparison, cell, text, run.isLive());
    }
    addGrowth(cards, *comparison, *table, labels);
    addOthers(cards, *comparison, labels);
    return cards;
}

void InferenceCards::addWhere(QVector<Card>& cards, const Row& at) {
    const auto column = at.column();
    if (!column) return;
    const ReportCell& cell = at.row.cells[*column];
    const BreakdownValue value = breakdownOf(cell, at.text);
    if (value.segments.size() < 2) return;  // one part alone explains nothing
    m_bar->setValue(value);
    Card card{"where",
              qs(at.text("explain.where_title", {{"variant_name", at.labels.columnName(*column)},
                                                 {"size_px", sizeOf(at.row)}})),
              {},
              m_bar,
              {},
              {}};
    double total = 0, unexplained = 0;
    bool apart = false;
    for (const auto& segment : value.segments) {
        total += segment.ms;
        if (segment.id == "unexplained") unexplained = segment.ms;
        if (segment.id == "h2d") apart = !segment.inside;
    }
    if (unexplained > kUnexplainedShare * total)
        card.lines << qs(at.text("explain.where_unexplained"));
    if (apart) card.lines << qs(at.text("explain.where_apart"));
    cards << card;
}

/// What the network saw and said, so that a run is visibly a recognition task (S0-48).
void InferenceCards::addRecognised(QVector<Card>& cards, const Row& at,
                                   const QHash<QString, QImage>& pictures) {
    if (inputOf(at.row.work) == kRandomInput) return;
    Card card{"class", qs(at.text("explain.class_title")), {}, nullptr, {}, {}};
    std::vector<TopClass> shown;
    std::size_t variants = 0, equal = 0;
    bool random = false;
    for (const ReportCell& cell : at.row.cells) {
        if (!cell.measured()) continue;
        const Identity* weights = cell.result.identity("weights");
        random |= weights && weights->origin == kRandomOrigin;
        const std::vector<TopClass> top = topClassesOf(cell.result);
        if (top.empty()) continue;
        if (shown.empty()) shown = top;
        ++variants;
        equal += top.front().index == shown.front().index;
    }
    if (shown.empty() && !random) return;
    if (random) {
        card.lines << qs(at.text("explain.class_random"));
    } else {
        for (std::size_t i = 0; i < shown.size() && i < 3; ++i)
            card.lines << qs(
                at.text("explain.class_line", {{"class", className(shown[i], at.text)},
                                               {"share_percent", 100 * shown[i].probability}}));
        if (variants > 1)
            card.lines << qs(
                at.text("explain.class_agree", {{"equal", equal}, {"variants", variants}}));
        card.lines << qs(at.text("explain.class_note"));
    }
    if (const QImage picture = pictures.value(qs(inputOf(at.row.work))); !picture.isNull()) {
        m_picture->setPixmap(QPixmap::fromImage(picture));
        m_picture->setAccessibleName(qs(at.labels.inputName(at.row.work)));
        card.extra = m_picture;
    }
    cards << card;
}

}  // namespace duelo::ui
