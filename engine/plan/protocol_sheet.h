// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/sheet.h"
#include "plan/protocol.h"

namespace duelo {

/// The protocol to which the cells of a file were measured, in its header: presets may mean
/// something else one day, a file keeps its meaning.
struct ProtocolSheet {
    std::string version{};  ///< of the procedure, such as "DMP-1"
    std::string preset{};
    std::optional<double> target_half_width{}, t_min_ms{}, t_max_ms{}, percentile{};
    std::optional<std::int64_t> n_min{}, rounds_min{}, n_max{};
    std::optional<int> processes{};
    Json extra = Json::object();
    bool operator==(const ProtocolSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("version", self.version);
        field("preset", self.preset);
        field("target_half_width", self.target_half_width);
        field("n_min", self.n_min);
        field("rounds_min", self.rounds_min);
        field("n_max", self.n_max);
        field("t_min_ms", self.t_min_ms);
        field("t_max_ms", self.t_max_ms);
        field("percentile", self.percentile);
        field("processes", self.processes);
    }
};

[[nodiscard]] ProtocolSheet sheetOf(const Protocol& protocol);

}  // namespace duelo
