// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab_report/lab_report.h"
#include "noise.h"
#include "record/record_file.h"

namespace duelo::examples {

/// The fields of a cell beside its time.
struct Told {
    Parts parts{};
    std::map<std::string, std::int64_t> quantities{};
    std::vector<Metric> metrics{};
    std::vector<std::string> flags{};
    int images = 0;       ///< of a call, of which the throughput follows; 0: it has none
    double first_ms = 0;  ///< of a first call; 0: not told
    bool typed = false;   ///< one number, as somebody read it from a table
    const char* output = "the same";
};

/// A file of any experiment, whose cells a test makes up one by one.
class MeasuredFile {
public:
    explicit MeasuredFile(std::string experiment, const char* name = "made.duelo")
        : m_experiment(std::move(experiment)) {
        m_log.path = name;
        m_log.integrity = Integrity::Sealed;
        Header header;
        header.run = std::string("run of ") + name;
        header.started = "2026-05-04T09:12:33Z";
        header.machine = {.id = "0123abcd", .cpu = {.name = "Core i7", .cores = 16, .logical = 16}};
        m_log.records.emplace_back(std::move(header));
    }

    CellRef add(const Params& work, const Params& variant, double ms, const Told& told = {}) {
        const std::string id = "c" + std::to_string(++m_cells);
        m_log.records.emplace_back(
            CellRecord{.cell = id, .experiment = m_experiment, .work = work, .variant = variant});
        if (told.first_ms > 0)
            m_log.records.emplace_back(Cold{.cell = id, .first_ms = told.first_ms});
        ResultRecord result;
        result.cell = id;
        result.parts = told.parts;
        result.quantities = told.quantities;
        result.metrics = told.metrics;
        result.flags = told.flags;
        result.fingerprint = Fingerprint{.sha256 = told.output};
        result.summary = told.typed ? Summary{.n = 1,
                                              .median_ms = ms,
                                              .mean_ms = ms,
                                              .min_ms = ms,
                                              .p25_ms = ms,
                                              .p75_ms = ms,
                                              .max_ms = ms}
                                    : sampled(id, ms);
        if (told.images > 0)
            result.metrics.push_back(rateOf("throughput", "image/s", told.images, *result.summary));
        m_log.records.emplace_back(std::move(result));
        return {std::get<Header>(m_log.records.front()).run, id};
    }
    Header& header() { return std::get<Header>(m_log.records.front()); }
    [[nodiscard]] const RecordLog& log() const { return m_log; }

private:
    Summary sampled(const std::string& id, double ms) {
        Samples samples;
        samples.cell = id;
        for (int round = 0; round < 14; ++round)
            for (int i = 0; i < 3; ++i) {
                samples.round.push_back(round);
                samples.t0_ms.push_back(1000.0 * round + 100 * i);
                samples.wall_ms.push_back(std::round(ms * m_noise.next() * 1e6) / 1e6);
            }
        m_log.records.emplace_back(samples);
        const auto sorted = sortedCopy(samples.wall_ms);
        return {.n = static_cast<std::int64_t>(sorted.size()),
                .median_ms = median(sorted),
                .ci95_ms = medianInterval(sorted),
                .mean_ms = mean(sorted),
                .min_ms = sorted.front(),
                .p25_ms = quantileOfSorted(sorted, 0.25),
                .p75_ms = quantileOfSorted(sorted, 0.75),
                .max_ms = sorted.back()};
    }

    RecordLog m_log;
    Noise m_noise{18};
    std::string m_experiment;
    int m_cells = 0;
};

}  // namespace duelo::examples
