// SPDX-License-Identifier: Apache-2.0
#include "experiments/torch_threads.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "experiments/counted_threads.h"
#include "measure/work.h"
#include "tensor/parallel.h"

namespace duelo {

namespace {

/// Variables with which OpenMP gives fewer threads than a program asks for; those that begin with
/// KMP are of Intel's OpenMP.
constexpr const char* kLimits[] = {"OMP_THREAD_LIMIT", "OMP_MAX_ACTIVE_LEVELS", "OMP_DYNAMIC",
                                   "KMP_ALL_THREADS", "KMP_DEVICE_THREAD_LIMIT"};

/// "OMP_THREAD_LIMIT=1, OMP_DYNAMIC=true"
std::string limitsInEnvironment() {
    std::string set;
    for (const char* name : kLimits)
        if (const char* value = std::getenv(name))
            set += (set.empty() ? "" : ", ") + std::string(name) + '=' + value;
    return set;
}

}  // namespace

void useTorchThreads(int threads) {
    // Setting the number, even to itself, empties oneDNN's cache of primitives.
    if (ops::get_num_threads() != threads) ops::set_num_threads(threads);
    thread_local int counted = 1;  // of this thread's regions, when one was counted last
    if (threads <= counted) return;
    const CountedThreads come = countThreads(threads);
    const int given = std::min(come.of_library, come.of_region);
    if (given < threads) {
        Json args{{"threads", threads}, {"given", given}};
        const std::string variables = limitsInEnvironment();
        if (variables.empty()) throw WorkRefused{{"threads_not_given", std::move(args)}};
        args["variables"] = variables;
        throw WorkRefused{{"threads_limited", std::move(args)}};
    }
    counted = threads;
}

EachThread torchThreads(std::size_t threads) {
    // As many pieces as threads, which OpenMP hands out in order.
    return [count = static_cast<std::int64_t>(threads)](const auto& call) {
        ops::parallel_for(0, count, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) call(static_cast<int>(i));
        });
    };
}

}  // namespace duelo
