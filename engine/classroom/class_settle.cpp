// SPDX-License-Identifier: Apache-2.0
// What of a PC's files counts, and why others do not.
#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/natural_order.h"
#include "base/places.h"
#include "classroom/classroom.h"
#include "classroom/submission.h"

namespace duelo {
namespace {

constexpr std::size_t kIdDigits = 8;

bool byName(const ClassSeat& a, const ClassSeat& b) {
    if (a.room != b.room) return naturallyLess(fromUtf8(a.room), fromUtf8(b.room));
    if (a.name != b.name) return naturallyLess(fromUtf8(a.name), fromUtf8(b.name));
    return a.id < b.id;
}

Reason about(const char* code, const char* field, const ClassPlace& place) {
    return {code, {{field, place.name()}}, {}};
}

/// The first thing that is to be known of a file, whether it counts or not.
std::optional<Reason> reserveOf(const ClassFile& file) {
    const auto harm = std::ranges::find_if(
        file.warnings, [](const Reason& one) { return one.code != kLinesPassedOver; });
    if (harm != file.warnings.end()) return *harm;
    if (file.integrity == Integrity::Open) return about("file_open", "file", file.place);
    if (!file.warnings.empty()) return file.warnings.front();
    return std::nullopt;
}

/// Ranks the files of a PC that have the same variant of a case. The one that counts is clean and
/// whole, has more of the case, or is the later one.
auto rankOf(const ClassFile& file, const ClassRow& row) {
    const bool whole = file.isIntact();
    const bool undoubted =
        std::ranges::all_of(row.times, [](const ClassTime& time) { return time.doubts.empty(); });
    return std::tuple(whole && undoubted, whole, row.times.size(), file.started, file.place);
}

const ClassRow* rowWith(const ClassFile& file, const void* part) {
    const auto has = [part](const ClassRow& row) {
        const auto same = [part](const auto& one) {
            return static_cast<const void*>(&one) == part;
        };
        return std::ranges::any_of(row.times, same) || std::ranges::any_of(row.ratios, same);
    };
    const auto found = std::ranges::find_if(file.rows, has);
    return found == file.rows.end() ? nullptr : &*found;
}

/// Returns the people who handed in the files of a PC, for a PC without a label that says who sat
/// there.
std::string personsOf(const ClassSeat& seat) {
    std::set<std::string> names;
    for (const auto& file : seat.files)
        if (const auto at = submissionAt(file->place); at && at->name.isPersons())
            names.insert(at->name.name);
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : "; ") + name;
    return out;
}

bool isUndoubted(const ClassRow& row, const Params& variant) {
    const auto found = std::ranges::find(row.times, variant, &ClassTime::variant);
    return found != row.times.end() && found->doubts.empty();
}

}  // namespace

void Classroom::settle(const std::string& id) {
    std::erase_if(m_seats, [&](const ClassSeat& seat) { return seat.machine == id; });
    Machine& machine = m_machines[id];
    machine.left_out.clear();
    machine.counting.clear();
    // By room and seat; what tells none belongs to the only one that there is.
    struct Group {
        std::vector<const Machine::File*> files{};
        std::vector<std::shared_ptr<const ClassProbe>> probes{};
    };
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const auto& [place, file] : machine.files)
        groups[{file.file->label.room, file.file->label.seat}].files.push_back(&file);
    for (const auto& [place, probe] : machine.probes)
        groups[{probe->label.room, probe->label.seat}].probes.push_back(probe);
    if (const auto nameless = groups.find({}); nameless != groups.end() && groups.size() == 2) {
        Group moved = std::move(nameless->second);
        groups.erase(nameless);
        Group& only = groups.begin()->second;
        std::ranges::move(moved.files, std::back_inserter(only.files));
        std::ranges::move(moved.probes, std::back_inserter(only.probes));
    }
    for (auto& [where, group] : groups) {
        ClassSeat seat{.id = id + '/' + where.first + '/' + where.second,
                       .machine = id,
                       .identified = !id.starts_with(kUnknownMachine)};
        seat.room = where.first;
        const std::size_t digits = seat.identified ? kIdDigits : kIdDigits + 1;
        seat.name = where.second.empty() ? id.substr(0, digits) : where.second;
        for (const auto& probe : group.probes)
            if (!seat.probe || seat.probe->place < probe->place) seat.probe = probe;
        if (seat.probe) {
            seat.group = seat.probe->label.group;
            seat.student = seat.probe->label.student;
            seat.gpu = seat.probe->sheet.gpu.available.value_or(false)
                           ? seat.probe->sheet.gpu.name
                           : nameByOpenCl(seat.probe->sheet.devices);
        }
        settleFiles(machine, seat, std::move(group.files));
        m_seats.insert(std::ranges::upper_bound(m_seats, seat, byName), std::move(seat));
    }
    if (machine.files.empty() && machine.probes.empty()) m_machines.erase(id);
}

