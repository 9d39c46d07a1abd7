// SPDX-License-Identifier: Apache-2.0
#include "experiments/torch_threads.h"

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <thread>

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

int countedThreads() {
    std::mutex mutex;
    std::set<std::thread::id> came;
    ops::parallel_for(0, ops::get_num_threads(), 1, [&](std::int64_t, std::int64_t) {
        const std::lock_guard lock(mutex);
        came.insert(std::this_thread::get_id());
    });
    return static_cast<int>(came.size());
}

void useTorchThreads(int threads) {
    // Setting the number, even to itself, empties oneDNN's cache of primitives.
    if (ops::get_num_threads() != threads) ops::set_num_threads(threads);
    thread_local int counted = 1;  // of this thread's regions, when one was counted last
    if (threads <= counted) return;
    ops::fix_num_threads();
    const int given = countedThreads();
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
