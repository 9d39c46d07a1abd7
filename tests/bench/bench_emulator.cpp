// SPDX-License-Identifier: Apache-2.0
// How long the emulator takes for the largest sizes that are offered, kernel by kernel.
#include <cstdio>

#include "experiments/matrix_product/emulated.h"
#include "experiments/max_pool/emulated.h"
#include "machine/clock.h"
#include "resources/kernels/shapes.h"

namespace {

using namespace duelo;

template <std::size_t count>
void time(LongAnswer answer, const kernels::KernelShape (&shapes)[count], int size) {
    for (const kernels::KernelShape& shape : shapes) {
        const std::int64_t start_ns = nowNs();
        const auto reply = answer({{"size", size}, {"kernels", {shape.kernel}}}, {});
        std::printf("%-28s size %3d %9.1f ms%s\n", shape.kernel, size, msSince(start_ns),
                    reply ? "" : "  not made");
    }
}

}  // namespace

int main() {
    for (const int size : {64, duelo::kMostEmulatedProduct})
        time(duelo::emulateProduct, duelo::kernels::kProductShapes, size);
    time(duelo::emulatePool, duelo::kernels::kPoolShapes, duelo::kMostEmulatedPool);
}
