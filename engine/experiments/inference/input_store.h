// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <ATen/core/Tensor.h>

#include "networks/registry.h"
#include "plan/plan.h"
#include "record/record.h"

namespace duelo {

/// An input with the name of a photograph that Duelo ships: "sample:chelsea.png".
inline constexpr std::string_view kSamplePrefix = "sample:";

/// The file that an input other than kRandomInput names; it need not exist unless it is a sample.
/// Reason: "sample_missing" {name}.
[[nodiscard]] Result<std::filesystem::path> photographFile(const std::string& input);

/// What the variants of a case are fed: made once, so that all of them get the same bytes.
struct ModelInput {
    at::Tensor images;  ///< fp32 [batch, 3, size, size] on the CPU, contiguous, normalised
    InputRecord record;
    std::optional<double> decode_ms, resize_ms;  ///< of a photograph
};

/// Makes inputs and keeps the latest, because the variants of a case follow each other.
/// Only the worker thread uses it.
class InputStore {
public:
    explicit InputStore(std::uint64_t seed) : m_seed(seed) {}

    /// A random tensor for kRandomInput, else the photograph, decoded, fitted, normalised, and
    /// repeated where the batch is larger than one. Reasons: those of decodeImage() (vision),
    /// "sample_missing" {name}, "vision_missing" in an engine built without OpenCV.
    [[nodiscard]] Result<ModelInput> input(const Case& work, const ModelInfo& model);
    void clear() { m_latest.reset(); }

private:
    std::uint64_t m_seed;
    std::optional<std::pair<Case, ModelInput>> m_latest;
};

}  // namespace duelo
