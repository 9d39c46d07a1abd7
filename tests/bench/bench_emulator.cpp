// SPDX-License-Identifier: Apache-2.0
// Measures how long the emulator takes for the largest sizes that are offered, kernel by kernel.
#include <cstdio>

#include "experiments/matrix_product/emulated.h"
#include "experiments/matrix_product/params.h"
#include "experiments/max_pool/emulated.h"
#include "experiments/max_pool/params.h"
#include "machine/clock.h"
#include "resources/kernels/shapes.h"

namespace {

using namespace duelo;

template <std::size_t count>
void time(LongAnswer answer, const kernels::KernelShape (&shapes)[count], std::string_view axis,
          std::int64_t size) {
    for (const kernels::KernelShape& shape : shapes) {
        const std::int64_t start_ns = nowNs();
        const auto reply = answer({{axis, size}, {"kernels", {shape.kernel}}}, {});
        std::printf("%-28s size %3lld %9.1f ms%s\n", shape.kernel, static_cast<long long>(size),
                    msSince(start_ns), reply ? "" : "  not made");
    }
}

}  // namespace

int main() {
    const duelo::EmulatedNumber& n = duelo::kEmulatedProduct.front();
    for (const std::int64_t size : {std::int64_t{64}, n.max})
        time(duelo::emulateProduct, duelo::kernels::kProductShapes, n.axis, size);
    const duelo::EmulatedNumber& size = duelo::kEmulatedPoolSize;
    time(duelo::emulatePool, duelo::kernels::kPoolShapes, size.axis, size.max);
}
