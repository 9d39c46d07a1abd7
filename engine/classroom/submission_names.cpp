// SPDX-License-Identifier: Apache-2.0
// How learning platforms name what was handed in, by what they publish:
//
// Moodle (mod/assign/classes/downloader.php): "<full name>_<number>_assignsubmission_<part>" is a
// folder, with "_" behind it before 4.1, or, where files are not packed as folders, what stands
// before "_<file>". Underscores in names become blanks. A team has its group's name and number, the
// default group no number; with blind marking the name is "Participant" in the site's language.
//
// Canvas (instructure/canvas-lms, lib/content_zipper.rb): "<name>_[LATE_]<user>_<file id>_<file>",
// anonymous "[LATE_]anon_<id>_<file id>_<file>"; texts and links end in "_text.html", "_link.html".
// A file that is handed in anew is numbered, "pc05-1.duelo" (TimHanneman/Canvas_submission_sort).
//
// Google Forms puts " - <full name>" behind the name of a file (IIC2513-2021-1/projects, issue 94),
// and copies that Classroom makes for students begin with "<full name> - "; what they upload
// themselves keeps its name.
#include <algorithm>

#include "base/places.h"
#include "base/same_name.h"
#include "classroom/classroom.h"
#include "classroom/submission.h"

namespace duelo {
namespace {

constexpr std::size_t kMostIdDigits = 18;
/// Words with which the names of groups begin, without accents and in small letters.
constexpr std::array<std::string_view, 12> kTeamWords{"grupo",  "group",  "equipo", "team",
                                                      "gruppe", "groupe", "gruppo", "grup",
                                                      "equip",  "equipe", "talde",  "pareja"};
/// Moodle's "Participant", as its language packs have it.
constexpr std::array<std::string_view, 14> kParticipants{
    "participant", "participante", "teilnehmer", "teilnehmerin",    "teilnehmer/in",
    "deelnemer",   "partecipante", "uczestnik",  "участник",        "deltager",
    "deltagare",   "osallistuja",  "partaidea",  "parte-hartzailea"};
constexpr std::string_view kSubmission = "_assignsubmission_";

bool areDigits(std::string_view text) {
    return !text.empty() && text.size() <= kMostIdDigits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A person's name that is taken for a team's would be shown, so a number in it says nothing.
bool isTeamName(std::string_view name) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (wordsOfName(name).empty()) return std::ranges::any_of(name, isDigit);  // "P3"
    const std::string words = plainWords(name);
    std::string_view first = std::string_view(words).substr(0, words.find(' '));
    while (!first.empty() && first.back() >= '0' && first.back() <= '9') first.remove_suffix(1);
    return std::ranges::find(kTeamWords, first) != kTeamWords.end();
}

std::optional<SubmissionName> moodleName(std::string_view part) {
    const std::size_t at = part.rfind(kSubmission);
    if (at == part.npos || at == 0) return std::nullopt;
    SubmissionName out{.platform = Platform::Moodle};
    std::string_view rest = part.substr(at + kSubmission.size());
    out.part = rest.substr(0, rest.find('_'));
    std::string_view who = part.substr(0, at);
    if (const std::size_t line = who.rfind('_');
        line != who.npos && areDigits(who.substr(line + 1))) {
        out.id = who.substr(line + 1);
        who = who.substr(0, line);
    }
    if (who.empty() || out.part.empty()) return std::nullopt;
    out.name = who;
    out.anonymous = std::ranges::find(kParticipants, plainWords(who)) != kParticipants.end();
    out.team = !out.anonymous && (out.id.empty() || isTeamName(who));
    return out;
}

/// The field before the next underscore, which is taken off.
std::string_view nextField(std::string_view& rest) {
    const std::size_t line = rest.find('_');
    const std::string_view field = rest.substr(0, line);
    rest.remove_prefix(line == rest.npos ? rest.size() : line + 1);
    return field;
}

std::optional<SubmissionName> canvasName(std::string_view part) {
    SubmissionName out{.platform = Platform::Canvas};
    std::string_view rest = part;
    const auto takeLate = [&] {
        if (!rest.starts_with("LATE_") && !rest.starts_with("late_")) return;
        out.late = true;
        rest.remove_prefix(5);
    };
    takeLate();
    if (rest.starts_with("anon_")) {
        rest.remove_prefix(5);
        out.anonymous = true;
        out.id = nextField(rest);
        if (out.id.empty() || out.id.size() > kMostIdDigits) return std::nullopt;
    } else {
        out.name = nextField(rest);
        takeLate();
        out.id = nextField(rest);
        if (out.name.empty() || !areDigits(out.id)) return std::nullopt;
    }
    if (rest == "text.html" || rest == "link.html") {
        out.part = rest.substr(0, rest.find('.'));
        return out;
    }
    if (!areDigits(nextField(rest)) || rest.empty()) return std::nullopt;
    out.part = "file";
    // The part before the last ending: "pc05-1".
    const std::string_view stem = rest.substr(0, rest.rfind('.'));
    const std::size_t hyphen = stem.rfind('-');
    out.again =
        hyphen != stem.npos && stem.size() - hyphen <= 3 && areDigits(stem.substr(hyphen + 1));
    out.team = !out.anonymous && isTeamName(out.name);
    return out;
}

/// Two words or more of letters alone, each with a capital: "Ana Peña", "Leo de la Cruz".
bool looksLikePerson(std::string_view text) {
    constexpr std::array<std::string_view, 8> kSmall{"de",  "del", "la",  "las",
                                                     "los", "y",   "van", "von"};
    std::size_t words = 0;
    while (!text.empty()) {
        const std::size_t blank = text.find(' ');
        const std::string_view word = text.substr(0, blank);
        text.remove_prefix(blank == text.npos ? text.size() : blank + 1);
        if (std::ranges::find(kSmall, word) != kSmall.end()) continue;
        std::size_t at = 0;
        const std::string_view rest = word;
        if (rest.empty()) return false;
        const char32_t first = nextCodePoint(rest, at);
        const bool capital = (first >= 'A' && first <= 'Z') || (first >= 0xC0 && first <= 0xDE);
        if (!capital || at == rest.size()) return false;
        while (at < rest.size()) {
            const char32_t c = nextCodePoint(rest, at);
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0xC0 || c == '\'' ||
                  c == '-'))
                return false;
        }
        ++words;
    }
    return words >= 2;
}

