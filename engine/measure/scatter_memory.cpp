// SPDX-License-Identifier: Apache-2.0
#include "measure/scatter_memory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/json_text.h"
#include "base/whole_file.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

namespace fs = std::filesystem;

constexpr int kVersion = 1;
/// The most cells that are kept of one experiment, device and preset, and of all: older ones are
/// forgotten.
constexpr std::size_t kMostOfKind = 48, kMostOfAll = 480;
/// A full file has about 60 kB. Nobody else's is read.
constexpr std::uintmax_t kMostBytes = 1 << 18;
/// The most cells that are asked: the nearest by the time of their calls, and none beyond a factor.
constexpr std::size_t kNearest = 5;
constexpr double kFarthestFactor = 8;
/// The most that rounds can scatter: anything else is no measurement.
constexpr double kMostScatter = 10;

bool isUsable(const ScatterKind& kind, double scatter) {
    return std::isfinite(kind.call_ms) && kind.call_ms > 0 && scatter > 0 &&
           scatter <= kMostScatter;
}

/// All but the time of a call.
auto groupOf(const ScatterKind& kind) {
    return std::tuple(kind.experiment, kind.device, kind.preset, kind.compared);
}

std::optional<ScatterKind> kindFrom(const Json& entry) {
    const auto text = [&](const char* name) {
        const auto field = entry.find(name);
        return field != entry.end() && field->is_string() ? field->get<std::string>()
                                                          : std::string();
    };
    const auto device = deviceFrom(text("device"));
    const auto preset = parseWord<Preset>(text("preset"));
    if (!device || !preset || text("experiment").empty()) return std::nullopt;
    const auto compared = entry.find("compared");
    const auto call_ms = entry.find("call_ms");
    if (compared == entry.end() || !compared->is_boolean()) return std::nullopt;
    if (call_ms == entry.end() || !call_ms->is_number()) return std::nullopt;
    return ScatterKind{.experiment = text("experiment"),
                       .device = *device,
                       .preset = *preset,
                       .compared = compared->get<bool>(),
                       .call_ms = call_ms->get<double>()};
}

Json jsonOf(const ScatterKind& kind, double scatter) {
    return {{"experiment", kind.experiment}, {"device", word(kind.device)},
            {"preset", word(kind.preset)},   {"compared", kind.compared},
            {"call_ms", kind.call_ms},       {"scatter", scatter}};
}

/// The latest of each kind, in their order.
template <typename Shown>
std::vector<Shown> latest(const std::vector<Shown>& all) {
    std::vector<Shown> kept;
    std::map<decltype(groupOf({})), std::size_t> alike;
    for (auto one = all.rbegin(); one != all.rend() && kept.size() < kMostOfAll; ++one)
        if (++alike[groupOf(one->kind)] <= kMostOfKind) kept.push_back(*one);
    std::ranges::reverse(kept);
    return kept;
}

}  // namespace

ScatterMemory::ScatterMemory(fs::path file, std::string machine)
    : m_file(std::move(file)), m_machine(std::move(machine)) {}

std::vector<ScatterMemory::Shown> ScatterMemory::read() const {
    std::error_code error;
    const auto bytes = fs::file_size(m_file, error);
    if (error || bytes > kMostBytes) return {};
    const auto content = readWhole(m_file);
    if (!content) return {};
    const auto json = parseJson(*content);
    if (!json || !json->is_object()) return {};
    if (json->value("duelo_scatter", Json()) != kVersion ||
        json->value("machine", Json()) != m_machine)
        return {};
    const auto cells = json->find("cells");
    if (cells == json->end() || !cells->is_array()) return {};
    std::vector<Shown> shown;
    for (const Json& entry : *cells) {
        if (!entry.is_object()) continue;
        const auto kind = kindFrom(entry);
        const auto scatter = entry.find("scatter");
        if (!kind || scatter == entry.end() || !scatter->is_number()) continue;
        if (isUsable(*kind, scatter->get<double>()))
            shown.push_back({*kind, scatter->get<double>()});
    }
    return latest(shown);
}

void ScatterMemory::load() {
    if (std::exchange(m_loaded, true)) return;
    m_shown = read();
}

void ScatterMemory::add(const ScatterKind& kind, double scatter) {
    if (!isUsable(kind, scatter)) return;
    const std::lock_guard lock(m_mutex);
    load();
    m_added.push_back({kind, scatter});
    m_shown.push_back({kind, scatter});
    m_shown = latest(m_shown);
}

std::optional<double> ScatterMemory::of(const ScatterKind& kind) {
    const std::lock_guard lock(m_mutex);
    load();
    std::vector<std::pair<double, double>> near;  // how far away, scatter
    for (auto one = m_shown.rbegin(); one != m_shown.rend(); ++one) {
        if (groupOf(one->kind) != groupOf(kind)) continue;
        const double away = std::abs(std::log(one->kind.call_ms / kind.call_ms));
        if (away <= std::log(kFarthestFactor)) near.emplace_back(away, one->scatter);
    }
    if (near.empty()) return std::nullopt;
    // Of those equally far the latest.
    std::ranges::stable_sort(near, std::ranges::less{}, &std::pair<double, double>::first);
    near.resize(std::min(near.size(), kNearest));
    std::vector<double> scatters;
    for (const auto& [away, scatter] : near) scatters.push_back(scatter);
    return median(scatters);
}

void ScatterMemory::keep() {
    const std::lock_guard lock(m_mutex);
    if (m_added.empty()) return;
    std::vector<Shown> all = read();
    all.insert(all.end(), m_added.begin(), m_added.end());
    Json json{{"duelo_scatter", kVersion}, {"machine", m_machine}, {"cells", Json::array()}};
    for (const Shown& one : latest(all)) json["cells"].push_back(jsonOf(one.kind, one.scatter));
    std::error_code ignored;
    fs::create_directories(m_file.parent_path(), ignored);
    if (writeWhole(jsonText(json) + '\n', m_file, true)) m_added.clear();
}

}  // namespace duelo
