// SPDX-License-Identifier: Apache-2.0
#include "classroom/seat_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "report/labels.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

/// A field that changes speed or says why a machine is another one, by its place in the sheets. A
/// number is compared by its distance from the others.
struct Field {
    const char* path;
    bool number = false;
};
constexpr Field kFields[] = {{"state.power_source"},
                             {"state.power.plan"},
                             {"state.power.saver"},
                             {"state.power.governor"},
                             {"state.power.preference"},
                             {"state.power.profile"},
                             {"state.power.turbo"},
                             {"state.cpu_mhz.max", true},
                             {"state.throttles"},
                             {"cpu.name"},
                             {"cpu.cores"},
                             {"cpu.default_threads"},
                             {"cpu.max_mhz", true},
                             {"memory.total_bytes", true},
                             {"virtual_machine"},
                             {"os.name"},
                             {"engine.threads.intra_op"},
                             {"engine.gpu.name"},
                             {"engine.gpu.driver"},
                             {"engine.gpu_reason"},
                             {"engine.libtorch"},
                             {"engine.cpu_capability"},
                             {"engine.build"},
                             {"app"}};
constexpr std::string_view kEnvironment = "environment.";
constexpr double kFence = 1.5;        // Tukey's inner fences
constexpr double kLeastShare = 0.05;  // of the median
constexpr std::size_t kFewest = 4;    // PCs that a quartile is worth something of

Json sheetsIn(const ClassFile& file, const Text& text) {
    Json all = toJson(file.machine);
    all["engine"] = toJson(file.engine);
    if (const auto& reason = file.engine.gpu_reason)
        all["engine"]["gpu_reason"] = text.word("cause", reason->code);
    all["state"] = toJson(file.state);
    all["app"] = file.app;
    return all;
}

/// Returns the value at a path of the sheets; null where they do not tell it.
Json at(const Json& sheets, std::string_view path) {
    const Json* here = &sheets;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const auto found =
            here->is_object() ? here->find(std::string(path.substr(0, dot))) : here->end();
        if (!here->is_object() || found == here->end()) return {};
        here = &*found;
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return *here;
}

std::string said(std::string_view path, const Json& value, const Text& text) {
    if (value.is_null())
        return text(path.starts_with(kEnvironment) ? "class.not_set" : "diagnosis.absent");
    if (value.is_string()) return visibleText(text.word("class_value", value.get<std::string>()));
    return text.value(path.substr(path.rfind('.') + 1), value);
}

bool isFar(double value, const ClassBox& box) {
    const double reach = kFence * (box.q3 - box.q1);
    const bool inside = value >= box.q1 - reach && value <= box.q3 + reach;
    return box.count >= kFewest && !inside &&
           std::abs(value - box.median) > kLeastShare * std::abs(box.median);
}

}  // namespace

ClassDifferences::ClassDifferences(const Classroom& classroom, Text text)
    : m_classroom(classroom), m_text(std::move(text)) {}

const Json& ClassDifferences::sheetsOf(const ClassFile& file) const {
    const auto [found, added] = m_sheets.try_emplace(&file);
    if (added) found->second = sheetsIn(file, m_text);
    return found->second;
}

const ClassDifferences::Usual& ClassDifferences::usualOf(std::size_t number,
                                                         const std::string& path) const {
    const auto [found, added] = m_usual.try_emplace({number, path});
    Usual& usual = found->second;
    if (!added) return usual;
    std::map<std::string, std::pair<std::size_t, Json>> counts;  // by their text
    std::vector<double> numbers;
    for (const ClassSeat& seat : m_classroom.seats()) {
        const auto file = seat.fileOf(number);
        if (!file) continue;
        Json value = at(sheetsOf(*file), path);
        if (value.is_number()) numbers.push_back(value.get<double>());
        auto& [count, same] = counts[jsonText(value)];
        ++count;
        ++usual.of;
        same = std::move(value);
    }
    for (const auto& [text, counted] : counts)
        if (counted.first > usual.count) std::tie(usual.count, usual.most) = counted;
    usual.box = boxOf(numbers);
    return usual;
}

std::vector<SeatDifference> ClassDifferences::of(const ClassSeat& seat, std::size_t number) const {
    const auto file = seat.fileOf(number);
    if (!file) return {};
    std::vector<SeatDifference> differences;
    const auto look = [&](const std::string& path, bool isNumber) {
        const Json own = at(sheetsOf(*file), path);
        if (own.is_null()) return;
        const Usual& usual = usualOf(number, path);
        const auto add = [&](const Json& value, std::size_t count) {
            differences.push_back({path, m_text.word("machine", path), said(path, own, m_text),
                                   said(path, value, m_text), count, usual.of});
        };
        // A variable that is not set is told by its absence; a sheet may just not tell.
        const bool told = !usual.most.is_null() || path.starts_with(kEnvironment);
        if (!isNumber) {
            if (told && 2 * usual.count > usual.of && usual.most != own)
                add(usual.most, usual.count);
        } else if (own.is_number() && usual.box && isFar(own.get<double>(), *usual.box)) {
            add(std::llround(usual.box->median), usual.box->count);
        }
    };
    for (const Field& field : kFields) look(field.path, field.number);
    for (const auto& [name, value] : file->machine.environment)
        if (name.find('.') == std::string::npos) look(std::string(kEnvironment) + name, false);
    return differences;
}

