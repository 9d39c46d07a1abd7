// SPDX-License-Identifier: Apache-2.0
#include "report/sample_swarm.h"

#include <algorithm>

namespace duelo {

SampleSwarm swarmOf(std::span<const double> at, double width_px, double height_px, double dot_px) {
    const auto cells = static_cast<std::size_t>(std::max(1.0, width_px / dot_px));
    std::vector<SampleSwarm::Stack> all(cells);
    for (const double place : at) {
        if (!(place >= 0 && place <= 1)) continue;
        const auto cell = static_cast<std::size_t>(place * static_cast<double>(cells));
        SampleSwarm::Stack& stack = all[std::min(cell, cells - 1)];
        stack.x_px += place * width_px;
        ++stack.count;
    }
    std::size_t most = 1;
    for (const auto& stack : all) most = std::max(most, stack.count);

    SampleSwarm swarm;
    swarm.dots = static_cast<double>(most) * dot_px <= height_px;
    const double cell_px = width_px / static_cast<double>(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        SampleSwarm::Stack stack = all[cell];
        if (stack.count == 0) continue;
        const auto count = static_cast<double>(stack.count);
        const bool column = !swarm.dots && stack.count > 1;
        stack.x_px = column ? (static_cast<double>(cell) + 0.5) * cell_px : stack.x_px / count;
        stack.height_px = swarm.dots
                              ? count * dot_px
                              : std::max(dot_px, height_px * count / static_cast<double>(most));
        swarm.stacks.push_back(stack);
    }
    return swarm;
}

}  // namespace duelo
