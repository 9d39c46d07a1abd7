// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace duelo::simt {

/// The thread that touched a word last; block 0 is nobody. Blocks are counted through all launches.
struct Touch {
    std::uint32_t block = 0, interval = 0, thread = 0;

    [[nodiscard]] bool isBy(const Touch& other) const {
        return block == other.block && thread == other.thread;
    }
};

/// The history of one word: enough to know whether the next access races with an earlier one.
struct WordHistory {
    Touch stored;
    Touch loaded, loaded_before;  ///< by two different threads
};

/// Numbers in the memory of the emulated GPU.
struct DeviceArray {
    std::string name;
    std::uint32_t first_word = 0;  ///< its place in that memory; arrays begin at 256 bytes
    bool filled = false;           ///< copied in from the host
    std::vector<float> values;
    std::vector<WordHistory> history;
};

}  // namespace duelo::simt
