// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/processors.h"

namespace duelo {

/// Calls `work(i)` for each i below `count` on as many threads as usableProcessors() has room for;
/// here where one is enough. The first exception that one throws is thrown when all are over.
template <typename F>
void forEachAtOnce(std::size_t count, const F& work) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto take = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        const std::size_t processors = static_cast<std::size_t>(usableProcessors().count());
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min(count, processors); ++i) helpers.emplace_back(take);
        take();
    }
    if (thrown) std::rethrow_exception(thrown);
}

}  // namespace duelo
