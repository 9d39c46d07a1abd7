// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiments/own_kernel.h"
#include "gpu/plain_gpu.h"

namespace duelo {

/// Machine code of a student's text for a GPU; by OpenCL its text in OpenCL C, which compiles.
/// Reasons: "nvrtc_missing" with the loader's words in the message; those of refusedText() of the
/// first error, line 0 where it is in no line of the text, with all of the log in the message;
/// those of openClText().
[[nodiscard]] Result<std::shared_ptr<const std::string>> compiledOwn(const OwnKernel& own,
                                                                     PlainGpu& gpu);

/// The memory that a student's kernel writes its result to. Before and behind it lies room that
/// belongs to nobody. Before the first call all of it holds a value that is neither a sum nor a
/// largest number. So a write beside the result is seen, and so is an element that nobody wrote,
/// where the GPU itself says nothing.
class OwnResult {
public:
    /// `gpu` must outlive it.
    OwnResult(PlainGpu& gpu, std::int64_t count);

    /// Returns the address of the result's first element.
    [[nodiscard]] const void* values() const;
    /// Returns the result.
    [[nodiscard]] std::vector<float> found() const;
    /// Checks the room around the result after a call. Throws WorkFailed:
    /// "own_kernel_out_of_bounds" {name, index, count}, the place counted from the result's first
    /// element.
    void checkRoom(const std::string& name) const;

private:
    [[nodiscard]] std::vector<float> part(std::int64_t first, std::int64_t count) const;

    PlainGpu& m_gpu;
    const std::int64_t m_count;
    GpuBlock m_all;
};

/// The whole result of a student's kernel, of that many columns, element by element, in the host's
/// memory. Throws WorkFailed: "own_kernel_unwritten" {name, row, column},
/// "own_kernel_wrong" {name, row, column, found, expected}, of the first one.
void checkOwn(const std::string& name, std::span<const float> found,
              std::span<const float> expected, const std::function<bool(std::size_t)>& isWrong,
              std::int64_t columns);

}  // namespace duelo
