// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "machine/probe_sheet.h"
#include "record/provenance.h"
#include "record/record_file.h"
#include "report/prediction.h"

/// One file of a class keeps its figures and what says where they come from. Samples are let go of;
/// readAgain() has them.
namespace duelo {

/// The place of something of the class: a file, or an entry of a ZIP, which may lie in another ZIP.
struct ClassPlace {
    std::filesystem::path file{};
    std::vector<std::string> entries{};  ///< of the ZIPs, the outermost first; empty: the file

    auto operator<=>(const ClassPlace&) const = default;
    [[nodiscard]] std::string name() const;   ///< the last part alone: "pc05.duelo"
    [[nodiscard]] std::string whole() const;  ///< "L12/all.zip > Ana_1/pc05.zip > pc05.duelo"
};

/// The person and the seat that the label of a run names. The student is personal data.
struct ClassLabel {
    std::string seat{}, room{}, group{}, student{};
    bool operator==(const ClassLabel&) const = default;
};
[[nodiscard]] ClassLabel labelFrom(const Json& label);

/// The time of one variant of a case.
struct ClassTime {
    Params variant{};
    double median_ms = 0;
    std::optional<Interval> ci95_ms{};
    std::vector<std::string> doubts{};  ///< its flags::doubtful
    std::optional<double> first_ms{};   ///< the first call, which is in no median
    Parts parts{};                      ///< where the time of a call went
    std::optional<double> flop{};       ///< of one call
};

/// A variant that has no time, and why.
struct ClassGap {
    Params variant{};
    Reason reason{};
};

/// Time of `base` / time of `other`, both measured in one file.
struct ClassRatio {
    Params base{}, other{};
    /// The ratio with interval and verdict; only where a factor may be told.
    std::optional<RatioEstimate> estimate{};
    /// Set exactly where there is no estimate: a reason of whyNoRatio(), or "class_doubtful"
    /// {flag}.
    std::optional<Reason> why{};
};

/// A case as every PC names it.
struct ClassCase {
    std::string experiment{};
    int spec_version = 1;       ///< of another version it is another case
    Params work{};              ///< files by their names alone
    Params common{};            ///< the settings that all cases of one chart share
    std::string axis{};         ///< the axis that tells those apart: "size_px"; empty: none does
    std::optional<double> x{};  ///< the value of that axis, where it is a number
    bool operator==(const ClassCase&) const = default;
};
/// Returns whether they are shown together: they differ in the value of their axis alone.
[[nodiscard]] bool areOfOneChart(const ClassCase& a, const ClassCase& b);

/// A case as one file has measured it.
struct ClassRow {
    ClassCase of{};
    std::vector<ClassTime> times{};  ///< each variant once
    std::vector<ClassGap> gaps{};
    /// The ratios of the base of the file to every other variant, and of the CPU to the GPU that
    /// stand beside each other in a report of that file alone (report/comparison_types.h).
    std::vector<ClassRatio> ratios{};
};

/// An expectation of a student, and what came of it: one question of report/prediction.h.
struct ClassPrediction {
    PredictionOutcome outcome{};
    /// The band of the factor that was predicted, of the questions that have bands; the last one
    /// has no end (infinity).
    std::optional<Interval> band{};
    ClassCase of{};          ///< the case that it is about; of Growth the last one
    bool guess = true;       ///< nothing of this experiment had been measured before
    Params base{}, other{};  ///< the variants that it is about; of Growth the base alone
};

/// One .duelo file. Several runs of a resumed file are one; its first header speaks for it.
struct ClassFile {
    ClassPlace place{};
    std::string run{};      ///< id of the run
    std::string digest{};   ///< of its lines: equal in copies of a file
    std::string app{};      ///< version of Duelo
    std::string started{};  ///< UTC, ISO 8601: sorts by time
    /// Set where Duelo did not measure its times: they were typed, printed or estimated.
    std::optional<Provenance> provenance{};
    Integrity integrity = Integrity::Open;
    std::vector<Reason> warnings{};  ///< of the reader: torn lines, doubtful results
    ClassLabel label{};
    MachineSheet machine{};
    MachineState state{};
    EngineSheet engine{};
    std::vector<ClassRow> rows{};
    std::vector<ClassPrediction> predictions{};

    /// Returns whether it was closed, its seal fits, and the reader warns of no part of it; lines
    /// that are no part of it take nothing from it.
    [[nodiscard]] bool isIntact() const {
        return integrity == Integrity::Sealed &&
               std::ranges::all_of(warnings, [](const Reason& warning) {
                   return warning.code == kLinesPassedOver;
               });
    }
};

/// The file that `duelo-engine probe --out` wrote on a PC.
struct ClassProbe {
    ClassPlace place{};
    ClassLabel label{};
    ProbeSheet sheet{};  ///< without plans, offers and experiments
};

/// The figures of a file that was read whole. Reasons: "nothing_to_report".
[[nodiscard]] Result<ClassFile> classFile(ClassPlace place, RecordLog log, std::string digest,
                                          const FindSpec& find);
/// The text of a probe's file. Reasons: "class_not_a_probe".
[[nodiscard]] Result<ClassProbe> classProbe(ClassPlace place, std::string_view text);

}  // namespace duelo
