// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "plan/plan.h"

/// Names that inference and training share: of a network, and of its input.
namespace duelo {

/// The input that the handout asks for: rand(1, 3, H, W), the same bytes on every device (S0-07).
inline constexpr std::string_view kRandomInput = "random";

/// Returns the name by which networks/trainable.h and plans know it: "mlp-64" where the model is
/// mlp with 64 hidden units.
[[nodiscard]] std::string modelName(const Params& work);
/// Returns the name that people read for such a name: "ResNet-18", "MLP-64".
[[nodiscard]] std::string networkName(std::string_view model, const Text& text);
[[nodiscard]] std::string networkName(const Params& work, const Text& text);
/// Returns the input: a photograph, the random tensor or a data set; the first of several that
/// share a batch.
[[nodiscard]] std::string inputOf(const Params& work);
/// Returns all inputs that share a batch; inputOf() alone where it is not several.
[[nodiscard]] std::vector<std::string> inputsOf(const Params& work);
/// Returns an input in words: the name of a set that Duelo brings along, a file without its folder.
[[nodiscard]] std::string inputName(const std::string& input, const Text& text);
/// Returns the name of the first input in words, and how many more there are.
[[nodiscard]] std::string inputName(const Params& work, const Text& text);
/// Returns the name of a class of a built-in set in the language of `text`; others are made
/// visible.
[[nodiscard]] std::string classOfSet(const std::string& set, const std::string& name,
                                     const Text& text);
/// "batch 8".
[[nodiscard]] std::string batchName(const Params& work, const Text& text);
/// Returns the words of sentences about a case: model_name, input_name, size_px (0 where it has
/// none), batch.
[[nodiscard]] Json nameArgs(const Params& work, const Text& text);
/// Returns the networks of a plan and the sizes of their images, for a list of files.
[[nodiscard]] std::string networksTitle(const Plan& plan, const Text& text);

}  // namespace duelo
