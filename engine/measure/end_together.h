// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>
#include <thread>
#include <vector>

namespace duelo {

/// Ends works that are processes of their own at the same time: all are told before any is waited
/// for, because one that is waited for while others compute takes longer to end; and each is waited
/// for until the system has taken its memory back, which one after the other would take a second
/// and more.
template <typename T>
void endTogether(std::vector<std::unique_ptr<T>>& works) noexcept {
    std::vector<std::jthread> ending;
    for (const std::unique_ptr<T>& work : works)
        if (work) work->leave();
    try {
        ending.reserve(works.size());
        for (std::unique_ptr<T>& work : works) ending.emplace_back([&work] { work.reset(); });
    } catch (const std::exception&) {
        // No more threads or memory: whoever is left ends with the list, one after the other.
        ending.clear();
    }
}

}  // namespace duelo