std::optional<SubmissionName> googleName(std::string_view part) {
    constexpr std::string_view kBetween = " - ";
    const std::string_view stem = part.substr(0, part.rfind('.'));
    const std::size_t first = stem.find(kBetween), last = stem.rfind(kBetween);
    if (first == stem.npos) return std::nullopt;
    for (const std::string_view name : {stem.substr(last + kBetween.size()), stem.substr(0, first)})
        if (looksLikePerson(name))
            return SubmissionName{
                .platform = Platform::GoogleForms, .name = std::string(name), .part = "file"};
    return std::nullopt;
}

}  // namespace

std::string plainWords(std::string_view text) {
    std::string out;
    const std::string folded = foldedName(text);
    for (std::size_t at = 0; at < folded.size();) {
        const char32_t c = nextCodePoint(folded, at);
        if (c < 0x300 || c > 0x36F) appendUtf8(out, c);
    }
    while (out.ends_with(' ')) out.pop_back();
    return out.substr(std::min(out.find_first_not_of(' '), out.size()));
}

std::optional<SubmissionName> submissionNameIn(std::string_view part) {
    if (auto moodle = moodleName(part)) return moodle;
    if (auto canvas = canvasName(part)) return canvas;
    return googleName(part);
}

std::optional<SubmissionAt> submissionAt(const ClassPlace& place) {
    std::vector<std::pair<std::string, std::string>> parts;  // with what stands before each
    std::vector<std::size_t> names;  // those of files, of which Google's names are
    std::string before;
    for (const std::filesystem::path& component : place.file) {
        parts.emplace_back(utf8(component), before);
        before += utf8(component) + '/';
    }
    names.push_back(parts.size() - 1);
    for (std::string_view rest : place.entries) {
        for (; !rest.empty();) {
            const std::size_t end = std::min(rest.find('/'), rest.size());
            parts.emplace_back(rest.substr(0, end), before);
            before += parts.back().first + '/';
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        names.push_back(parts.size() - 1);
    }
    for (const auto& [part, within] : parts) {
        auto name = moodleName(part);
        if (!name) name = canvasName(part);
        if (name) return SubmissionAt{*std::move(name), within};
    }
    for (const std::size_t at : names)
        if (auto name = googleName(parts[at].first))
            return SubmissionAt{*std::move(name), parts[at].second};
    return std::nullopt;
}

}  // namespace duelo
