// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "machine/engine_sheet.h"
#include "machine/gpu_reading.h"
#include "machine/machine_sheet.h"
#include "machine/machine_state.h"
#include "plan/plan.h"
#include "plan/protocol_sheet.h"
#include "record/prediction.h"
#include "record/result_record.h"

namespace duelo {

/// The lines of a record file as values (resources/schema/record.schema.json is the contract).
/// Every struct keeps the fields that it does not know in `extra` (see decode()), so that a file
/// written by a newer Duelo passes through an older one unharmed.
inline constexpr int kSchemaVersion = 2;

/// Opens a file, and stands again in it wherever a run was resumed or some of its cells are
/// measured again, perhaps on another machine: what follows was measured as this header says.
struct Header {
    int schema = kSchemaVersion;
    std::string run{};      ///< UUID v4
    std::string app{};      ///< version of Duelo
    std::string started{};  ///< UTC, ISO 8601
    Json plan{};
    std::string plan_hash{};
    int spec_version = 1;      ///< Spec::version of the plan's experiment
    ProtocolSheet protocol{};  ///< what the cells are measured to
    int cells = 0;             ///< how many the plan expands to
    /// Cells that have a result and are measured again from here on. Until each has its new one,
    /// the run is not at its end.
    std::vector<std::string> repeats{};
    /// The time that each cell is expected to take, by its id, before anything is measured; some or
    /// all cells may lack one.
    std::map<std::string, double> expected_ms{};
    MachineSheet machine{};  ///< where it was measured
    MachineState state{};    ///< of that machine when this was written: power, clocks, heat
    EngineSheet engine{};    ///< what measured it
    Json label{};            ///< student, group, room, seat: whatever the user gave
    /// Absent: nobody was asked. Where a run goes on, that of its first header.
    std::optional<Prediction> prediction{};
    Json extra = Json::object();
};

/// The field in Reason::args of what ended a cell by something that another try may not meet, such
/// as a process that was killed: whoever resumes the file tries that cell again.
inline constexpr const char* kTryAgain = "try_again";
[[nodiscard]] inline bool mayBeTriedAgain(const Reason& reason) {
    const auto said = reason.args.find(kTryAgain);
    return said != reason.args.end() && *said == true;
}

/// The field in Header::extra of a run that went on with a file whose last run had not been closed:
/// the digest of all that it found, which nothing else vouches for.
inline constexpr const char* kResumedUnsealed = "resumed_unsealed";

struct CellRecord {
    std::string cell{};
    std::string experiment{};
    Params work{}, variant{};  ///< as the experiment's axes name them
    Json extra = Json::object();
};

/// Where the running cell is: "prepare", "cold", "check", "warm_up", "measure", "test".
struct Stage {
    std::string cell{};
    std::string stage{};
    std::optional<double> share{};  ///< of a long stage: how much of it is done, 0..1
    Json extra = Json::object();
};

/// Something that may spoil the numbers (battery, load, throttling) or that was converted.
struct Notice {
    std::string cell{};  ///< empty: concerns the whole run
    Reason reason{};
    Json extra = Json::object();
};

/// The times of what happens once, which must never be mixed with what is repeated (S0-M03).
struct Cold {
    std::string cell{};
    double load_ms = 0;   ///< weights read and placed, network prepared; not the input, no hashes
    double first_ms = 0;  ///< the first call
    bool process_first = false;  ///< the first of this process, which also pays the start-up
    Json extra = Json::object();
};

/// An event that an experiment tells while it works: its Spec names the kinds and their fields.
struct EventRecord {
    std::string cell{};
    std::string kind{};
    Json fields = Json::object();
    Json extra = Json::object();
};

/// Why a sample is kept out of the figures; the number stands in Samples::discard.
enum class DiscardCause { None, Throttled, AllocatorGrew, Preempted, Slept };
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<DiscardCause>{
    "none", "throttled", "allocator_grew", "preempted", "slept"};

/// Samples as measured, in order; all arrays are parallel, an empty one was not measured.
struct Samples {
    std::string cell{};
    std::vector<int> round{};         ///< equal rounds of the variants of a case pair up
    std::vector<double> t0_ms{};      ///< start, since the run's start
    std::vector<int> calls{};         ///< of the timed block; empty: one each
    std::vector<int> process{};       ///< which of several did it, from 0; empty: the only one
    std::vector<double> wall_ms{};    ///< per call, synchronised
    std::vector<double> device_ms{};  ///< per call, first to last event: gaps too
    std::vector<double> submit_ms{};  ///< per call, until the host was free again
    /// The time of a call from its own start to its own end, on the mean of instances side by side
    /// and in the slowest of them. `wall_ms` is a call's share of all of them.
    std::vector<double> latency_ms{}, slowest_ms{};
    std::vector<int> discard{};  ///< 0: kept; otherwise a DiscardCause; empty: all kept
    Json extra = Json::object();

    /// Tells whether nothing was found to discard this sample for.
    [[nodiscard]] bool counts(std::size_t i) const {
        return i >= discard.size() || discard[i] == 0;
    }
    /// Later samples of the same cell. Lines leave out a list that says nothing of theirs.
    void append(const Samples& later);
};

/// The state of the machine, and of the GPU where the run uses one that tells it, at a moment in
/// which nothing is timed (S2-38). Other programs have neither name nor number in it: the file is
/// handed in.
struct MonitorRecord {
    double t_ms = 0;  ///< since the run's start, as Samples::t0_ms; written without a fraction
    MachineState state{};
    std::optional<GpuReading> gpu{};
    Json extra = Json::object();
};

/// Closes a run; the digest covers every record before this one, without the white space around its
/// line and ended by one line feed, so that a later edit shows, and line ends, blank lines, a byte
/// order mark or a footer, which mail and Git make, do not. RecordFile fills it in.
struct End {
    std::string status{};  ///< "completed", "cancelled", "failed"
    std::optional<Reason> reason{};
    std::string sha256{};
    Json extra = Json::object();
};

/// A line of a kind that this version does not know, kept as it is; and what an engine tells on its
/// pipe and no file has: "reply", "progress", "skipped", and "gpu" (machine/gpu_reading.h).
struct UnknownRecord {
    Json line{};
};

using Record = std::variant<Header, CellRecord, Stage, Notice, Cold, EventRecord, MonitorRecord,
                            Samples, ResultRecord, End, UnknownRecord>;

/// One line without its newline. Numbers never depend on the locale and read back to the same bits;
/// the times of Samples are rounded to 1e-6 ms, which is the resolution of the clock. Fields that
/// do not apply (empty optionals, lists, texts, objects) are absent. A number that is not finite is
/// written as null, because JSON has no NaN, and read as NaN: null never means "not measured".
[[nodiscard]] std::string encode(const Record& record);

/// Fields that this version does not know go to `extra`, those inside args and fingerprint under
/// the same name there, and encode() puts all of them back; only deeper, inside elements of lists
/// (parts, metrics, identities), they are lost.
/// The machine and engine sheets keep all of them, and take what is of a wrong type for unknown:
/// they are shown and compared, and no measurement is lost for one of their fields (base/sheet.h).
/// Reasons: "record_not_json", "record_bad_field" {field} with the rest in the message.
[[nodiscard]] Result<Record> decode(std::string_view line);

/// Takes the records of a run as they happen. write() is called from the worker thread.
class RecordSink {
public:
    virtual ~RecordSink() = default;
    /// An error ends the run: what cannot be kept need not be measured.
    [[nodiscard]] virtual Result<void> write(const Record& record) = 0;
};

}  // namespace duelo
