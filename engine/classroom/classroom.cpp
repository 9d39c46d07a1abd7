// SPDX-License-Identifier: Apache-2.0
#include "classroom/classroom.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "base/natural_order.h"
#include "base/places.h"
#include "classroom/submission.h"

namespace duelo {
namespace {

/// Ids are hex digits and runs do not have this sign, so no other key begins with it.
constexpr char kOfSeat = '@';

/// Returns the text that the files of a PC have in common and those of no other, as far as anything
/// tells PCs apart.
std::string machineOf(const MachineSheet& sheet, const ClassLabel& label,
                      const std::string& otherwise) {
    if (!sheet.id.empty() && !sheet.id_until_restart.value_or(false)) return sheet.id;
    if (!label.seat.empty()) return kOfSeat + label.room + '\n' + label.seat;
    return kUnknownMachine + (sheet.id.empty() ? otherwise : sheet.id);
}

/// Returns what was handed in with the file: itself, or the folder of the archive, or the archive,
/// that it lies in.
std::string handIn(const ClassPlace& place) {
    if (place.entries.empty()) return utf8(place.file);
    const std::string whole = place.whole();
    const std::size_t name = place.name().size();
    return whole.substr(0, whole.size() - name);
}

/// Equal for the same case alone.
std::string textOf(const ClassCase& of) {
    return of.experiment + '\n' + std::to_string(of.spec_version) + '\n' + jsonText(of.work.json());
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

std::optional<std::size_t> Classroom::handInOf(const ClassPlace& place) const {
    const auto same = m_handInsOfName.find(place.name());
    if (same == m_handInsOfName.end() || same->second.size() < 2) return std::nullopt;
    const auto number = m_handIns.find(handIn(place));
    return number == m_handIns.end() ? std::nullopt : std::optional(number->second);
}

void Classroom::numberHandIn(const ClassPlace& place) {
    const std::string holder = handIn(place);
    m_handIns.try_emplace(holder, m_handIns.size() + 1);
    m_handInsOfName[place.name()].insert(holder);
}

void Classroom::learnNames(const ClassPlace& place, const ClassLabel& label) {
    const auto learn = [this](std::string_view name) {
        for (std::string& word : wordsOfName(name)) m_nameWords.insert(std::move(word));
    };
    learn(label.student);
    if (const auto found = submissionAt(place); found && found->name.isPersons())
        learn(found->name.name);
}

void Classroom::add(Gathered found) {
    if (const auto* anew = std::get_if<Anew>(&found)) return remove(anew->file);
    if (auto* left = std::get_if<LeftOut>(&found)) {
        numberHandIn(left->place);
        learnNames(left->place, {});
        auto& reasons = m_left[left->place];
        if (std::ranges::find(reasons, left->reason) == reasons.end())
            reasons.push_back(std::move(left->reason));
        return;
    }
    if (auto* passed = std::get_if<PassedOver>(&found)) {
        learnNames(passed->place, {});
        m_passed.insert(std::move(passed->place));
        return;
    }
    if (auto* probe = std::get_if<ClassProbe>(&found)) {
        forget(probe->place);
        numberHandIn(probe->place);
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
    numberHandIn(file.place);
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
    std::erase_if(m_passed, [&](const ClassPlace& place) { return place.file == file; });
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

/// Tells of a file what gather() said before what the class makes of it.
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
    // Of a folder with thousands of other files the window shows the first few.
    const auto wanted = static_cast<std::ptrdiff_t>(std::min(most, told.size()));
    const auto before = [](const Told& a, const Told& b) {
        return std::tie(a.counts, *a.place) < std::tie(b.counts, *b.place);
    };
    std::ranges::nth_element(told, told.begin() + wanted, before);
    told.resize(static_cast<std::size_t>(wanted));
    std::ranges::sort(told, before);
    std::vector<LeftOut> out;
    for (const Told& one : told) out.push_back({*one.place, *one.reason, one.counts});
    return out;
}

std::map<ClassPlace, Reason> Classroom::reserves() const {
    std::map<ClassPlace, Reason> out;
    for (const Told& one : toldOfFiles())
        if (one.counts) out.emplace(*one.place, *one.reason);
    return out;
}

}  // namespace duelo
