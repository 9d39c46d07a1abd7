// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/words.h"
#include "classroom/class_file.h"

/// A hand-in of one student or team, as a learning platform delivers it: the name, and the files in
/// it. A class has one for each name that a platform gave, with or without files of Duelo.
namespace duelo {

class Classroom;

/// The words in small letters, without accents and without blanks at their ends.
[[nodiscard]] std::string plainWords(std::string_view text);

/// Forms of names that platforms give, as their public sources have them (submission_names.cpp).
enum class Platform { Moodle, Canvas, GoogleForms };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<Platform>{"moodle", "canvas", "google"};

/// Says whose a folder or file is, by its name.
struct SubmissionName {
    Platform platform = Platform::Moodle;
    std::string name{};  ///< as the platform writes it: a person, a team or "Participant"
    std::string id{};    ///< digits, of Canvas's anonymous students letters too; may be empty
    std::string part{};  ///< of Moodle "file", "onlinetext"; of Canvas's texts and links likewise
    bool late = false;
    bool anonymous = false;  ///< the platform itself hides the name: blind marking
    bool team = false;       ///< as far as the name alone tells it
    bool again = false;      ///< handed in anew: Canvas numbers its files

    [[nodiscard]] bool isPersons() const { return !team && !anonymous && !name.empty(); }
};
/// Reads a name as one of those forms; nothing where no platform names things so. `part` is one
/// component of a path.
[[nodiscard]] std::optional<SubmissionName> submissionNameIn(std::string_view part);
struct SubmissionAt {
    SubmissionName name{};
    std::string within{};  ///< the download of a platform in which it lies
};
/// Returns the hand-in of the outermost component which has one: of folders, then of entries of
/// ZIPs.
[[nodiscard]] std::optional<SubmissionAt> submissionAt(const ClassPlace& place);

/// A hand-in. Everything but `name` may be shown where names are hidden.
struct Submission {
    /// Copy: all that was measured stands in another one too, byte for byte; the first of them in
    /// the order of the class is Read, and which came from which nobody knows. CutOff: an end is
    /// missing. Damaged: what is Duelo's cannot be read or was edited. Nothing: none of it is
    /// Duelo's.
    enum class State { Read, Nothing, CutOff, Damaged, Copy };

    std::string key{};  ///< unique in a class: "moodle 123"
    Platform platform = Platform::Moodle;
    std::string name{};  ///< personal, unless it is a team's; empty where the platform hides it
    std::string id{};    ///< the platform's number; empty: it gave none
    bool team = false, blind = false, late = false;
    bool resubmitted = false;         ///< handed in more than once, as far as the names tell
    bool online_text = false;         ///< a text was typed on the platform
    std::vector<ClassPlace> files{};  ///< all of it, in the order of their places
    std::size_t measured = 0;         ///< of these, files with times that Duelo measured
    std::size_t brought = 0;          ///< files with times that somebody typed or printed
    std::size_t reports = 0;          ///< reports written with Duelo
    State state = State::Nothing;
    std::optional<Reason> why{};  ///< of CutOff and Damaged; of a file that counts its reserve
    std::vector<std::size_t> same_as{};  ///< places in the list of those that have the same file
    std::vector<std::string> seats{};    ///< ClassSeat::id of the PCs that measured it
};
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<Submission::State>{
    "read", "nothing", "cut_off", "damaged", "copy"};

/// Every hand-in that a platform named, by name and number in natural order. Files that no platform
/// named belong to none.
[[nodiscard]] std::vector<Submission> submissionsOf(const Classroom& classroom);

/// Maps the place of a file to the number of its hand-in in the list.
using SubmissionPlaces = std::map<ClassPlace, std::size_t>;
[[nodiscard]] SubmissionPlaces placesOf(const std::vector<Submission>& all);

/// "Ana Peña López", "grupo3"; with names hidden a person is the number of the hand-in: "#12".
[[nodiscard]] std::string submissionTitle(const std::vector<Submission>& all, std::size_t number,
                                          bool names);
/// "late; team": what is to be known of it beside its files; may be empty.
[[nodiscard]] std::string submissionNotes(const Submission& submission, const Text& text);
/// Says in a line what there is to be said of it: "Nothing to read here: 2 files, none of Duelo's".
[[nodiscard]] std::string submissionWords(const Classroom& classroom,
                                          const std::vector<Submission>& all, std::size_t number,
                                          bool names, const Text& text);

}  // namespace duelo
