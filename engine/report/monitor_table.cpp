// SPDX-License-Identifier: Apache-2.0
#include "report/monitor_table.h"

#include "report/long_table_line.h"

namespace duelo {
namespace {

using namespace long_table;

void putMachine(Line& line, const MachineState& state) {
    line.put("power_source", textValue(state.power_source));
    line.put("battery_percent", whole(state.battery_percent));
    line.put("cpu_mhz_min", whole(state.cpu_mhz.min));
    line.put("cpu_mhz_median", whole(state.cpu_mhz.median));
    line.put("cpu_mhz_max", whole(state.cpu_mhz.max));
    line.put("cpu_temperature_c", number(state.temperature_c));
    line.put("cpu_throttles", number(state.throttles));
    line.put("others_percent", number(state.others_percent));
    line.put("stolen_percent", number(state.stolen_percent));
    line.put("memory_available_bytes", whole(state.memory.available_bytes));
}

void putGpu(Line& line, const std::optional<GpuReading>& reading) {
    const GpuReading gpu = reading.value_or(GpuReading{});
    line.put("gpu_temperature_c", whole(gpu.temperature_c));
    line.put("gpu_load_percent", whole(gpu.load_percent));
    line.put("gpu_sm_clock_mhz", whole(gpu.sm_clock_mhz));
    line.put("gpu_memory_clock_mhz", whole(gpu.memory_clock_mhz));
    line.put("gpu_power_w", number(gpu.power_w));
    line.put("gpu_memory_used_bytes", whole(gpu.memory_used_bytes));
    const auto others = static_cast<std::int64_t>(gpu.others().size());
    line.put("gpu_other_programs", reading ? LongTable::Value{others} : LongTable::Value{});
}

}  // namespace

LongTable monitorTable(const Comparison& comparison) {
    constexpr double kMsInSecond = 1000;
    LongTable table;
    for (const Source& source : comparison.sources)
        for (const MonitorRecord& reading : source.readings) {
            Line line(table, table.columns.empty());
            line.put("file", textValue(source.file_name));
            line.put("run", textValue(source.header.run));
            line.put("started", textValue(source.header.started));
            line.put("time_s", number(reading.t_ms / kMsInSecond));
            putMachine(line, reading.state);
            putGpu(line, reading.gpu);
        }
    return table;
}

}  // namespace duelo
