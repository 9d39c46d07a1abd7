// SPDX-License-Identifier: Apache-2.0
#include "classroom/submission.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "base/same_name.h"
#include "classroom/classroom.h"

namespace duelo {
namespace {

using State = Submission::State;

/// The reasons of files that end before they should, as after a copy that broke off.
constexpr std::array<std::string_view, 4> kCutOff{"torn_last_line", "zip_torn", "class_growing",
                                                  "file_open"};
/// The reasons of files that are none of Duelo's, or that say of a good one what else there is.
constexpr std::array<std::string_view, 10> kNoHarm{
    "class_foreign",  "class_zip_foreign", "class_not_a_probe",     "class_copy",
    "class_repeated", "class_copy_aside",  "class_machine_unknown", "class_brought",
    "class_game",     kLinesPassedOver};

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& codes, std::string_view code) {
    return std::ranges::find(codes, code) != codes.end();
}

/// Collects a submission before it is known what came of it.
struct Found {
    Submission submission{};
    std::set<ClassPlace> files{};
    std::set<std::string> downloads{}, digests{}, seats{};
    std::size_t whole = 0;  ///< measured files without any harm
    std::optional<Reason> cut_off{}, damaged{};
};

class Collector {
public:
    explicit Collector(const Classroom& classroom) {
        for (const ClassSeat& seat : classroom.seats())
            for (const auto& file : seat.files)
                if (Found* of = foundOf(file->place)) takeMeasured(*of, *file, seat);
        for (const auto& [place, file] : classroom.broughtFiles())
            if (Found* of = foundOf(place)) ++of->submission.brought;
        for (const ClassPlace& place : classroom.passedOver())
            if (Found* of = foundOf(place))
                of->submission.reports += place.name().ends_with(".duelo-report");
        for (const LeftOut& one : classroom.leftOut())
            if (Found* of = foundOf(one.place)) takeReason(*of, one.reason);
    }

    std::vector<Submission> submissions() {
        nameTheBlind();
        std::vector<Found*> order;
        for (auto& [key, one] : m_found) order.push_back(&one);
        std::ranges::sort(order, before);
        std::map<std::string, std::vector<std::size_t>> byDigest;
        for (std::size_t i = 0; i < order.size(); ++i)
            for (const std::string& digest : order[i]->digests) byDigest[digest].push_back(i);
        std::vector<Submission> out;
        for (std::size_t i = 0; i < order.size(); ++i) {
            settle(*order[i], i, byDigest);
            out.push_back(std::move(order[i]->submission));
        }
        return out;
    }

private:
    static bool before(const Found* a, const Found* b) {
        const auto path = [](const std::string& text) { return fromUtf8(text); };
        const Submission &x = a->submission, &y = b->submission;
        if (x.name != y.name) return naturallyLess(path(x.name), path(y.name));
        if (x.id != y.id) return naturallyLess(path(x.id), path(y.id));
        return x.key < y.key;
    }

    /// Returns the hand-in of a file; null for a file that no platform named.
    Found* foundOf(const ClassPlace& place) {
        const auto at = submissionAt(place);
        if (!at) return nullptr;
        const SubmissionName& name = at->name;
        const std::string key = std::string(word(name.platform)) + ' ' + name.id + ' ' +
                                (name.anonymous ? std::string() : foldedName(name.name));
        Found& of = m_found[key];
        Submission& one = of.submission;
        one.key = key;
        one.platform = name.platform;
        one.name = name.name;
        one.id = name.id;
        one.team = name.team;
        one.blind = name.anonymous;
        one.late |= name.late;
        one.resubmitted |= name.again;
        one.online_text |= name.part == "onlinetext" || name.part == "text";
        of.downloads.insert(at->within);
        // A ZIP that was set aside stands for its entries.
        of.files.insert(place);
        return &of;
    }

    static void takeMeasured(Found& of, const ClassFile& file, const ClassSeat& seat) {
        if (file.integrity == Integrity::Modified) return;  // its reason says so
        ++of.submission.measured;
        of.digests.insert(file.digest);
        of.seats.insert(seat.id);
        of.whole += file.isIntact();
    }

    static void takeReason(Found& of, const Reason& reason) {
        if (isOneOf(kCutOff, reason.code)) {
            if (!of.cut_off) of.cut_off = reason;
        } else if (!isOneOf(kNoHarm, reason.code) && !of.damaged) {
            of.damaged = reason;
        }
    }

