// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/words.h"
#include "plan/axis.h"
#include "plan/params.h"
#include "plan/plan.h"

namespace duelo {

struct Spec;

/// The facts about this machine that an experiment may use while a choice is checked.
struct Facts {
    int physical_cores = 1;
    std::vector<Device> devices{Device::Cpu};  ///< on which work can be measured
    bool networks_on_gpu = true;               ///< that of networks too

    [[nodiscard]] bool has(const Device& device) const;
    /// Returns the first GPU; nothing where there is none.
    [[nodiscard]] std::optional<Device> gpu() const;
    /// Returns the devices on which the work of that experiment can be measured.
    [[nodiscard]] std::vector<Device> devicesFor(const Spec& spec) const;
};

/// A fault of a choice, and the value that has it: the reason has its {field}, such as
/// "cases[0].size_px[2]".
struct Problem {
    std::string axis{};
    std::size_t block = 0, index = 0;
    Reason reason{};
};

struct MetricSpec {
    std::string id, unit;  ///< an empty unit: a mere number
    bool more_is_better = true;
    bool in_table = false;  ///< stands beside the times where results are looked at
    bool share = false;     ///< of 1: people read it in percent
    /// The metric that says how far this one is expected to be off: it is shown with the digits
    /// that this leaves, and one more. Files of data have all of them.
    std::string off_by{};
    /// It tells of work that has more than one of what this axis counts; elsewhere it stands beside
    /// no time. Empty: of all work.
    std::string axis{};
};

/// A part of a call's time; those inside it make up the wall time together with what is
/// unexplained.
struct PartSpec {
    std::string id;
    bool inside = true;
};

/// A kind of event that an experiment tells while it works, and its columns.
struct EventSpec {
    std::string kind;
    std::vector<std::string> columns;
    std::string step{};  ///< the column that counts the steps of the work (see Steps); empty: none
};

/// The steps of work that is the way to an end.
struct Steps {
    int count = 0;
    bool may_end_early = false;
};

/// A sweep that may end by itself. Where the run's flag `asked` is set, a larger value of `axis` is
/// measured only as long as `metric` grows with it and the memory suffices (measure/sweep_rule.h).
/// The two reasons are those of the cells that are left out then: {best, value} and {value}.
struct SweepEnd {
    std::string axis, metric, asked;
    std::string peaked, full;
};

/// A plan that an experiment offers beside its usual one, such as the photographs that are shipped.
/// The words are the text "offer.<id>": title, sentence and caption, with '|' between them.
struct Offer {
    std::string id{};
    std::vector<Block> cases{};
    std::vector<Block> variants{};  ///< empty: the usual ones
    Params base{};                  ///< of these variants
};

/// The language of a program, or the library that it calls.
enum class ProgramKind { PyTorch, NumPy, C, Cuda };
template <>
inline constexpr std::array<std::string_view, 4> wordsOf<ProgramKind>{"pytorch", "numpy", "c",
                                                                      "cuda"};

class Text;       // base/text.h
struct BitLoss;   // record/tolerance.h
struct Identity;  // record/result_record.h
struct View;      // report/view.h

/// Writes the work of a completed plan, with cases and one block of variants, as a program that
/// runs; its comments are in the language of the text.
using WriteProgram = Result<std::string> (*)(const Plan& plan, const Text& text);
using Programs = std::map<ProgramKind, WriteProgram>;

/// Everything that the rest of Duelo knows of an experiment before it is measured.
struct Spec {
    std::string id;
    int version = 1;  ///< raised when the same parameters mean other work; ratios need equal ones
    std::string command{};  ///< on the command line; empty: it has none of its own
    /// The experiment on whose page of the window it is shown; empty: it has its own, with the
    /// caption "page.<id>" of the texts and the icon of the same name.
    std::string page{};
    std::string help{};
    std::vector<Axis> axes{};
    std::vector<MetricSpec> metrics{};
    std::vector<PartSpec> parts{};
    std::vector<EventSpec> events{};
    Attachments attachments{};  ///< what usual values name; Duelo's own, so it needs no permission
    /// Finds problems that axes alone cannot tell: sizes that a network cannot take. Called with a
    /// completed plan whose values are right each by itself; may be empty.
    std::function<std::vector<Problem>(const Plan&, const Facts&)> validate{};
    std::function<std::vector<Offer>()> offers{};  ///< what can be measured here; may be empty
    /// The steps of a work. Empty: the work is repeated until its time is known.
    std::function<Steps(const Params& work)> steps{};
    std::optional<SweepEnd> ends{};  ///< absent: every cell of a plan is measured
    bool compares = true;            ///< its variants are set against each other
    bool networks = false;           ///< its work is that of networks
    /// Returns the error that fewer bits bring to the outputs of that work, done with what is
    /// given; null: as of any work.
    BitLoss (*loss)(const Params& work, const std::vector<Identity>& given) = nullptr;
    /// The view that the experiment has of a comparison; null: plain tables.
    const View* view = nullptr;
    Programs programs{};  ///< the same work to take home; empty: there is no equivalent

