// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <typeindex>

#include "experiments/started_together.h"
#include "machine/probe_sheet.h"
#include "measure/long_answer.h"
#include "measure/maker.h"
#include "measure/self_check.h"
#include "plan/spec.h"

namespace duelo {

class Gpu;  // gpu/gpu_loader.h

/// Values that a process's makers leave for those after them, so that the run does not read again
/// what the window has shown: one value of each type. Copies hold the same values. One thread.
class Kept {
public:
    template <typename T>
    [[nodiscard]] T& of() const {
        std::any& value = (*m_values)[typeid(T)];
        if (!value.has_value()) value.emplace<T>();
        return *std::any_cast<T>(&value);
    }

private:
    std::shared_ptr<std::map<std::type_index, std::any>> m_values =
        std::make_shared<std::map<std::type_index, std::any>>();
};

/// Resources of the process that the work of a run may need.
struct MakerSetup {
    Gpu* gpu = nullptr;  ///< outlives the maker; null only in a build without LibTorch
    Kept kept{};
    Facts facts{};  ///< the machine that plans in questions are checked against
    Params run{};   ///< of the plan
    /// The folder for the work's own files, beside the record file; empty: none.
    std::filesystem::path folder{};
    bool resume = false;  ///< go on with what is there
    /// Makes the work of a cell in a process of its own; empty: nobody here can start one.
    std::function<std::unique_ptr<Work>(const Cell&)> child{};
};

/// Makes the maker of an experiment's work (KnownMaker). Where this build has none, it is one that
/// refuses every cell: "experiment_not_built".
[[nodiscard]] std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup);

/// Runs the checks of an experiment on this machine, against results that are known to be right;
/// each outcome is told at once. Does nothing for an experiment without checks.
void selfCheck(std::string_view experiment, Maker& maker, const CheckSetup& setup,
               const TellCheck& tell);

/// Adds what an experiment's form and the start page offer here. The usual plan of the first is the
/// default one. Of what this build cannot make only the form.
void offer(const Spec& spec, const Facts& facts, ProbeSheet& sheet);

/// Tells whether a question to that maker may be answered while something is measured. Others are
/// refused meanwhile: the work of their answer would be seen in the times.
[[nodiscard]] bool mayBeAskedAnytime(std::string_view experiment, std::string_view query);

/// Returns the place of this process among those that somebody has started together, as the
/// experiment has it that shares its work out to them (KnownMaker::together); nothing where it is
/// alone. Reasons: that experiment's.
[[nodiscard]] Result<std::optional<StartedTogether>> startedTogether();

/// Returns the function that answers a question that takes long, instead of the maker; null where
/// the maker does.
[[nodiscard]] LongAnswer longAnswer(std::string_view experiment, std::string_view query);

}  // namespace duelo
