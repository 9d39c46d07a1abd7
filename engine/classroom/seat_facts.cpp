// SPDX-License-Identifier: Apache-2.0
#include "classroom/seat_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace duelo {
namespace {

/// What changes speed or says why a machine is another one, by its place in the sheets. A number
/// is compared by its distance from the others.
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

/// Null where the sheet does not tell it.
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
    if (value.is_null()) return text("diagnosis.absent");
    if (value.is_string()) return visibleText(text.word("class_value", value.get<std::string>()));
    return text.value(path.substr(path.rfind('.') + 1), value);
}

/// Of what most have, where more than half have the same.
std::optional<SeatDifference> otherThanMost(const Json& own, const std::vector<Json>& all,
                                            const std::string& path, const Text& text) {
    if (own.is_null()) return std::nullopt;
    std::map<std::string, std::pair<std::size_t, const Json*>> counts;
    for (const Json& one : all) {
        auto& [count, value] = counts[one.dump(-1, ' ', false, Json::error_handler_t::replace)];
        ++count;
        value = &one;
    }
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second.first; });
    const auto [count, usual] = most->second;
    if (2 * count <= all.size() || *usual == own) return std::nullopt;
    return SeatDifference{path, said(path, own, text), said(path, *usual, text), count, all.size()};
}

std::optional<SeatDifference> farFromMost(const Json& own, const std::vector<Json>& all,
                                          const std::string& path, const Text& text) {
    if (!own.is_number()) return std::nullopt;
    std::vector<double> values;
    for (const Json& one : all)
        if (one.is_number()) values.push_back(one.get<double>());
    const auto box = boxOf(values);
    if (!box || box->count < kFewest) return std::nullopt;
    const double value = own.get<double>(), reach = kFence * (box->q3 - box->q1);
    const auto isUsual = [&](double one) {
        return one >= box->q1 - reach && one <= box->q3 + reach;
    };
    if (isUsual(value) || std::abs(value - box->median) <= kLeastShare * std::abs(box->median))
        return std::nullopt;
    const auto usual = static_cast<std::size_t>(std::ranges::count_if(values, isUsual));
    return SeatDifference{path, said(path, own, text), said(path, std::llround(box->median), text),
                          usual, values.size()};
}

}  // namespace

ClassDifferences::ClassDifferences(const Classroom& classroom, Text text)
    : m_classroom(classroom), m_text(std::move(text)) {}

const Json& ClassDifferences::sheetsOf(const ClassFile& file) const {
    const auto [found, added] = m_sheets.try_emplace(&file);
    if (added) found->second = sheetsIn(file, m_text);
    return found->second;
}

std::vector<SeatDifference> ClassDifferences::of(const ClassSeat& seat, std::size_t number) const {
    const auto mark = seat.marks.find(number);
    if (mark == seat.marks.end()) return {};
    const Json& own = sheetsOf(*mark->second.file);
    std::vector<const Json*> all;
    for (const ClassSeat& one : m_classroom.seats())
        if (const auto other = one.marks.find(number); other != one.marks.end())
            all.push_back(&sheetsOf(*other->second.file));

    std::vector<SeatDifference> differences;
    std::vector<Json> values(all.size());
    const auto look = [&](const std::string& path, bool isNumber) {
        const Json value = at(own, path);
        if (value.is_null()) return;
        std::ranges::transform(all, values.begin(),
                               [&](const Json* one) { return at(*one, path); });
        const auto compare = isNumber ? farFromMost : otherThanMost;
        if (auto found = compare(value, values, path, m_text))
            differences.push_back(std::move(*found));
    };
    for (const Field& field : kFields) look(field.path, field.number);
    for (const auto& [name, value] : mark->second.file->machine.environment)
        if (name.find('.') == std::string::npos) look("environment." + name, false);
    return differences;
}

WallSeat wallSeat(const ClassProbe& probe) {
    const ProbeSheet& sheet = probe.sheet;
    WallSeat out{.cpu = sheet.machine.cpu.name,
                 .gpu = sheet.gpu.name,
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