void Classroom::settleFiles(Machine& machine, ClassSeat& seat,
                            std::vector<const Machine::File*> files) {
    std::ranges::sort(files, [](const Machine::File* a, const Machine::File* b) {
        return std::tie(b->file->started, a->file->place) <
               std::tie(a->file->started, b->file->place);
    });
    std::map<std::string, const ClassFile*> byDigest;
    std::map<const ClassFile*, const ClassFile*> copies;  // of which
    for (const Machine::File* one : files) {
        const ClassFile& file = *one->file;
        seat.files.push_back(one->file);
        const auto [first, unique] = byDigest.try_emplace(file.digest, &file);
        if (!unique)
            copies[&file] = first->second;
        else if (file.integrity != Integrity::Modified)
            takeMarks(seat, *one);
    }
    std::map<const ClassFile*, const ClassFile*> replaced;  // by which
    std::set<const ClassFile*> counting;
    for (const auto& [key, mark] : seat.marks) counting.insert(mark.file.get());
    for (const auto& [key, mark] : seat.marks)
        for (const auto& file : seat.files)
            if (!counting.contains(file.get()) &&
                std::ranges::find(mark.repeats, file->place) != mark.repeats.end())
                replaced.try_emplace(file.get(), mark.file.get());
    const auto firstTold = [&](std::string ClassLabel::*what) {
        for (const auto& file : seat.files)
            if (!(file->label.*what).empty()) return file->label.*what;
        return std::string();
    };
    if (auto group = firstTold(&ClassLabel::group); !group.empty()) seat.group = std::move(group);
    if (auto who = firstTold(&ClassLabel::student); !who.empty()) seat.student = std::move(who);
    if (seat.student.empty()) seat.student = personsOf(seat);
    for (const auto& file : seat.files)
        if (seat.gpu.empty() && file->integrity != Integrity::Modified)
            seat.gpu = gpuNameOf(file->engine);
    const auto told = [&](const ClassFile& file) -> std::optional<Reason> {
        if (const auto copy = copies.find(&file); copy != copies.end())
            return about(counting.contains(copy->second) ? "class_copy" : "class_copy_aside",
                         "file", copy->second->place);
        if (file.integrity == Integrity::Modified) return about("class_edited", "file", file.place);
        if (auto reserve = reserveOf(file)) return reserve;
        if (const auto by = replaced.find(&file); by != replaced.end())
            return about("class_repeated", "file", by->second->place);
        if (counting.contains(&file) && !seat.identified) return Reason{"class_machine_unknown"};
        return std::nullopt;
    };
    for (const auto& file : seat.files) {
        const bool counts = counting.contains(file.get());
        if (counts) machine.counting.insert(file->place);
        if (auto reason = told(*file))
            machine.left_out.push_back({file->place, std::move(*reason), counts});
    }
}

void Classroom::takeMarks(ClassSeat& seat, const Machine::File& one) {
    const ClassFile& file = *one.file;
    const bool whole = file.isIntact();
    for (std::size_t r = 0; r < file.rows.size(); ++r) {
        const ClassRow& row = file.rows[r];
        const Machine::RowNumbers& numbers = one.numbers[r];
        const auto beats = [&](const auto& mark, const void* part) {
            return part == nullptr ||
                   rankOf(*mark.file, *rowWith(*mark.file, part)) < rankOf(file, row);
        };
        for (std::size_t i = 0; i < row.times.size(); ++i) {
            const ClassTime& time = row.times[i];
            ClassMark& mark = seat.marks[{numbers.work, numbers.times[i]}];
            const bool better = beats(mark, mark.time);
            if (mark.time != nullptr)
                mark.repeats.push_back(better ? mark.file->place : file.place);
            if (!better) continue;
            mark.file = one.file;
            mark.time = &time;
            mark.clean = whole && time.doubts.empty();
        }
        for (std::size_t i = 0; i < row.ratios.size(); ++i) {
            const ClassRatio& ratio = row.ratios[i];
            ClassRatioMark& mark = seat.ratios[{numbers.work, numbers.ratios[i]}];
            if (!beats(mark, mark.ratio)) continue;
            mark.file = one.file;
            mark.ratio = &ratio;
            mark.clean = whole && isUndoubted(row, ratio.base) && isUndoubted(row, ratio.other);
        }
        for (std::size_t i = 0; i < row.gaps.size(); ++i)
            seat.gaps.try_emplace({numbers.work, numbers.gaps[i]}, row.gaps[i].reason);
    }
}

}  // namespace duelo