namespace {

/// \param device the word of the mark's variant, which takes longer to find than all else here
std::string processorOf(const ClassMark& mark, const std::string& device) {
    return deviceNameOf(mark.file->machine, mark.file->engine, device);
}

std::optional<EqualProcessors> besideEqual(std::string processor, std::size_t pcs, double median_ms,
                                           double own_ms) {
    if (pcs < EqualProcessors::kFewest || !(median_ms > 0)) return std::nullopt;
    return EqualProcessors{std::move(processor), pcs, median_ms, own_ms / median_ms};
}

}  // namespace

std::optional<EqualProcessors> equalProcessors(const Classroom& classroom, const ClassSeat& seat,
                                               ClassKey key) {
    const auto mark = seat.marks.find(key);
    if (mark == seat.marks.end()) return std::nullopt;
    const std::string device = deviceWord(classroom.variants()[key.variant]);
    std::string name = processorOf(mark->second, device);
    if (name.empty()) return std::nullopt;
    std::vector<double> times;
    for (const ClassSeat& one : classroom.seats())
        if (const auto its = one.marks.find(key);
            its != one.marks.end() && processorOf(its->second, device) == name)
            times.push_back(its->second.time->median_ms);
    return besideEqual(std::move(name), times.size(), median(times), mark->second.time->median_ms);
}

ClassEquals::ClassEquals(const Classroom& classroom) {
    for (const Params& variant : classroom.variants()) m_devices.push_back(deviceWord(variant));
    std::map<ClassKey, std::map<std::string, std::vector<double>>> times;
    for (const ClassSeat& seat : classroom.seats())
        for (const auto& [key, mark] : seat.marks)
            if (std::string name = processorOf(mark, m_devices[key.variant]); !name.empty())
                times[key][std::move(name)].push_back(mark.time->median_ms);
    for (auto& [key, processors] : times)
        for (auto& [name, all] : processors)
            if (all.size() >= EqualProcessors::kFewest)
                m_medians[key][name] = {all.size(), median(all)};
}

std::optional<EqualProcessors> ClassEquals::of(const ClassSeat& seat, ClassKey key) const {
    const auto mark = seat.marks.find(key);
    const auto processors = m_medians.find(key);
    if (mark == seat.marks.end() || processors == m_medians.end()) return std::nullopt;
    std::string name = processorOf(mark->second, m_devices[key.variant]);
    const auto found = processors->second.find(name);
    if (found == processors->second.end()) return std::nullopt;
    const auto& [pcs, median_ms] = found->second;
    return besideEqual(std::move(name), pcs, median_ms, mark->second.time->median_ms);
}

std::vector<FarTime> farTimes(const Classroom& classroom, const ClassFilter& filter) {
    const ClassEquals equals(classroom);
    std::vector<FarTime> out;
    for (const ClassSeat& seat : classroom.seats())
        for (const auto& [key, mark] : seat.marks) {
            if (!filter.takesCase(key.work) || filter.markOf(seat, key) == nullptr) continue;
            if (auto equal = equals.of(seat, key); equal && equal->isFar())
                out.push_back({&seat, key, *std::move(equal)});
        }
    return out;
}

std::vector<FarSeat> farSeats(const Classroom& classroom) {
    std::vector<FarSeat> out;
    const auto off = [](const FarTime& time) { return std::abs(std::log(time.equal.factor)); };
    for (FarTime& time : farTimes(classroom)) {
        if (out.empty() || out.back().furthest.seat != time.seat) {
            out.push_back({std::move(time)});
            continue;
        }
        ++out.back().others;
        if (off(time) > off(out.back().furthest)) out.back().furthest = std::move(time);
    }
    return out;
}

WallSeat wallSeat(const ClassProbe& probe) {
    const ProbeSheet& sheet = probe.sheet;
    WallSeat out{.cpu = sheet.machine.cpu.name,
                 .gpu = sheet.gpu.name.empty() ? nameByOpenCl(sheet.devices) : sheet.gpu.name,
                 .driver = sheet.gpu.driver,
                 .app = sheet.app};
    if (sheet.gpu.reason) out.reasons.push_back(*sheet.gpu.reason);
    for (const Reason& warning : sheet.warnings)
        if (std::ranges::find(out.reasons, warning.code, &Reason::code) == out.reasons.end())
            out.reasons.push_back(warning);
    if (!sheet.gpu.available.value_or(false))
        out.verdict = WallSeat::Verdict::CpuOnly;
    else if (!out.reasons.empty())
        out.verdict = WallSeat::Verdict::Attention;
    return out;
}

std::vector<WallSeat> wallOf(const Classroom& classroom) {
    std::vector<WallSeat> wall;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!seat.probe) continue;
        wall.push_back(wallSeat(*seat.probe));
        wall.back().seat = &seat;
    }
    return wall;
}

}  // namespace duelo
