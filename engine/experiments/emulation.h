// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "measure/long_answer.h"
#include "report/emulated_number.h"
#include "resources/kernels/shapes.h"
#include "simt/emulator.h"

namespace duelo {

/// Returns the counters under the names of their fields.
[[nodiscard]] Json countersJson(const simt::Counters& counters);

/// Kernels for a GPU beside each other on the emulator (engine/simt): the question "emulate". Args
/// {what View::emulated names, kernels (absent: all)}; reply {experiment, the same numbers,
/// kernels: [{kernel, text, right, counters: {as simt::Counters}} or {kernel, text, reason}]}, in
/// words by emulatedTable(). The inputs are random, of a fixed seed.
class Emulation {
public:
    /// Runs a kernel on the emulator; returns whether its result is right.
    using Run = std::function<Result<bool>(simt::Emulator&, const kernels::KernelShape&)>;

    Emulation(const char* experiment, const Json& args, std::stop_token stop)
        : m_args(args), m_stop(std::move(stop)), m_reply{{"experiment", experiment}} {}

    /// Reads an argument, which the reply repeats. Reasons: "value_out_of_range" {field, value,
    /// min, max}.
    [[nodiscard]] Result<std::int64_t> number(EmulatedNumber of);
    /// Runs those of `shapes` that were asked for; one that fails tells its reason. Reasons:
    /// "unknown_value" of a kernel that there is not, "simt_stopped".
    [[nodiscard]] Result<Json> run(std::span<const kernels::KernelShape> shapes, const Run& run);

    /// Returns the reply with what has been told of one kernel elsewhere. Its `launch` stands in
    /// the place of the numbers that were asked for, which its text does not know.
    [[nodiscard]] Json replyWith(Json kernel) const;

private:
    [[nodiscard]] Result<std::vector<kernels::KernelShape>> chosen(
        std::span<const kernels::KernelShape> shapes) const;

    Json m_args;
    std::stop_token m_stop;
    Json m_reply;
};

}  // namespace duelo
