// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/maker.h"

#include "experiments/roofs/bf16.h"
#include "experiments/roofs/sharing.h"
#include "experiments/roofs/work.h"
#include "experiments/transfer/work.h"
#include "machine/process_memory.h"

namespace duelo {

namespace {

RoofKind roofKind(const Cell& cell) {
    return cell.work.word<RoofKind>("kind");
}

/// The copy of that size, as transfer has it.
Cell copyOf(const Cell& cell) {
    const bool cpu = deviceOf(cell.variant).isCpu();
    Cell copy{.id = cell.id,
              .experiment = "transfer",
              .work = {{"bytes", bytesCopied(cell.work)}},
              .variant = cell.variant};
    copy.variant.set("direction", word(cpu ? Direction::WithinHost : Direction::WithinDevice));
    copy.variant.set("copy", word(CopyBy::Memcpy));
    return copy;
}

/// Returns the cell that a started process gets ready for: one that takes no time.
Cell leastCell(const Cell& cell) {
    return {.id = cell.id,
            .experiment = cell.experiment,
            .work = {{"kind", word(RoofKind::Start)}},
            .variant = {
                {"device", word(Device::Cpu)}, {"threads", 1}, {"team", word(TeamStart::Wake)}}};
}

}  // namespace

Result<void> RoofsMaker::check(const Cell& cell) {
    if (roofKind(cell) == RoofKind::Copy) return m_transfer->check(copyOf(cell));
    if (deviceOf(cell.variant).isGpu()) return fail("roof_needs_torch");
    if (cell.work.word<Precision>("precision") == Precision::Bf16 && bf16Kernel() == nullptr)
        return fail("roof_no_bf16");
    if (roofKind(cell) == RoofKind::Process && !m_child) return fail("roof_no_process");
    return {};
}

Result<std::unique_ptr<Work>> RoofsMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const auto threads = static_cast<int>(cell.variant.integer("threads", 1));
    switch (roofKind(cell)) {
        case RoofKind::Fma:
            return std::make_unique<FmaWork>(threads, cell.work.word<Precision>("precision"));
        case RoofKind::Start:
            return std::make_unique<StartWork>(threads, cell.variant.word<TeamStart>("team"));
        case RoofKind::Process:
            return std::make_unique<ProcessStartWork>(m_child, leastCell(cell));
        case RoofKind::Pipe:
            return std::make_unique<PipeWork>();
        case RoofKind::Lock:
            return std::make_unique<LockWork>(threads);
        case RoofKind::Copy:
        case RoofKind::Launch:  // of a GPU alone
            break;
    }
    // The processor, the size and the threads decide which of the two ways is faster.
    if (deviceOf(cell.variant).isCpu())
        return std::make_unique<HostCopy>(bytesCopied(cell.work),
                                          TransferWay{.threads = threads, .fastest = true});
    return m_transfer->create(copyOf(cell));
}

Result<Forecast> RoofsMaker::forecast(const Cell& cell) {
    if (roofKind(cell) == RoofKind::Copy) return m_transfer->forecast(copyOf(cell));
    return Forecast{.bytes = 0, .free_bytes = freeMemoryBytes()};
}

Failure RoofsMaker::describe(const std::exception_ptr& error) {
    return m_transfer->describe(error);
}

}  // namespace duelo
