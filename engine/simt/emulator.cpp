// SPDX-License-Identifier: Apache-2.0
#include "simt/emulator.h"

#include <algorithm>
#include <utility>

namespace duelo::simt {

namespace {

constexpr std::uint32_t kArrayWords = 64;  // arrays begin at multiples of 256 bytes, as CUDA's do

}  // namespace

DeviceArray& Emulator::allocate(std::string name, std::size_t count) {
    const std::uint32_t first = m_next_word;
    m_next_word += (static_cast<std::uint32_t>(count) / kArrayWords + 1) * kArrayWords;
    return m_arrays.emplace_back(DeviceArray{.name = std::move(name),
                                             .first_word = first,
                                             .values = std::vector<float>(count),
                                             .history = std::vector<WordHistory>(count)});
}

void Emulator::countCopy(const DeviceArray& of) {
    ++m_counters.copies;
    m_counters.copied_bytes += static_cast<std::int64_t>(of.values.size() * sizeof(float));
}

void Emulator::copyIn(DeviceArray& to, std::span<const float> from) {
    std::ranges::copy(from, to.values.begin());
    to.filled = true;
    countCopy(to);
}

std::span<const float> Emulator::copyOut(const DeviceArray& from) {
    countCopy(from);
    return from.values;
}

Result<void> Emulator::run(std::string name, Dim grid, Dim block,
                           const std::function<void()>& kernel) {
    gridDim = grid;
    blockDim = block;
    m_watch.beginLaunch(std::move(name), grid, block);
    m_watch.makeCurrent(true);
    Result<void> done;
    for (unsigned i = 0; i < grid.count() && done; ++i) {
        blockIdx = {i % grid.x, i / grid.x % grid.y, i / (grid.x * grid.y)};
        m_watch.beginBlock(blockIdx);
        done = m_threads.run(kernel, block, m_stop);
        m_watch.endBlock();
    }
    m_watch.makeCurrent(false);
    m_counters += m_watch.endLaunch();
    return done;
}

}  // namespace duelo::simt
