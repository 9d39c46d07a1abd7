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

/// Why a file counts with a reserve, or does not although nothing better is there.
std::optional<Reason> reserveOf(const ClassFile& file) {
    if (file.integrity == Integrity::Modified) return about("class_edited", "file", file.place);
    if (!file.warnings.empty()) return file.warnings.front();
    if (file.integrity == Integrity::Open) return about("file_open", "file", file.place);
    return std::nullopt;
}

bool isTimed(const ClassRow& row) {
    return row.cpu || row.gpu;
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

/// Which of two files of a PC counts for a case: one that is clean and whole, with both sides, and
/// the later one.
auto rankOf(const ClassFile& file, const ClassRow& row) {
    return std::tuple(file.integrity == Integrity::Sealed && row.isClean(),
                      file.integrity == Integrity::Sealed, bool(row.cpu) + bool(row.gpu),
                      file.started, file.place);
}

}  // namespace

bool ClassFilter::takes(const ClassSeat& seat) const {
    return (!group || *group == seat.group) && (!gpu || *gpu == seat.gpu) &&
           (!has_gpu || *has_gpu == !seat.gpu.empty());
}

std::optional<ClassBox> boxOf(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    const std::vector<double> sorted = sortedCopy(values);
    return ClassBox{sorted.size(),
                    sorted.front(),
                    quantileOfSorted(sorted, 0.25),
                    quantileOfSorted(sorted, 0.5),
                    quantileOfSorted(sorted, 0.75),
                    sorted.back()};
}

std::size_t Classroom::numberOf(const ClassCase& of) {
    const auto [found, added] = m_numbers.try_emplace(textOf(of), m_cases.size());
    if (added) m_cases.push_back(of);
    return found->second;
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
    Machine::File known;
    for (const ClassRow& row : file.rows) known.numbers.push_back(numberOf(row.of));
    const ClassPlace place = file.place;
    known.file = std::make_shared<ClassFile>(std::move(file));
    m_machineOf[place] = machine;
    m_machines[machine].files[place] = std::move(known);
    ++m_fileCount;
    settle(machine);
}

void Classroom::forget(const ClassPlace& place) {
    m_left.erase(place);
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
    for (const ClassPlace& place : places) forget(place);
}

void Classroom::settle(const std::string& id) {
    std::erase_if(m_seats, [&](const ClassSeat& seat) { return seat.machine == id; });
    Machine& machine = m_machines[id];
    machine.left_out.clear();
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
    std::map<std::string, ClassPlace> byDigest;
    std::map<const ClassFile*, std::optional<Reason>> reasons;
    for (const Machine::File* one : files) {
        const ClassFile& file = *one->file;
        seat.files.push_back(one->file);
        reasons[&file] = reserveOf(file);
        const auto [first, unique] = byDigest.try_emplace(file.digest, file.place);
        if (!unique) {
            reasons[&file] = about("class_copy", "file", first->second);
            continue;
        }
        if (file.integrity == Integrity::Modified) continue;
        for (std::size_t i = 0; i < file.rows.size(); ++i) {
            const ClassRow& row = file.rows[i];
            if (!isTimed(row)) continue;
            ClassMark& mark = seat.marks[one->numbers[i]];
            const bool better =
                mark.row == nullptr || rankOf(*mark.file, *mark.row) < rankOf(file, row);
            if (mark.row != nullptr) mark.repeats.push_back(better ? mark.file->place : file.place);
            if (!better) continue;
            mark.file = one->file;
            mark.row = &row;
            mark.clean = file.integrity == Integrity::Sealed && row.isClean();
        }
    }
    std::map<const ClassFile*, const ClassFile*> replaced;  // by which
    std::set<const ClassFile*> counting;
    for (const auto& [number, mark] : seat.marks) counting.insert(mark.file.get());
    for (const auto& [number, mark] : seat.marks)
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
        if (seat.gpu.empty() && !file->engine.gpu_reason) seat.gpu = file->engine.gpu.name;
    for (auto& [file, reason] : reasons) {
        if (const auto by = replaced.find(file); !reason && by != replaced.end())
            reason = about("class_repeated", "file", by->second->place);
        if (!reason && !seat.identified) reason = Reason{"class_machine_unknown"};
        if (reason) machine.left_out.push_back({file->place, std::move(*reason)});
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
            const auto mark = number ? seat.marks.find(*number) : seat.marks.end();
            if (mark == seat.marks.end() || mark->second.file != file) continue;
            if (asked.emplace(one.of.experiment, one.outcome.question.id).second)
                out.push_back(one);
        }
    return out;
}

