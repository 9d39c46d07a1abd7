// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "experiments/inference/params.h"
#include "networks/registry.h"
#include "record/record.h"
#include "tensor/tensor.h"

namespace duelo {

/// Says why such an input is no file that could be a photograph; its pixels are not looked at.
[[nodiscard]] std::optional<Reason> whyNoPhotograph(const std::string& input);

/// Returns the case with the size of its photographs, upright, from their headers. Reasons: those
/// of reading them, "own_sizes_differ" {first, second}: a batch has one size.
[[nodiscard]] Result<InferenceCase> atOwnSize(InferenceCase work);

/// The input of all variants of a case: made once, so that all of them get the same bytes.
struct ModelInput {
    Tensor images;  ///< fp32 [batch, channels, size, size] on the CPU, contiguous, normalised
    Identity identity;
    Parts parts;  ///< of a photograph: how long decoding and resizing it took, once
};

/// Makes inputs and keeps the latest, because the variants of a case follow each other.
/// Only the worker thread uses it.
class InputStore {
public:
    /// Returns a random tensor for kRandomInput, else the photograph, or those that share the
    /// batch, decoded, fitted, normalised, and repeated in their order where the batch has more
    /// places. Reasons: those of decodeImage() (vision), "sample_missing" {name},
    /// "vision_missing" in an engine built without OpenCV.
    [[nodiscard]] Result<ModelInput> input(const InferenceCase& work, const ModelInfo& model);
    void clear() { m_latest.reset(); }

private:
    std::optional<std::pair<InferenceCase, ModelInput>> m_latest;
};

}  // namespace duelo
