// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/inference/calibrations.h"
#include "experiments/inference/input_store.h"
#include "experiments/inference/params.h"
#include "experiments/inference/work_torch.h"
#include "gpu/gpu.h"
#include "gpu/gpu_loader.h"
#include "gpu/held_stream.h"
#include "measure/maker.h"
#include "models/weight_store.h"
#include "networks/trained_network.h"

namespace duelo {

/// Makes the inference of pretrained networks (S0-04..S0-16).
///
/// A call is, on the CPU, the forward pass. On a GPU it is the forward pass until the device is
/// done; for a photograph also its copy to the device and the answer's way back, because a real
/// photograph pays them, while the handout's random tensor rests on the device (S0-16, S0-M05). The
/// copies of a resting tensor are measured apart, after the rounds. Each record says which it was.
/// In the mode Overlapped every input is copied, beside the computing of the one before.
class InferenceMaker final : public Maker {
public:
    /// `gpu` must outlive the maker. `maps`: the layer whose maps stand in the result of each case;
    /// empty: none.
    explicit InferenceMaker(Gpu& gpu, std::string maps = {});
    ~InferenceMaker() override;

    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    /// Checks that the photograph is there, once for each.
    [[nodiscard]] Result<std::optional<CourseForecast>> look(const Cell& cell,
                                                             bool measuring) override;
    [[nodiscard]] Result<Json> answer(std::string_view query, const Json& args) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

private:
    /// Reads weights and input into the stores.
    [[nodiscard]] Result<void> fetchShared(const InferenceCase& work, const ModelInfo& info);
    [[nodiscard]] Result<KnownWeights> weightsOf(const InferenceCase& work, const ModelInfo& info);
    [[nodiscard]] Result<InferenceParts> parts(const InferenceCase& work, const Variant& variant,
                                               const UsableNetwork& network);
    /// Returns the case with the size of its photographs where that is their own. Reasons: those of
    /// atOwnSize(), "own_size_of_fixed" {model, size_px} of a network that takes one size alone.
    [[nodiscard]] Result<InferenceCase> sized(InferenceCase work);
    /// Returns InferenceParts::beside of a case.
    [[nodiscard]] std::function<Result<Json>()> besideOf(const InferenceCase& work,
                                                         const UsableNetwork& network,
                                                         const KnownWeights& weights,
                                                         const ModelInput& input);
    /// Answers the question "feature_maps".
    [[nodiscard]] Result<Json> mapsAnswer(const Json& args);
    /// The head of a trained network's file is read once. Reasons: those of networkOfFile().
    [[nodiscard]] Result<std::shared_ptr<const UsableNetwork>> networkOf(const InferenceCase& work);

    Gpu& m_gpu;
    const std::string m_maps;
    std::optional<InferenceCase> m_told;  ///< the case whose result has the output beside its
                                          ///< answers
    WeightStore m_weights;
    InputStore m_inputs;
    CalibrationStore m_calibrations;
    std::map<std::string, std::optional<Reason>> m_looked;  ///< input -> why it is not there
    /// Width and height of photographs at their own size, by picturesIn().
    std::map<std::vector<std::string>, std::pair<int, int>> m_sides;
    /// Networks by model, file, key in it and file of classes; works use them as long as they live,
    /// and the maker outlives its works.
    std::map<std::tuple<std::string, std::string, std::string, std::string>,
             std::shared_ptr<const UsableNetwork>>
        m_networks;
    HeldStream m_stream;
};

}  // namespace duelo
