// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "record/doubt.h"
#include "record/tolerance.h"
#include "report/comparison_steps.h"
#include "report/imported.h"
#include "report/view.h"
#include "stats/validity.h"

namespace duelo {
namespace {

struct RoundTime {
    int round = 0;
    double ms = 0;
};

/// The time of each round, ascending: the median of its kept samples.
std::vector<RoundTime> roundTimes(const Samples& samples) {
    std::vector<RoundTime> kept;
    kept.reserve(samples.round.size());
    for (std::size_t i = 0; i < samples.wall_ms.size() && i < samples.round.size(); ++i)
        if (samples.counts(i)) kept.push_back({samples.round[i], samples.wall_ms[i]});
    if (!std::ranges::is_sorted(kept, {}, &RoundTime::round))
        std::ranges::stable_sort(kept, {}, &RoundTime::round);
    std::vector<RoundTime> times;
    std::vector<double> values;
    for (auto from = kept.begin(); from != kept.end();) {
        const int round = from->round;
        values.clear();
        for (; from != kept.end() && from->round == round; ++from) values.push_back(from->ms);
        times.push_back({round, median(values)});
    }
    return times;
}

/// Variants of one case are interleaved exactly when they were measured by one process.
std::optional<RatioEstimate> pairedByRound(std::span<const RoundTime> base,
                                           std::span<const RoundTime> other) {
    std::vector<double> base_ms, other_ms;
    auto b = other.begin();
    for (const RoundTime& a : base) {
        while (b != other.end() && b->round < a.round) ++b;
        if (b == other.end() || b->round != a.round) continue;
        base_ms.push_back(a.ms);
        other_ms.push_back(b->ms);
    }
    if (base_ms.empty()) return std::nullopt;
    return comparePaired(base_ms, other_ms);
}

bool plainlyComparable(const Params& a, const Params& b) {
    return a.at("precision") == b.at("precision") && a.at("mode") == "eager" &&
           b.at("mode") == "eager";
}

/// The fastest measured column of a side among those of one precision that tell what a call takes.
std::optional<std::size_t> fastest(const Comparison& c, const Row& row, std::size_t file,
                                   DeviceKind kind, const Json& precision) {
    std::optional<std::size_t> best;
    double best_ms = 0;
    for (const ReportCell& cell : row.cells) {
        const Column& column = c.columns[cell.column];
        if (column.file != file || deviceOf(column.variant).kind() != kind ||
            column.variant.at("precision") != precision || !cell.timed() ||
            isPipelined(cell.result))
            continue;
        const double ms = cell.result.summary->median_ms;
        if (best && !(ms < best_ms)) continue;
        best = cell.column;
        best_ms = ms;
    }
    return best;
}

/// Digests of what both sides name; what one does not tell is no difference.
std::optional<Reason> differingIdentity(const ResultRecord& a, const ResultRecord& b) {
    const auto differ = [](const std::string& left, const std::string& right) {
        return !left.empty() && !right.empty() && left != right;
    };
    for (const Identity& left : a.identities) {
        const Identity* right = b.identity(left.id);
        if (!right || (!differ(left.sha256, right->sha256) && !differ(left.origin, right->origin)))
            continue;
        if (left.id == "input") return Reason{"ratio_inputs_differ"};
        if (left.id == "weights") return Reason{"ratio_weights_differ"};
        return Reason{"ratio_identity_differs", {{"name", left.id}}};
    }
    return std::nullopt;
}

/// Returns why two files have no ratio where their precisions differ: the choice of one group is no
/// variant of the other's.
std::optional<Reason> differingPrecision(const Params& a, const Params& b) {
    const std::string left = a.text("precision"), right = b.text("precision");
    if (left.empty() || right.empty() || left == right) return std::nullopt;
    return Reason{"ratio_precision_differs", {{"a", left}, {"b", right}}};
}

/// Returns why two files have no ratio where they do not mean the same by the same words.
std::optional<Reason> differingMeaning(const Header& a, const Header& b) {
    if (a.spec_version != b.spec_version) return Reason{"ratio_version_differs"};
    const std::string &left = a.protocol.version, &right = b.protocol.version;
    if (left.empty() || right.empty() || left == right) return std::nullopt;
    return Reason{"ratio_protocol_differs", {{"a", left}, {"b", right}}};
}

}  // namespace

Result<bool> sameResult(const Comparison& comparison, const Row& row, std::size_t base,
                        std::size_t column) {
    const ReportCell &a = row.cells[base], &b = row.cells[column];
    if (const View& view = viewOf(comparison, row); view.agree) return view.agree(a, b);
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    const BitLoss loss = spec && spec->loss ? spec->loss(row.work, a.result.identities) : BitLoss{};
    const double tolerance =
        toleranceFor(comparison.columns[base].variant, comparison.columns[column].variant, loss);
    // max_error counts from the case's base, so it says something within a file only.
    const auto far = [&](const ResultRecord& r) { return r.max_error.value_or(0) > tolerance; };
    if (a.source == b.source && (far(a.result) || far(b.result)))
        return fail("ratio_outputs_disagree");
    const auto &x = a.result.fingerprint, &y = b.result.fingerprint;
    if (!x || !y) return false;
    if (x->values.empty() && y->values.empty()) return !x->sha256.empty() && x->sha256 == y->sha256;
    if (!agreement(*x, *y, tolerance)) return fail("ratio_outputs_disagree");
    return true;
}

std::optional<Reason> whyNoRatio(const Comparison& comparison, const Row& row, std::size_t base,
                                 std::size_t column) {
    if (!row.cells[base].measured() || !row.cells[column].measured())
        return Reason{"ratio_side_missing"};
    return whyNoRatio(comparison, row, base, column, sameResult(comparison, row, base, column));
}

std::optional<Reason> whyNoRatio(const Comparison& comparison, const Row& row, std::size_t base,
                                 std::size_t column, const Result<bool>& same) {
    const ReportCell &a = row.cells[base], &b = row.cells[column];
    const Header &left = comparison.sources[a.source].header,
                 &right = comparison.sources[b.source].header;
    if (auto reason = differingMeaning(left, right)) return reason;
    for (const Header* side : {&left, &right})
        if (auto reason = whyNoRatioOf(*side)) return reason;
    if (comparison.columns[base].file != comparison.columns[column].file)
        if (auto reason = differingPrecision(comparison.columns[base].variant,
                                             comparison.columns[column].variant))
            return reason;
    // An experiment's own check of its results says more than a digest.
    const bool imported = provenanceOf(left) || provenanceOf(right);
    const bool own = viewOf(comparison, row).agree != nullptr && !imported;
    if (!same && own) return same.error();
    if (auto reason = differingIdentity(a.result, b.result)) return reason;
    if (!same && !imported) return same.error();
    if (!a.timed() || !b.timed()) return Reason{"ratio_no_time"};
    return std::nullopt;
}

namespace {

/// Tells whether all doubts of a result come from the load of other programs.
bool isOfLoad(const ResultRecord& result) {
    for (const std::string& flag : doubtfulOf(result.flags)) {
        const auto is = [&](std::string_view other) { return flag == other; };
        if (is(flags::discarded)) {
            for (const auto& [cause, count] : result.discarded)
                if (cause != word(DiscardCause::Preempted)) return false;
        } else if (!is(flags::shared_processor) && !is(flags::noisy) && !is(flags::very_noisy) &&
                   !is(flags::wide_interval) && !is(flags::drift) && !is(flags::two_modes)) {
            return false;
        }
    }
    return true;
}

/// Returns the number of threads that a variant has on the CPU, 0 for all cores. If the experiment
/// has threads and the variant names none, it has one; for a user's own program nobody knows.
std::optional<std::int64_t> threadsOf(const Spec* spec, const Params& variant) {
    if (variant.has("threads")) return variant.integer("threads");
    if (spec && std::ranges::find(spec->axes, "threads", &Axis::id) != spec->axes.end()) return 1;
    return std::nullopt;
}

/// Tells whether load holds up both sides in the same way. Threads that wait spinning make two lose
/// to one in every round, and so would processes or pinned threads beside free ones.
bool loadedAlike(const Spec* spec, const Params& a, const Params& b) {
    const auto threads = threadsOf(spec, a);
    if (!threads || threads != threadsOf(spec, b)) return false;
    return std::ranges::all_of(std::array{"instances", "processes", "pinning"}, [&](auto axis) {
        return a.has(axis) == b.has(axis) && (!a.has(axis) || a.at(axis) == b.at(axis));
    });
}

/// The calls of each round that both have samples of.
std::array<std::vector<std::vector<double>>, 2> commonRounds(const Samples& a, const Samples& b) {
    const auto byRound = [](const Samples& samples) {
        std::map<int, std::vector<double>> rounds;
        for (std::size_t i = 0; i < samples.wall_ms.size() && i < samples.round.size(); ++i)
            if (samples.counts(i)) rounds[samples.round[i]].push_back(samples.wall_ms[i]);
        return rounds;
    };
    auto left = byRound(a), right = byRound(b);
    std::array<std::vector<std::vector<double>>, 2> common;
    for (auto& [round, calls] : left)
        if (const auto other = right.find(round); other != right.end()) {
            common[0].push_back(std::move(calls));
            common[1].push_back(std::move(other->second));
        }
    return common;
}

/// Returns which side of a pair is the faster although it is flagged for load; nothing where that
/// is not sure.
std::optional<LoadedDirection> loadedDirection(const Comparison& comparison, const Row& row,
                                               const ColumnRatio& ratio, const ReportCell& a,
                                               const ReportCell& b) {
    const auto shares = [](const ReportCell& cell) {
        return std::ranges::find(cell.result.flags, flags::shared_processor) !=
               cell.result.flags.end();
    };
    if (!ratio.paired || (!shares(a) && !shares(b)) || !isOfLoad(a.result) || !isOfLoad(b.result))
        return std::nullopt;
    if (isPipelined(a.result) != isPipelined(b.result)) return std::nullopt;
    const Params &left = comparison.columns[ratio.base].variant,
                 &right = comparison.columns[ratio.column].variant;
    const bool base_gpu = deviceOf(left).isGpu(), gpu = deviceOf(right).isGpu();
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    if (base_gpu == gpu && (gpu || !loadedAlike(spec, left, right))) return std::nullopt;
    const auto rounds = commonRounds(a.samples, b.samples);
    const auto direction = directionUnderLoad(rounds[0], rounds[1]);
    // A CPU that wins although others use it wins; a GPU that loses may have waited for it.
    if (direction && base_gpu != gpu && direction->candidate_faster != gpu) return std::nullopt;
    return direction;
}

/// `baseTimes` are those of the base's samples.
ColumnRatio ratioTo(const Comparison& comparison, const Row& row, std::size_t base,
                    std::span<const RoundTime> baseTimes, std::size_t column) {
    ColumnRatio ratio{.base = base, .column = column};
    const ReportCell &a = row.cells[base], &b = row.cells[column];
    ratio.reason = whyNoRatio(comparison, row, base, column);
    if (ratio.reason) return ratio;
    if (a.source == b.source) ratio.estimate = pairedByRound(baseTimes, roundTimes(b.samples));
    ratio.paired = ratio.estimate.has_value();
    if (!ratio.paired)
        ratio.estimate = compareUnpaired({a.result.summary->median_ms, a.result.summary->ci95_ms},
                                         {b.result.summary->median_ms, b.result.summary->ci95_ms});
    if (uncheckedOf(comparison, ratio)) {
        const double times = a.result.summary->median_ms / b.result.summary->median_ms;
        ratio.estimate = RatioEstimate{.ratio = times, .doubt = Doubt::None};
    }
    if (isDoubtful(a.result) || isDoubtful(b.result)) {
        ratio.estimate->verdict = Verdict::Inconclusive;
        ratio.estimate->doubt = Doubt::Flagged;
        ratio.loaded = loadedDirection(comparison, row, ratio, a, b);
    }
    return ratio;
}

/// One that the row has already, else a new one.
ColumnRatio knownRatio(const Comparison& comparison, const Row& row, std::size_t base,
                       std::size_t column) {
    for (const ColumnRatio& known : row.ratios)
        if (known.base == base && known.column == column) return known;
    return ratioOf(comparison, row, base, column);
}

/// The sides are those of the table: this PC's CPU and whichever GPU stands there.
FairPair fairPair(const Comparison& comparison, const CaseTable& table, const Row& row) {
    FairPair pair;
    if (!table.cpu || !table.gpu) return pair;
    const Column &cpu = comparison.columns[*table.cpu], &gpu = comparison.columns[*table.gpu];
    if (plainlyComparable(cpu.variant, gpu.variant) ||
        provenanceOf(comparison.sourceOf(gpu).header))
        pair.naive = knownRatio(comparison, row, *table.cpu, *table.gpu);
    const Json& precision = cpu.variant.at("precision");
    const auto bestCpu = fastest(comparison, row, cpu.file, DeviceKind::Cpu, precision);
    const auto bestGpu = fastest(comparison, row, gpu.file, DeviceKind::Gpu, precision);
    if (bestCpu && bestGpu) pair.best = knownRatio(comparison, row, *bestCpu, *bestGpu);
    if (!pair.best && provenanceOf(comparison.sourceOf(gpu).header)) pair.best = pair.naive;
    return pair;
}

}  // namespace

ColumnRatio ratioOf(const Comparison& comparison, const Row& row, std::size_t base,
                    std::size_t column) {
    return ratioTo(comparison, row, base, roundTimes(row.cells[base].samples), column);
}

const ColumnRatio* speakingRatio(const Comparison& comparison, const Row& row) {
    const ColumnRatio* best = nullptr;
    const auto rank = [&](const ColumnRatio& ratio) {
        const bool gpu = deviceOf(comparison.columns[ratio.column].variant).isGpu();
        const bool call = !isPipelined(row.cells[ratio.column].result);
        return std::tuple(call, gpu, ratio.givesFactor() ? ratio.estimate->ratio : 0.0);
    };
    for (const ColumnRatio& ratio : row.ratios)
        if (row.cells[ratio.base].measured() && row.cells[ratio.column].measured() &&
            (best == nullptr || rank(ratio) > rank(*best)))
            best = &ratio;
    return best;
}

void addRatios(Comparison& comparison) {
    if (!comparison.base_column) return;
    const std::size_t base = *comparison.base_column;
    // Nothing is known of a pair that no row has measured.
    std::set<std::size_t> known;
    for (const Row& row : comparison.rows)
        if (row.cells[base].measured())
            for (const ReportCell& cell : row.cells)
                if (cell.column != base && cell.measured()) known.insert(cell.column);
    const std::vector<std::size_t> columns(known.begin(), known.end());
    comparison.ledgers.resize(columns.size());
    forEachAtOnce(columns.size(), [&](std::size_t i) {
        comparison.ledgers[i] = ledgerOf(comparison, base, columns[i]);
    });

    forEachAtOnce(comparison.rows.size(), [&](std::size_t r) {
        Row& row = comparison.rows[r];
        const auto baseTimes = roundTimes(row.cells[base].samples);
        for (const ReportCell& cell : row.cells)
            if (cell.column != base)
                row.ratios.push_back(ratioTo(comparison, row, base, baseTimes, cell.column));
    });
    for (CaseTable& table : comparison.tables)
        for (const std::size_t r : table.rows)
            table.pairs.push_back(fairPair(comparison, table, comparison.rows[r]));
}

}  // namespace duelo
