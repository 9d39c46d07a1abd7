// SPDX-License-Identifier: Apache-2.0
#include "tensor/parallel.h"

#include <ATen/Parallel.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "tensor/libtorch.h"

namespace duelo::ops {

int get_num_threads() {
    return at::get_num_threads();
}

void set_num_threads(int threads) {
    translated([&] { at::set_num_threads(threads); });
}

void fix_num_threads() {
#ifdef _OPENMP
    omp_set_dynamic(0);
#endif
}

int get_num_interop_threads() {
    return at::get_num_interop_threads();
}

void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain,
                  const std::function<void(std::int64_t begin, std::int64_t end)>& piece) {
    translated([&] { at::parallel_for(begin, end, grain, piece); });
}

}  // namespace duelo::ops
