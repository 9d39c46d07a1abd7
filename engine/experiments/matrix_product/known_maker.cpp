// SPDX-License-Identifier: Apache-2.0
#include "experiments/known_maker.h"
#include "experiments/matrix_product/emulated.h"
#ifdef DUELO_TORCH
#include "experiments/matrix_product/maker_torch.h"
#else
#include "experiments/matrix_product/maker.h"
#endif

namespace duelo {

namespace {

std::unique_ptr<Maker> make([[maybe_unused]] const MakerSetup& setup) {
#ifdef DUELO_TORCH
    return std::make_unique<TorchProductMaker>(*setup.gpu);
#else
    return std::make_unique<ProductMaker>();
#endif
}

}  // namespace

KnownMaker matrixProductMaker() {
    return {.id = "matrix_product", .make = make, .apart = kProductApart};
}

}  // namespace duelo
