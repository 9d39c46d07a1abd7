// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/sheet.h"
#include "record/record.h"

/// Times that Duelo did not measure: a file of its own kind, so that none of them can pass for
/// measured ones. Its header says where they are from.
namespace duelo {

/// The way in which times came into a file: typed by somebody, read from what a program printed, or
/// estimated.
enum class Origin { Typed, Printed, Simulated };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Origin>{"typed", "printed", "simulated"};

/// The way in which a time was taken, as far as it is known: not at all; one first call with a
/// stopwatch, as the handout's program does it; or the median of several after a warm-up.
enum class TimedBy { Unknown, SingleCold, WarmMedian };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<TimedBy>{"unknown", "single_cold",
                                                                  "warm_median"};

/// The field "provenance" of a header of schema kImportedSchema; a measured run has none.
struct Provenance {
    std::string origin{};  ///< a word of Origin
    std::string source{};  ///< in the words of whoever brought the times: who, which GPU
    std::string timing{};  ///< a word of TimedBy
    /// The facts about the times that nobody knows: "weights", "precision", "timing".
    std::vector<std::string> unchecked{};
    /// Belong to a program of somebody's own: what it is written in, and the share that it says it
    /// got right.
    std::string technology{};
    std::optional<double> accuracy{};
    Json extra = Json::object();
    bool operator==(const Provenance&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("origin", self.origin);
        field("source", self.source);
        field("timing", self.timing);
        field("unchecked", self.unchecked);
        field("technology", self.technology);
        field("accuracy", self.accuracy);
    }

    /// Returns the origin; for a word that this version does not know, the one that claims least.
    [[nodiscard]] Origin kind() const { return parseWord<Origin>(origin).value_or(Origin::Typed); }
    [[nodiscard]] bool isSimulated() const { return kind() == Origin::Simulated; }
};

/// One above that of measured files: a Duelo that does not know of provenance refuses the file
/// instead of taking its times for measured ones.
inline constexpr int kImportedSchema = kSchemaVersion + 1;
inline constexpr const char* kProvenanceField = "provenance";

/// Nothing where the times were measured by Duelo.
[[nodiscard]] std::optional<Provenance> provenanceOf(const Header& header);

/// A time of which nothing else is known. What nobody told is no figure: null in the file.
[[nodiscard]] Summary timeAlone(std::int64_t n, double ms);

/// A time that was brought, in the case and the variant that it is said to be of.
struct ImportedTime {
    Params work{}, variant{};
    double ms = 0;
    std::int64_t n = 0;            ///< of how many calls; 0: not told
    std::string weights_origin{};  ///< as Identity::origin; empty: not told
};

struct ImportedRun {
    std::string experiment{};
    int spec_version = 1;
    std::string app{};  ///< version of the Duelo that keeps them
    std::string gpu{};  ///< as the source names it; may be empty
    Provenance provenance{};
    std::vector<ImportedTime> times{};
};

/// The lines of a file with these times, but for its end. `run` and `started` as in Header.
[[nodiscard]] std::vector<Record> recordsOf(const ImportedRun& run, std::string id,
                                            std::string started);
/// Writes them as a new file and seals it. Nothing is left where that fails. Reasons: those of
/// RecordFile.
[[nodiscard]] Result<void> writeImported(const ImportedRun& run, const std::filesystem::path& path);

}  // namespace duelo
