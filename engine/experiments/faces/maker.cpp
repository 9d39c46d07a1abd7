// SPDX-License-Identifier: Apache-2.0
#include "experiments/faces/maker.h"

#include "experiments/plain_failure.h"
#include "machine/process_memory.h"

namespace duelo {

Result<void> FacesMaker::check(const Cell& cell) {
    if (auto there = hasCascade(faceCase(cell.work).cascade); !there) return there;
    if (auto cpus = pinnedCpus(cell.variant); !cpus) return tl::unexpected(cpus.error());
    return {};
}

Result<std::unique_ptr<Work>> FacesMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    auto work = std::make_unique<FaceWork>(
        faceCase(cell.work), static_cast<int>(cell.variant.integer("threads", 1)), m_shown);
    work->keepTo(*pinnedCpus(cell.variant));
    return work;
}

Result<Forecast> FacesMaker::forecast(const Cell& cell) {
    const FaceCase work = faceCase(cell.work);
    const auto cascade = shippedCascade(work.cascade);
    if (!cascade) return tl::unexpected(cascade.error());
    const auto sides = facePhotographSides(work.input, work.size_px);
    if (!sides) return tl::unexpected(sides.error());
    return Forecast{.bytes = FaceDetector::bytesFor(cascade->cascade, sides->width_px,
                                                    sides->height_px, work.factor),
                    .free_bytes = freeMemoryBytes()};
}

Result<std::optional<CourseForecast>> FacesMaker::look(const Cell& cell, bool) {
    const FaceCase work = faceCase(cell.work);
    if (const auto sides = facePhotographSides(work.input, work.size_px); !sides)
        return tl::unexpected(sides.error());
    return std::nullopt;
}

Failure FacesMaker::describe(const std::exception_ptr& error) {
    return plainFailure(error);
}

}  // namespace duelo
