// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "experiments/makers.h"
#include "experiments/stopwatch/params.h"

namespace duelo {

/// Makes the work of other experiments, with a stopwatch beside it.
class StopwatchMaker final : public Maker {
public:
    /// makerOf(), which this file may not know.
    using MakeMaker = std::unique_ptr<Maker> (*)(std::string_view experiment,
                                                 const MakerSetup& setup);
    StopwatchMaker(MakerSetup setup, MakeMaker make) : m_setup(std::move(setup)), m_make(make) {}

    /// Reasons: "work_not_usable" {field}, "stopwatch_no_maker" {experiment} of work that this
    /// build does not do, "stopwatch_needs_child", and those of the work.
    [[nodiscard]] Result<void> check(const Cell& cell) override;
    [[nodiscard]] Result<std::unique_ptr<Work>> create(const Cell& cell) override;
    [[nodiscard]] Result<Forecast> forecast(const Cell& cell) override;
    [[nodiscard]] Failure describe(const std::exception_ptr& error) override;
    void release() override;

private:
    struct Timed {
        Cell cell;
        Maker* maker = nullptr;
    };
    [[nodiscard]] Result<Timed> timed(const Cell& cell);

    const MakerSetup m_setup;
    const MakeMaker m_make;
    std::map<std::string, std::unique_ptr<Maker>, std::less<>> m_makers;  ///< by experiment
    Maker* m_latest = nullptr;  ///< the maker whose exceptions are to be described
};

}  // namespace duelo
