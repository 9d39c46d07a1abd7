// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

/// Reasons outside record files (whose own form record.h describes).
namespace duelo {

/// In Reason::args a second reason, as toJson(): what to do where the first alone does not say it.
/// Text::reason() says its sentence after the first one's.
inline constexpr const char* kNextReason = "next";

/// {"code", "args", "message"}: a reason as one value of a sheet or a list.
[[nodiscard]] Json toJson(const Reason& reason);

/// The reason that such a value holds. A field that is missing or of another type stays empty:
/// Text::reason() has words for whatever comes.
[[nodiscard]] Reason reasonFromJson(const Json& json);

/// {"reason", "args", "message"}: the same as fields of an object that says more, such as a reply.
[[nodiscard]] Json reasonFields(const Reason& reason);
/// Reads a reason from such fields, as tolerantly as reasonFromJson().
[[nodiscard]] Reason reasonFromFields(const Json& object);

}  // namespace duelo
