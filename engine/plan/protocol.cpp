// SPDX-License-Identifier: Apache-2.0
#include "plan/protocol.h"

#include <algorithm>
#include <cmath>

#include "plan/protocol_sheet.h"

namespace duelo {
namespace {

constexpr std::size_t turn_samples_min = 5;
constexpr double turn_min_ms = 20;
/// The rounds that slow calls are planned for: enough for the ratio's interval by ranks.
constexpr double slow_rounds = 12;
/// Keeps a turn of a degenerate estimate (0 ms) finite.
constexpr std::size_t turn_samples_max = 1000;
constexpr double reads_per_sample = 1000;
constexpr std::size_t calls_per_sample_max = std::size_t{1} << 20;

}  // namespace

ProtocolSheet sheetOf(const Protocol& protocol) {
    return {.version = std::string(protocol_version),
            .preset = std::string(word(protocol.preset)),
            .target_half_width = protocol.target_half_width,
            .t_min_ms = protocol.t_min_ms,
            .t_max_ms = protocol.t_max_ms,
            .percentile = protocol.percentile,
            .n_min = static_cast<std::int64_t>(protocol.n_min),
            .rounds_min = static_cast<std::int64_t>(protocol.rounds_min),
            .n_max = static_cast<std::int64_t>(protocol.n_max),
            .processes = protocol.processes};
}

Turn planTurn(double sample_ms, const Protocol& protocol, double wake_ms) {
    if (!(sample_ms > 0)) return {turn_samples_max, true};
    const auto for_time = static_cast<std::size_t>(
        std::min(std::ceil(turn_min_ms / sample_ms), static_cast<double>(turn_samples_max)));
    const std::size_t wanted = std::max(turn_samples_min, for_time);
    const double affordable = std::floor(protocol.t_max_ms / (slow_rounds * sample_ms));
    const double measured = affordable - std::max(1.0, std::ceil(wake_ms / sample_ms));
    if (measured < 1) return {1, false};
    return {static_cast<std::size_t>(std::min(measured, static_cast<double>(wanted))), true};
}

std::size_t callsPerSample(double call_ns, double clock_read_ns) {
    const double least_ns = reads_per_sample * clock_read_ns;
    std::size_t calls = 1;
    while (calls < calls_per_sample_max && static_cast<double>(calls) * call_ns < least_ns)
        calls *= 2;
    return calls;
}

}  // namespace duelo
