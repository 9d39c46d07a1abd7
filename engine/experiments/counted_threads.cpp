// SPDX-License-Identifier: Apache-2.0
#include "experiments/counted_threads.h"

#include <cstdint>
#include <mutex>
#include <set>
#include <thread>

#include "tensor/parallel.h"

namespace duelo {
namespace {

class Present {
public:
    void add() {
        const std::lock_guard lock(m_mutex);
        m_threads.insert(std::this_thread::get_id());
    }
    [[nodiscard]] int count() const { return static_cast<int>(m_threads.size()); }

private:
    std::mutex m_mutex;
    std::set<std::thread::id> m_threads;
};

}  // namespace

CountedThreads countThreads(int told) {
    ops::set_num_threads(told);
    ops::fix_num_threads();
    Present in_library, in_region;
    ops::parallel_for(0, told, 1, [&](std::int64_t, std::int64_t) { in_library.add(); });
#pragma omp parallel
    {
        in_region.add();
#pragma omp barrier
    }
    return {.of_library = in_library.count(), .of_region = in_region.count()};
}

}  // namespace duelo