std::vector<std::size_t> Classroom::caseOrder() const {
    std::vector<std::size_t> order(m_cases.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto key = [this](std::size_t i) {
        const ClassCase& one = m_cases[i];
        return std::tie(one.experiment, one.spec_version, one.common, one.x, one.work);
    };
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    return order;
}

std::vector<std::vector<std::size_t>> Classroom::charts(const ClassFilter& filter) const {
    std::vector<std::vector<std::size_t>> charts;
    for (const std::size_t number : caseOrder()) {
        if (!filter.takesCase(number)) continue;
        const ClassCase& one = m_cases[number];
        const bool marked = std::ranges::any_of(m_seats, [&](const ClassSeat& seat) {
            const auto mark = seat.marks.find(number);
            return mark != seat.marks.end() && filter.takes(seat) && filter.takes(mark->second);
        });
        if (!marked) continue;
        if (charts.empty() || [&](const ClassCase& last) {
                return last.experiment != one.experiment || last.common != one.common ||
                       last.spec_version != one.spec_version;
            }(m_cases[charts.back().back()]))
            charts.emplace_back();
        charts.back().push_back(number);
    }
    return charts;
}

std::vector<std::size_t> Classroom::mainChart() const {
    std::vector<std::size_t> main;
    std::ptrdiff_t most = 0;
    for (std::vector<std::size_t>& chart : charts()) {
        const auto pcs = std::ranges::count_if(m_seats, [&](const ClassSeat& seat) {
            return std::ranges::any_of(
                chart, [&](std::size_t number) { return seat.marks.contains(number); });
        });
        if (pcs <= most) continue;
        most = pcs;
        main = std::move(chart);
    }
    return main;
}

/// What gather() told of a file is said before what the class makes of it.
std::vector<const LeftOut*> Classroom::leftByClass() const {
    std::vector<const LeftOut*> found;
    for (const auto& [id, machine] : m_machines)
        for (const LeftOut& one : machine.left_out)
            if (!m_left.contains(one.place)) found.push_back(&one);
    std::ranges::sort(found, {}, &LeftOut::place);
    return found;
}

std::size_t Classroom::leftOutCount() const {
    return m_left.size() + leftByClass().size();
}

std::vector<LeftOut> Classroom::leftOut(std::size_t most) const {
    std::vector<LeftOut> out;
    const auto others = leftByClass();
    auto other = others.begin();
    auto told = m_left.begin();
    while (out.size() < most && (told != m_left.end() || other != others.end())) {
        const bool first =
            other == others.end() || (told != m_left.end() && told->first < (*other)->place);
        if (first) {
            out.push_back({told->first, told->second.front()});
            ++told;
        } else {
            out.push_back(**other++);
        }
    }
    return out;
}

std::vector<double> Classroom::times(std::size_t number, Device device,
                                     const ClassFilter& filter) const {
    std::vector<double> values;
    for (const ClassSeat& seat : m_seats) {
        const auto mark = seat.marks.find(number);
        if (mark == seat.marks.end() || !filter.takes(seat) || !filter.takes(mark->second))
            continue;
        const ClassRow& row = *mark->second.row;
        if (const auto& side = device == Device::Cuda ? row.gpu : row.cpu)
            values.push_back(side->median_ms);
    }
    return values;
}

std::vector<double> Classroom::ratios(std::size_t number, const ClassFilter& filter) const {
    std::vector<double> values;
    for (const ClassSeat& seat : m_seats) {
        const auto mark = seat.marks.find(number);
        if (mark == seat.marks.end() || !filter.takes(seat) || !filter.takes(mark->second))
            continue;
        if (const auto& ratio = mark->second.row->ratio) values.push_back(ratio->ratio);
    }
    return values;
}

}  // namespace duelo