    /// Finds the hand-ins of blind marking: all of a download are called alike, in whatever
    /// language.
    void nameTheBlind() {
        constexpr std::size_t kFewestAlike = 3;
        std::map<std::pair<std::string, std::string>, std::set<std::string>> ids, all;
        for (const auto& [key, one] : m_found)
            for (const std::string& download : one.downloads) {
                ids[{download, one.submission.name}].insert(one.submission.id);
                all[{download, {}}].insert(key);
            }
        for (auto& [key, one] : m_found) {
            Submission& of = one.submission;
            const std::string& download = *one.downloads.begin();
            const std::size_t alike = ids[{download, of.name}].size();
            if (!of.team && alike >= kFewestAlike && alike == all[{download, {}}].size())
                of.blind = true;
            if (of.blind) of.name.clear();
        }
    }

    static void settle(Found& of, std::size_t number,
                       const std::map<std::string, std::vector<std::size_t>>& byDigest) {
        Submission& one = of.submission;
        one.files.assign(of.files.begin(), of.files.end());
        one.seats.assign(of.seats.begin(), of.seats.end());
        one.resubmitted |= of.downloads.size() > 1;
        std::set<std::size_t> same;
        bool all_before = !of.digests.empty();
        for (const std::string& digest : of.digests) {
            const auto& in = byDigest.at(digest);
            all_before &= in.front() < number;
            same.insert(in.begin(), in.end());
        }
        same.erase(number);
        one.same_as.assign(same.begin(), same.end());
        if (all_before)
            one.state = State::Copy;
        else if (of.whole > 0 || (one.measured > 0 && !of.cut_off))
            one.state = State::Read;
        else if (of.cut_off)
            one.state = State::CutOff;
        else if (of.damaged)
            one.state = State::Damaged;
        else if (one.brought > 0)
            one.state = State::Read;
        one.why = one.state == State::CutOff || !of.damaged ? of.cut_off : of.damaged;
    }

    std::map<std::string, Found> m_found;
};

}  // namespace

std::vector<Submission> submissionsOf(const Classroom& classroom) {
    return Collector(classroom).submissions();
}

SubmissionPlaces placesOf(const std::vector<Submission>& all) {
    SubmissionPlaces out;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const ClassPlace& place : all[i].files) out.emplace(place, i);
    return out;
}

std::string submissionTitle(const std::vector<Submission>& all, std::size_t number, bool names) {
    const Submission& one = all[number];
    if (!one.name.empty() && (names || one.team)) return visibleText(one.name);
    return '#' + std::to_string(number + 1);
}

std::string submissionNotes(const Submission& submission, const Text& text) {
    std::string out;
    const auto add = [&](bool is, const char* key, const Json& args = Json::object()) {
        if (is) out += (out.empty() ? "" : "; ") + text(std::string("submission.") + key, args);
    };
    add(submission.late, "late");
    add(submission.resubmitted, "again");
    add(submission.team, "team");
    add(submission.blind, "blind");
    add(submission.online_text && submission.files.size() > 1, "with_text");
    add(submission.reports > 0, "report", {{"count", submission.reports}});
    return out;
}

std::string submissionWords(const Classroom& classroom, const std::vector<Submission>& all,
                            std::size_t number, bool names, const Text& text) {
    const Submission& one = all[number];
    Json others = Json::array();
    for (const std::size_t other : one.same_as)
        if (one.state != State::Copy || other < number)
            others.push_back(submissionTitle(all, other, names));
    const Json args{{"files", one.files.size()},
                    {"measured", one.measured},
                    {"brought", one.brought},
                    {"others_text", others},
                    {"why_text", one.why ? shownReason(classroom, *one.why, names, text) : ""}};
    const auto say = [&](const std::string& key) { return text("submission." + key, args); };
    std::string out;
    switch (one.state) {
        case State::Read:
            out = say(one.measured > 0 ? "read" : "brought_alone");
            if (one.measured > 0 && one.brought > 0) out += ' ' + say("brought");
            if (!one.same_as.empty()) out += ' ' + say("same_as");
            break;
        case State::Nothing:
            out = say(one.online_text && one.files.size() == 1 ? "online_text" : "nothing");
            break;
        default:
            out = say(std::string(word(one.state)));
    }
    if (one.state == State::Read && one.why) out += ' ' + say("reserve");
    return out;
}

}  // namespace duelo
