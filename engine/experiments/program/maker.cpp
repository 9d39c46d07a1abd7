// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/maker.h"

#include "experiments/plain_failure.h"
#include "experiments/program/params.h"
#include "experiments/program/work.h"
#include "machine/process_memory.h"

namespace duelo {

Result<std::unique_ptr<Work>> ProgramMaker::create(const Cell& cell) {
    const std::string name = commandNameOf(cell.variant);
    const auto attachment = cell.attachments.find(name);
    if (attachment == cell.attachments.end())
        return fail("attachment_missing", {{"field", "command"}, {"name", name}});
    ProgramJob job{.work = programCase(cell.work),
                   .name = name,
                   .text = attachment->second.text(),
                   .limit_ms = m_limit_ms};
    if (cell.variant.word<ProgramTimed>("timed") == ProgramTimed::Printed) {
        auto pattern = timePattern(cell.variant.text("pattern"));
        if (!pattern) return tl::unexpected(pattern.error());
        job.pattern = std::move(*pattern);
    }
    return std::make_unique<ProgramWork>(std::move(job));
}

/// Forecasts nothing but the free memory: only the program knows its needs.
Result<Forecast> ProgramMaker::forecast(const Cell&) {
    return Forecast{.free_bytes = freeMemoryBytes()};
}

Failure ProgramMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
