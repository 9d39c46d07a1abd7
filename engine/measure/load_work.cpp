// SPDX-License-Identifier: Apache-2.0
#include "measure/load_work.h"

#include <algorithm>

#include "machine/clock.h"

namespace duelo {

Result<Prepared> loadWork(Work& work) {
    const std::int64_t fetchNs = nowNs();
    if (auto fetched = work.fetch(); !fetched) return tl::unexpected(fetched.error());
    const double fetched_ms = msSince(fetchNs);
    work.beginBlock();
    const std::int64_t startNs = nowNs();
    auto prepared = work.prepare();
    const double prepared_ms = msSince(startNs);
    if (!prepared) return prepared;
    static_cast<void>(work.deviceState());
    // A process of its own has timed itself, without its start.
    if (prepared->own_process) return prepared;
    prepared->fetch_ms = std::max(0.0, fetched_ms - prepared->load_ms);
    prepared->load_ms += prepared_ms;
    return prepared;
}

}  // namespace duelo
