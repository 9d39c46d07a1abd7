// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "machine/others_load.h"
#include "machine/own_memory.h"
#include "machine/process_memory.h"
#include "measure/work.h"

namespace duelo {

/// Watches the device of one work around that work's blocks, whatever others do between them.
/// Work::beginBlock() and Work::deviceState() pass its answers on.
class DeviceWatch {
public:
    virtual ~DeviceWatch() = default;
    virtual void beginBlock() = 0;
    [[nodiscard]] virtual DeviceState state() = 0;
    /// Sets the bytes of host memory that the work needs and others have made for all works:
    /// weights that it uses where they lie, the input.
    virtual void setShared(std::int64_t bytes) { static_cast<void>(bytes); }
};

/// The memory of this process, for work that the processor does.
///
/// An allocator uses freed memory again before it asks the system for more, and then nothing grows.
/// So freed memory is given back around the first block, which is prepare(): the growth in that
/// block is what the work keeps, and the first call asks for all that a call needs. It is not given
/// back around later blocks, whose calls would have to ask for it again while they are timed.
///
/// The load of other programs counts from the second block on: in the first nothing is timed.
class HostWatch final : public DeviceWatch {
public:
    void beginBlock() override {
        m_first = !std::exchange(m_begun, true);
        if (m_first) giveBackFreedMemory();
        const bool anew = resetPeakMemory();
        m_memory.begin(processMemory(), anew);
        if (!m_first) m_others.begin();
    }
    [[nodiscard]] DeviceState state() override {
        m_others.end();
        if (m_first) {
            giveBackFreedMemory();
            m_memory.settle(processMemory());
        } else {
            m_memory.observe(processMemory());
        }
        DeviceState state{.peak_bytes = m_memory.peakBytes(),
                          .others_cpus = m_others.cpus(),
                          .own_cpus = m_others.ownCpus()};
        if (state.peak_bytes) *state.peak_bytes += m_shared_bytes;
        return state;
    }
    void setShared(std::int64_t bytes) override { m_shared_bytes = bytes; }

private:
    OwnMemory m_memory;
    OthersLoad m_others;
    bool m_begun = false, m_first = false;
    std::int64_t m_shared_bytes = 0;
};

}  // namespace duelo
