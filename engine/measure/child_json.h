// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/work.h"

/// The messages about a work between a process and its children, as JSON. Reason for one that
/// cannot be read: "child_not_understood" {line}, with the field in the message.
namespace duelo {

[[nodiscard]] Json toJson(const Cell& cell);
[[nodiscard]] Json toJson(const Prepared& prepared);
[[nodiscard]] Json toJson(const Timing& timing);
[[nodiscard]] Json toJson(const Output& output);
[[nodiscard]] Json toJson(const DeviceState& state);
[[nodiscard]] Json toJson(const Parts& parts);

[[nodiscard]] Result<Cell> cellFromJson(const Json& json);
[[nodiscard]] Result<Prepared> preparedFromJson(const Json& json);
[[nodiscard]] Result<Timing> timingFromJson(const Json& json);
[[nodiscard]] Result<Output> outputFromJson(const Json& json);
[[nodiscard]] Result<DeviceState> deviceStateFromJson(const Json& json);
[[nodiscard]] Result<Parts> partsFromJson(const Json& json);

/// Returns the reason for a line or an object that says nothing sensible; a long one is cut.
[[nodiscard]] Reason notUnderstood(std::string line, std::string detail = {});

}  // namespace duelo
