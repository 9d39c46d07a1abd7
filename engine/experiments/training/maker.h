// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/makers.h"
#include "experiments/training/training_parts.h"
#include "gpu/held_stream.h"
#include "measure/maker.h"

namespace duelo {

/// Makes the training of networks (S2-01..S2-18, S4-01..S4-13, P-07) and the learning-rate finder
/// (S2-10). All variants of a case see the same data, weights at the start, batches and dropped
/// values, so what is left to differ is time and rounding.
class TrainingMaker final : public Maker {
public:
    /// The setup's data may hold already what the plan needs; its folder gets checkpoints.
    explicit TrainingMaker(const MakerSetup& setup);
    ~TrainingMaker() override;

    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    /// Makes the work of some batches of it.
    [[nodiscard]] Result<std::unique_ptr<Work>> sample(const Cell& cell) override;
    /// Forecasts the work of one update; only the data tell how many an epoch has. Samples that
    /// rest on a GPU are counted where they are known.
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    /// Forecasts the batches, which only the data tell (batchesOf()): they are read, unless
    /// something is measured.
    [[nodiscard]] Result<std::optional<CourseForecast>> look(const Cell& cell,
                                                             bool measuring) override;
    [[nodiscard]] Result<Json> answer(std::string_view query, const Json& args) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

private:
    [[nodiscard]] Result<void> checkProcesses(const TrainingCell& cell) const;
    /// Returns pinnedCpus() of this process; whoever starts the other ranks of a cell asks for
    /// theirs too.
    [[nodiscard]] Result<std::vector<int>> cpusOf(const TrainingCell& cell) const;
    [[nodiscard]] Result<void> checkStart(const TrainingCell& cell);

    TrainingContext m_context;
    const Facts m_facts;
    int m_latestBatch = 1;
    HeldStream m_stream;
};

}  // namespace duelo
