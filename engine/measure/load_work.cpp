// SPDX-License-Identifier: Apache-2.0
#include "measure/load_work.h"

#include "machine/clock.h"

namespace duelo {

Result<Prepared> loadWork(Work& work) {
    if (auto fetched = work.fetch(); !fetched) return tl::unexpected(fetched.error());
    work.beginBlock();
    const std::int64_t startNs = nowNs();
    auto prepared = work.prepare();
    const double prepared_ms = msSince(startNs);
    if (!prepared) return prepared;
    static_cast<void>(work.deviceState());
    // A process of its own has timed itself, without its start.
    if (!prepared->own_process) prepared->load_ms += prepared_ms;
    return prepared;
}

}  // namespace duelo
