// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/params.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace duelo {

namespace {

std::int64_t shareOf(std::int64_t count, std::int64_t among) {
    return (count + among - 1) / among;
}

/// Returns how many additions join so many sums in pairs, one after another.
std::int64_t joinsOf(std::int64_t sums) {
    return std::bit_width(static_cast<std::uint64_t>(sums - 1));
}

}  // namespace

SumTask sumTask(const Params& work, const Params& variant) {
    return {.numbers = work.integer("numbers"),
            .way = variant.word<SumWay>(kSumAxis),
            .threads = static_cast<int>(variant.integer("threads", 1)),
            .operation = work.word<NumberOperation>(kOperationAxis)};
}

long sumsOf(SumWay way) {
    switch (way) {
        case SumWay::Several:
            return kSeveralSums;
        case SumWay::Simd:
        case SumWay::Tree:
            return kSimdSums;
        default:
            return 1;
    }
}

std::int64_t SumTask::bytesMoved() const {
    constexpr std::int64_t kNumber = sizeof(float);
    switch (operation) {
        case NumberOperation::Scan:
            return 2 * numbers * kNumber;
        case NumberOperation::Histogram:
            return numbers;
        case NumberOperation::Sum:
            break;
    }
    return numbers * kNumber;
}

std::optional<Reason> SumTask::whyNot() const {
    if (!hasWay(operation, way))
        return Reason{operation == NumberOperation::Scan ? "reduction_not_a_scan"
                                                         : "reduction_not_a_histogram"};
    if (takesTurns(way) && numbers > kMostTurns)
        return Reason{"reduction_too_many_turns", {{"numbers", numbers}, {"max", kMostTurns}}};
    return std::nullopt;
}

std::int64_t SumTask::longestChain() const {
    if (operation == NumberOperation::Scan && way != SumWay::Loop && way != SumWay::Library) {
        // Three additions within a block, then one for each block after it and one that ends it;
        // what is left behind the last block is added one by one.
        const auto inBlocks = [](std::int64_t count) {
            return 3 + shareOf(count, kScanBlock) + kScanBlock;
        };
        if (way == SumWay::Simd) return inBlocks(numbers);
        return shareOf(kScanPiece, kSimdSums) + joinsOf(kSimdSums) + shareOf(numbers, kScanPiece) +
               inBlocks(std::min(numbers, kScanPiece));
    }
    const std::int64_t part = shareOf(shareOf(numbers, kSumGrain), threads) * kSumGrain;
    switch (way) {
        case SumWay::Several:
        case SumWay::Simd:
            return shareOf(numbers, sumsOf(way)) + joinsOf(sumsOf(way));
        case SumWay::Beside:
        case SumWay::Padded:
            return part + threads;
        case SumWay::Tree:
            return shareOf(part, kSimdSums) + joinsOf(kSimdSums) + joinsOf(threads);
        case SumWay::Loop:
        case SumWay::Atomic:
        case SumWay::Lock:
        case SumWay::Library:  // nobody says its order
            break;
    }
    return numbers;
}

double SumTask::errorBound() const {
    if (operation == NumberOperation::Histogram) return 0;
    constexpr double kUnit = 0x1p-24;
    const double anyOrder = kUnit * static_cast<double>(numbers - 1);
    return std::min(anyOrder, std::expm1(static_cast<double>(longestChain()) * std::log1p(kUnit)));
}

}  // namespace duelo
