// SPDX-License-Identifier: Apache-2.0
#include "experiments/torch_threads.h"

#include <cstdint>

#include "tensor/parallel.h"

namespace duelo {

EachThread torchThreads(std::size_t threads) {
    // As many pieces as threads, which OpenMP hands out in order.
    return [count = static_cast<std::int64_t>(threads)](const auto& call) {
        ops::parallel_for(0, count, 1, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) call(static_cast<int>(i));
        });
    };
}

}  // namespace duelo
