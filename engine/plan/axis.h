// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plan/params.h"

namespace duelo {

/// The kind of value that an axis takes; it decides how words are read and which field a form
/// shows.
enum class AxisKind {
    Integer,
    Real,
    Word,  ///< one of `words`
    Flag,
    Text,
    Device,   ///< the word of a device (base/device.h)
    Path,     ///< of a file; compared by its digest, shown by its name
    Source,   ///< text of a student's own kernel: {name, sha256} of an attachment
    Command,  ///< a student's own program: {name, sha256} of an attachment
    Work      ///< work of another experiment: {experiment, case, variant}
};
template <>
inline constexpr std::array<std::string_view, 10> wordsOf<AxisKind>{
    "integer", "real", "word", "flag", "text", "device", "path", "source", "command", "work"};

/// Tells whether a value is {name, sha256} of an attachment (plan/attachment.h).
[[nodiscard]] constexpr bool isAttached(AxisKind kind) {
    return kind == AxisKind::Source || kind == AxisKind::Command;
}

enum class AxisRole {
    Case,     ///< what is computed
    Variant,  ///< how: the variants of a case are measured interleaved and compared
    Run       ///< changes no result (whether weights are saved)
};

/// A condition on other axes, as data: the value of `axis` is one of `in` (where that is not empty)
/// and none of `not_in`. An axis that does not apply itself fulfils no `in` and every `not_in`; for
/// this to be known, an axis with conditions of its own stands before those that name it.
struct When {
    std::string axis;
    std::vector<Json> in{}, not_in{};
    /// Asks for a kind of device instead, whatever its API: work that names no device is the CPU's.
    std::optional<DeviceKind> device{};
    /// Or asks for a device of any other API.
    std::optional<Api> not_by{};

    [[nodiscard]] bool holds(const Params& params) const;
};
[[nodiscard]] inline When onKind(DeviceKind kind) {
    return {.axis = kDeviceAxis, .device = kind};
}
[[nodiscard]] inline When onCpu() {
    return onKind(DeviceKind::Cpu);
}
[[nodiscard]] inline When onGpu() {
    return onKind(DeviceKind::Gpu);
}
/// For what has no kernel of Duelo's own: a library of NVIDIA's, LibTorch.
[[nodiscard]] inline When notByOpenCl() {
    return {.axis = kDeviceAxis, .not_by = Api::OpenCl};
}

/// The unit of an axis that counts bytes: people read and type them as "64 KiB".
inline constexpr std::string_view kByteUnit = "B";

/// One parameter of an experiment. It is declared once: its command-line option, its place in the
/// plan's JSON, its column and its field follow from it.
struct Axis {
    std::string id;
    AxisKind kind = AxisKind::Integer;
    std::string unit{};  ///< "px", "byte"; empty: a number of something, or no number
    AxisRole role = AxisRole::Case;
    bool many = false;      ///< a list is a sweep; otherwise a setting, which stands in every case
    bool optional = false;  ///< may be absent
    /// The usual value; a list where `many`. Null only where `optional`.
    Json usual{};
    /// The accepted words of kind Word; of kind Path those that name no file ("random"), and their
    /// beginnings where they end in a colon ("sample:").
    std::vector<std::string> words{};
    bool gpus = true;     ///< of kind Device: accepted beside the CPU
    bool opencl = false;  ///< and those by OpenCL too
    /// The bounds of accepted numbers. Of kind Path, `max` lets one value be a list of so many
    /// files, which are worked on together.
    std::optional<double> min{}, max{};
    /// The reason that a number outside has: {field, value, min, max}.
    std::string range_reason = "value_out_of_range";
    std::vector<When> when{};  ///< all must hold, or the axis is dropped
    std::map<std::string, std::vector<When>> value_when{};  ///< the same for one word of it
    bool folders = false;  ///< of kind Path: a folder that is typed stands for the images in it
    /// The axis whose value a file belongs to, for kind Path. The file is typed as VALUE=FILE, or
    /// as FILE where there is one such value alone, and each gets a block of its own.
    std::string per{};
    /// An integer 0 that stands for a number which only the machine knows.
    bool zero_is_cores = false;

    std::string option{};         ///< "--size"; empty: not on the command line
    std::string help{};           ///< of the option
    double per_typed = 1;         ///< value / what is typed: 0.01 where people type percent
    std::string widget{};         ///< a registered field of the form; empty: the kind's own
    bool advanced = false;        ///< folded away in the form: most never touch it
    std::vector<Json> offered{};  ///< what the form offers; other numbers can be typed

    /// Tells whether a text of kind Path is one of `words`, and so no path.
    [[nodiscard]] bool names(std::string_view text) const;
    /// Returns the words of the APIs that Duelo knows and an axis of kind Device accepts.
    [[nodiscard]] std::vector<std::string> apis() const;
    /// Tells whether it accepts the word of a device, be there one here or not.
    [[nodiscard]] bool accepts(std::string_view device) const;
};

}  // namespace duelo
