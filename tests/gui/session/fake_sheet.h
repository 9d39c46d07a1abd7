// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/gpu_reading.h"
#include "machine/probe_sheet.h"
#include "plan/spec.h"
#include "record/record.h"

/// Answers of the fake engine about a PC that does not exist: 4 cores, and a GPU if wanted.
namespace duelo::fake {

inline constexpr int kCores = 4;

[[nodiscard]] MachineSheet machineSheet();
[[nodiscard]] MachineState machineState();
[[nodiscard]] EngineSheet engineSheet();
[[nodiscard]] ClockSheet clockSheet();
[[nodiscard]] GpuSheet gpuSheet(bool gpu);
/// Warm and busy, with the engine itself and another program on it.
[[nodiscard]] GpuReading gpuReading();
[[nodiscard]] ProbeSheet probeSheet(bool gpu);
[[nodiscard]] Facts facts(bool gpu);
[[nodiscard]] Plan defaultPlan(bool gpu);
[[nodiscard]] Reason noGpu();

/// The time of one call, as it might be: grows with the pixels; a GPU needs an eighth of it.
[[nodiscard]] double callMs(const Cell& cell);
/// `rounds` rounds of two calls each, scattered by 2 %, always the same for one cell.
[[nodiscard]] Samples samplesOf(const Cell& cell, int first_round, int rounds);
[[nodiscard]] ResultRecord resultOf(const Cell& cell, const std::vector<double>& wall_ms);
[[nodiscard]] Summary summaryOf(const std::vector<double>& wall_ms);

/// The reply to "forecast": the preset's limits as duration, and the GPU's cells if there is none.
[[nodiscard]] Json forecast(const Plan& plan, bool gpu);

/// A small picture in colours, as "thumbnail" gives it.
[[nodiscard]] Json thumbnail(int max_px);

}  // namespace duelo::fake
