// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/maker.h"

#include "experiments/effects/params.h"
#include "experiments/effects/work.h"
#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> EffectsMaker::check(const Cell& cell) {
    const EffectCase work = effectCase(cell.work);
    if (work.stride_bytes >= work.bytes)
        return fail("effects_stride_too_long",
                    {{"stride_bytes", work.stride_bytes}, {"data_bytes", work.bytes}});
    return {};
}

Result<std::unique_ptr<Work>> EffectsMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    return effectsWork(effectCase(cell.work), cell.variant.word<EffectWay>("way"));
}

Result<Forecast> EffectsMaker::forecast(const Cell& cell) {
    return Forecast{.bytes = effectCase(cell.work).bytes, .free_bytes = freeMemoryBytes()};
}

Failure EffectsMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
