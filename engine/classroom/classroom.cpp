// SPDX-License-Identifier: Apache-2.0
#include "classroom/classroom.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "base/natural_order.h"
#include "base/places.h"

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

/// What is to be known of a file, whether it counts or not.
std::optional<Reason> reserveOf(const ClassFile& file) {
    if (!file.warnings.empty()) return file.warnings.front();
    if (file.integrity == Integrity::Open) return about("file_open", "file", file.place);
    return std::nullopt;
}

/// What the files of a PC have in common: a text for each PC, as far as anything tells them apart.
/// Ids are hex digits and runs have none of these signs, so no other key begins with them.
constexpr char kOfSeat = '@', kUnknown = '?';

std::string machineOf(const MachineSheet& sheet, const ClassLabel& label,
                      const std::string& otherwise) {
    if (!sheet.id.empty() && !sheet.id_until_restart.value_or(false)) return sheet.id;
    if (!label.seat.empty()) return kOfSeat + label.room + '\n' + label.seat;
    return kUnknown + (sheet.id.empty() ? otherwise : sheet.id);
}

/// Equal for the same case alone.
std::string textOf(const ClassCase& of) {
    return of.experiment + '\n' + std::to_string(of.spec_version) + '\n' + jsonText(of.work.json());
}

/// Which of two files of a PC counts for a variant of a case: one that is clean and whole, which
/// has more of the case, and the later one.
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

bool isUndoubted(const ClassRow& row, const Params& variant) {
    const auto found = std::ranges::find(row.times, variant, &ClassTime::variant);
    return found != row.times.end() && found->doubts.empty();
}

}  // namespace

std::size_t Classroom::numberOf(const ClassCase& of) {
    const auto [found, added] = m_numbers.try_emplace(textOf(of), m_cases.size());
    if (added) m_cases.push_back(of);
    return found->second;
}

std::size_t Classroom::numberOf(const Params& variant) {
    const auto [found, added] =
        m_variantNumbers.try_emplace(jsonText(variant.json()), m_variants.size());
    if (added) m_variants.push_back(variant);
    return found->second;
}

Classroom::Machine::File Classroom::numbered(ClassFile file) {
    Machine::File known;
    for (const ClassRow& row : file.rows) {
        Machine::RowNumbers numbers{.work = numberOf(row.of)};
        for (const ClassTime& time : row.times) numbers.times.push_back(numberOf(time.variant));
        for (const ClassGap& gap : row.gaps) numbers.gaps.push_back(numberOf(gap.variant));
        for (const ClassRatio& one : row.ratios)
            numbers.ratios.push_back({numberOf(one.base), numberOf(one.other)});
        known.numbers.push_back(std::move(numbers));
    }
    known.file = std::make_shared<ClassFile>(std::move(file));
    return known;
}