    [[nodiscard]] const Axis* find(std::string_view axis) const;
    [[nodiscard]] const EventSpec* findEvent(std::string_view kind) const;
};

/// Looks an experiment up by its id; null: this Duelo does not know it.
using FindSpec = std::function<const Spec*(std::string_view)>;

inline constexpr int kMaxCells = 10000;

/// The values of an axis in a block; those that are usual where it has no entry for it.
[[nodiscard]] std::vector<Json> valuesOf(const Axis& axis, const Block& block);

/// Returns the attachments of the plan, and those of the experiment whose names none of the plan
/// has.
[[nodiscard]] Attachments attachmentsOf(const Plan& plan, const Spec& spec);

/// Returns the plan with nothing chosen: the usual values on all devices that work. The base has
/// the first word of each axis that says how the work is done.
[[nodiscard]] Plan usualPlan(const Spec& spec, const Facts& facts);
/// The usual plan with what an offer has instead, of its variants those on devices that work.
[[nodiscard]] Plan offeredPlan(const Offer& offer, const Spec& spec, const Facts& facts);
/// The plan with the usual values where it has none, so that it means the same where others are
/// usual, with the attachments that they name, and without values that a list repeats.
[[nodiscard]] Plan completed(Plan plan, const Spec& spec);

/// The same work as one of another experiment, as far as that has its axes, with a single value of
/// each: what is done once to prepare the plan.
[[nodiscard]] Plan firstOfEach(const Plan& plan, const Spec& other);

/// Everything that is wrong, in the order of the axes; nothing where the plan can be expanded.
/// Reasons: "list_empty" {field}, "unknown_value" {field, value, accepted}, "field_unknown" {field,
/// accepted}, the axis's range_reason {field, value, min, max}, of an axis in bytes
/// "bytes_out_of_range" {field, value_bytes, min_bytes, max_bytes}, "field_not_integer",
/// "field_not_number", "field_not_text", "field_not_boolean", "field_not_object" {field, value},
/// "path_not_usable" {field, value}, "device_not_open" {field, value,
/// accepted}, "setting_repeated" {field} where an axis that is no sweep has
/// several values, "field_missing" {field}, "too_many_cells" {count, max},
/// "too_many_files" {field, count, max}, those of
/// whyNotAttached() and whyNoReference(), and those of Spec::validate.
[[nodiscard]] std::vector<Problem> problemsOf(const Plan& plan, const Spec& spec,
                                              const Facts& facts);
/// The completed plan, or the first thing that is wrong with it.
[[nodiscard]] Result<Plan> validated(Plan plan, const Spec& spec, const Facts& facts);

/// The product of all blocks: cases in their order, the variants of a case next to each other, the
/// last axis fastest. Axes that do not apply (`when`) are dropped, then values that do not, then
/// what repeats an earlier cell; each keeps its number, so a file resumed on a PC with another
/// number of cores finds its own cells again. Each has the attachments that it names. For a plan
/// without problems. What a device cannot do is a cell all the same: the engine skips it and says
/// why.
[[nodiscard]] std::vector<Cell> expand(const Plan& plan, const Spec& spec, const Facts& facts);

/// Returns which of the variants all ratios are against: the first of those that have the most
/// values of the plan's base. Returns 0 where there are no variants.
[[nodiscard]] std::size_t baseIndex(const std::vector<const Params*>& variants, const Params& base);

/// Adds what is typed for an axis of kind Source or Command: of a source the name of its file, of a
/// command the name of a file with one in it, or itself. \returns the value that stands for it.
/// Reasons: those of openToRead() and "attachment_named_twice" {name}.
[[nodiscard]] Result<Json> attachTyped(const Axis& axis, const std::string& typed,
                                       Attachments& attachments);

/// Returns what was typed for a number, without the unit of its axis: "224" of "224 px"; of an axis
/// in bytes "65536" of "64 KiB", "64k" or "64 kB". A text with another unit stays as it is.
[[nodiscard]] std::string withoutUnit(const Axis& axis, std::string_view typed);

/// "1..256", typed for an integer that is a sweep: the first number, doubled as long as it does not
/// exceed the second. Nothing where the text is no such range.
[[nodiscard]] std::vector<Json> doubled(const Axis& axis, std::string_view typed);

/// The words that were typed for each axis, by its id.
using TypedWords = std::map<std::string, std::vector<std::string>, std::less<>>;

/// The usual plan with what was typed in the place of its values. A flag that was typed has the
/// opposite of its usual value, a range all values that doubled() makes of it; paths become
/// absolute. Reasons name the option:
/// "not_a_whole_number" and "not_a_number" {option, value}, "unknown_value" {field, value,
/// accepted}, "value_without_axis" {option, value, axis} and "unknown_value" of what is typed as
/// VALUE=FILE (Axis::per), and those of attachTyped().
[[nodiscard]] Result<Plan> planFromWords(const Spec& spec, const TypedWords& words,
                                         const Facts& facts);

}  // namespace duelo
