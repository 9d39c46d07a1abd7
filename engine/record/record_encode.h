// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/record.h"

/// Writes the parts of a result line as JSON, for code that tells them elsewhere than in a record.
namespace duelo::encoding {

[[nodiscard]] Json partsJson(const Parts& parts);
[[nodiscard]] Json metricsJson(const std::vector<Metric>& metrics);
[[nodiscard]] Json identitiesJson(const std::vector<Identity>& identities);
[[nodiscard]] Json fingerprintJson(const Fingerprint& fingerprint);

}  // namespace duelo::encoding
