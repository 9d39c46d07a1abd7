// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_context.h"

namespace duelo {

/// What measuring a plan will take, for the button that starts it, and what of it cannot be done,
/// for the places in the form where it was chosen. Loads no weights and allocates nothing.
///
///     cells          of the plan, impossible ones included
///     duration_ms    {low, high} of the possible ones (forecast_duration.h); 0 to 0 without any
///     calibrated     whether a rate measured here is in the duration
///     memory         {bytes, free_bytes} of the possible cell that comes closest to its device's
///                    limit; 0 without any
///     impossible     [{reason, args, message, cells, variant, case}]: cells for the same reason
///                    are one entry, with the first of them
///
/// The cells are those of expand(), the reasons those that a run would give. Measures the rate of
/// the devices at the first call (calibration.h) unless `measuring`: a run is in progress, whose
/// GPU is then not asked for its memory either.
[[nodiscard]] Json forecastOf(const Plan& plan, EngineContext& context, bool measuring);

}  // namespace duelo