void Classroom::learnNames(const ClassPlace& place, const ClassLabel& label) {
    const auto learn = [this](std::string_view name) {
        for (std::string& word : wordsOfName(name)) m_nameWords.insert(std::move(word));
    };
    learn(label.student);
    for (const std::filesystem::path& part : place.file) learn(personIn(utf8(part)));
    for (std::string_view rest : place.entries)
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('/'), rest.size());
            learn(personIn(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
}

void Classroom::add(Gathered found) {
    if (const auto* anew = std::get_if<Anew>(&found)) return remove(anew->file);
    if (auto* left = std::get_if<LeftOut>(&found)) {
        learnNames(left->place, {});
        auto& reasons = m_left[left->place];
        if (std::ranges::find(reasons, left->reason) == reasons.end())
            reasons.push_back(std::move(left->reason));
        return;
    }
    if (auto* probe = std::get_if<ClassProbe>(&found)) {
        forget(probe->place);
        learnNames(probe->place, probe->label);
        const std::string machine =
            machineOf(probe->sheet.machine, probe->label, probe->place.whole());
        m_machineOf[probe->place] = machine;
        const ClassPlace place = probe->place;
        m_machines[machine].probes[place] = std::make_shared<ClassProbe>(std::move(*probe));
        return settle(machine);
    }
    auto& file = std::get<ClassFile>(found);
    forget(file.place);
    learnNames(file.place, file.label);
    const std::string machine = machineOf(file.machine, file.label, file.run);
    const ClassPlace place = file.place;
    ++m_fileCount;
    if (file.provenance) {
        for (const ClassRow& row : file.rows) static_cast<void>(numberOf(row.of));
        m_brought[place] = std::make_shared<ClassFile>(std::move(file));
        return settleBrought();
    }
    m_machineOf[place] = machine;
    m_machines[machine].files[place] = numbered(std::move(file));
    settle(machine);
}

void Classroom::forget(const ClassPlace& place) {
    m_left.erase(place);
    if (m_brought.erase(place) > 0) {
        --m_fileCount;
        settleBrought();
    }
    const auto found = m_machineOf.find(place);
    if (found == m_machineOf.end()) return;
    const std::string machine = found->second;
    m_machineOf.erase(found);
    Machine& of = m_machines[machine];
    m_fileCount -= of.files.erase(place);
    of.probes.erase(place);
    settle(machine);
}

void Classroom::remove(const std::filesystem::path& file) {
    std::erase_if(m_left, [&](const auto& one) { return one.first.file == file; });
    std::vector<ClassPlace> places;
    for (const auto& [place, machine] : m_machineOf)
        if (place.file == file) places.push_back(place);
    for (const auto& [place, brought] : m_brought)
        if (place.file == file) places.push_back(place);
    for (const ClassPlace& place : places) forget(place);
}

std::vector<std::shared_ptr<const ClassFile>> Classroom::brought() const {
    std::vector<std::shared_ptr<const ClassFile>> out;
    std::set<std::string> known;  // a copy has the same run too
    for (const auto& [place, file] : m_brought)
        if (known.insert(file->digest).second) out.push_back(file);
    return out;
}

void Classroom::settleBrought() {
    m_broughtLeft.clear();
    for (const auto& [place, file] : m_brought)
        m_broughtLeft.push_back(
            {place, {"class_brought", {{"provenance", word(file->provenance->kind())}}, {}}});
}

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
                       .identified = !id.starts_with(kUnknown)};
        seat.room = where.first;
        const std::size_t digits = seat.identified ? kIdDigits : kIdDigits + 1;
        seat.name = where.second.empty() ? id.substr(0, digits) : where.second;
        for (const auto& probe : group.probes)
            if (!seat.probe || seat.probe->place < probe->place) seat.probe = probe;
        if (seat.probe) {
            seat.group = seat.probe->label.group;
            seat.student = seat.probe->label.student;
            if (seat.probe->sheet.gpu.available.value_or(false))
                seat.gpu = seat.probe->sheet.gpu.name;
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
    for (const auto& file : seat.files)
        if (seat.gpu.empty() && !file->engine.gpu_reason && file->integrity != Integrity::Modified)
            seat.gpu = file->engine.gpu.name;
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

std::optional<std::size_t> Classroom::find(const ClassCase& of) const {
    const auto found = m_numbers.find(textOf(of));
    return found == m_numbers.end() ? std::nullopt : std::optional(found->second);
}

std::vector<ClassPrediction> predictionsOf(const Classroom& classroom, const ClassSeat& seat) {
    std::vector<ClassPrediction> out;
    std::set<std::pair<std::string, std::string>> asked;  // experiment and question
    for (const auto& file : seat.files)
        for (const ClassPrediction& one : file->predictions) {
            const auto number = classroom.find(one.of);
            const auto counts = [&](const auto& mark) {
                return mark.first.work == number && mark.second.file == file;
            };
            if (!number || std::ranges::none_of(seat.marks, counts)) continue;
            if (asked.emplace(one.of.experiment, one.outcome.question.id).second)
                out.push_back(one);
        }
    return out;
}

/// What gather() told of a file is said before what the class makes of it.
std::vector<Classroom::Told> Classroom::toldOfFiles() const {
    std::vector<Told> found;
    const auto counts = [this](const ClassPlace& place) {
        const auto machine = m_machineOf.find(place);
        return machine != m_machineOf.end() &&
               m_machines.at(machine->second).counting.contains(place);
    };
    for (const auto& [place, reasons] : m_left)
        found.push_back({counts(place), &place, &reasons.front()});
    const auto add = [&](const std::vector<LeftOut>& left) {
        for (const LeftOut& one : left)
            if (!m_left.contains(one.place)) found.push_back({one.counts, &one.place, &one.reason});
    };
    for (const auto& [id, machine] : m_machines) add(machine.left_out);
    add(m_broughtLeft);
    return found;
}

LeftOutCount Classroom::leftOutCount() const {
    LeftOutCount count;
    for (const Told& one : toldOfFiles()) ++(one.counts ? count.counting : count.aside);
    return count;
}

std::vector<LeftOut> Classroom::leftOut(std::size_t most) const {
    std::vector<Told> told = toldOfFiles();
    std::ranges::sort(told, [](const Told& a, const Told& b) {
        return std::tie(a.counts, *a.place) < std::tie(b.counts, *b.place);
    });
    std::vector<LeftOut> out;
    for (const Told& one : told) {
        if (out.size() == most) break;
        out.push_back({*one.place, *one.reason, one.counts});
    }
    return out;
}

std::map<ClassPlace, Reason> Classroom::reserves() const {
    std::map<ClassPlace, Reason> out;
    for (const Told& one : toldOfFiles())
        if (one.counts) out.emplace(*one.place, *one.reason);
    return out;
}

}  // namespace duelo
