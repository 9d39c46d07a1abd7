// SPDX-License-Identifier: GPL-3.0-or-later
#include "measured_run.h"

#include "noise.h"
#include "report_examples.h"

namespace duelo::testing {

RecordLog measuredRun(const Spec& spec) {
    const Facts facts{.physical_cores = 4, .devices = {Device::Cpu, Device::Cuda}};
    Plan plan = usualPlan(spec, facts);
    plan.preset = Preset::Quick;
    RecordLog log = examples::gpuPc();
    Header header = log.header();
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.machine.id = "fa4efa4e";  // this PC: it can be repeated here
    log.records = {header};
    examples::Noise noise{1234};
    double call_ms = 40;
    for (const Cell& cell : expand(plan, facts)) {
        log.records.emplace_back(CellRecord{.cell = cell.id,
                                            .experiment = cell.experiment,
                                            .work = cell.work,
                                            .variant = cell.variant});
        Samples samples{.cell = cell.id};
        call_ms *= 0.8;
        for (int i = 0; i < 36; ++i) {
            samples.round.push_back(i / 2);
            samples.t0_ms.push_back(100.0 * i);
            samples.wall_ms.push_back(std::round(call_ms * noise.next() * 1e6) / 1e6);
        }
        const auto sorted = sortedCopy(samples.wall_ms);
        ResultRecord result;
        result.cell = cell.id;
        result.summary = Summary{.n = static_cast<std::int64_t>(sorted.size()),
                                 .median_ms = median(sorted),
                                 .ci95_ms = medianInterval(sorted),
                                 .mean_ms = mean(sorted),
                                 .min_ms = sorted.front(),
                                 .p25_ms = quantileOfSorted(sorted, 0.25),
                                 .p75_ms = quantileOfSorted(sorted, 0.75),
                                 .max_ms = sorted.back()};
        for (const MetricSpec& metric : findSpec(cell.experiment)->metrics)
            result.metrics.push_back(
                {metric.id, metric.unit, metric.unit.ends_with("/s") ? 2.5e9 : 0.5});
        result.flags = {"shared_processor"};
        log.records.emplace_back(std::move(samples));
        log.records.emplace_back(std::move(result));
    }
    log.records.emplace_back(End{.status = "completed"});
    return log;
}

}  // namespace duelo::testing
