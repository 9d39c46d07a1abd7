// SPDX-License-Identifier: Apache-2.0
#include "experiments/emulated_view.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/reason_json.h"
#include "experiments/specs.h"
#include "report/view.h"

namespace duelo {

namespace {

/// Reads one kernel of the reply.
class EmulatedCounts {
public:
    EmulatedCounts(const Json& kernel, const Text& text) : m_kernel(kernel), m_text(text) {
        if (const auto found = kernel.find("counters"); found != kernel.end()) m_counters = *found;
    }

    [[nodiscard]] DocCell right() const {
        if (!m_kernel.contains("right")) return {m_text("emulated.not_known")};
        return {m_text(m_kernel.value("right", false) ? "emulated.yes" : "emulated.no")};
    }
    [[nodiscard]] DocCell count(const char* id) const { return figure(number(id), 0); }
    [[nodiscard]] DocCell bytes(const char* id) const {
        return {formatBytes(number(id), m_text.numbers()), number(id)};
    }
    [[nodiscard]] DocCell part(const char* id, const char* all) const {
        DocCell cell = count(id);
        cell.text =
            m_text("emulated.of", {{"part", cell.text}, {"all", figure(number(all), 0).text}});
        return cell;
    }
    /// Returns a quotient; "-" where there is nothing to divide by.
    [[nodiscard]] DocCell quotient(const char* id, const char* by, double factor,
                                   int decimals) const {
        return number(by) > 0 ? figure(factor * number(id) / number(by), decimals) : DocCell{"-"};
    }

private:
    [[nodiscard]] double number(const char* id) const { return m_counters.value(id, 0.0); }
    [[nodiscard]] DocCell figure(double value, int decimals) const {
        return {formatFixed(value, decimals, m_text.numbers()), value, decimals};
    }

    const Json& m_kernel;
    const Text& m_text;
    Json m_counters = Json::object();
};

struct EmulatedRow {
    const char* id;
    DocCell (*cell)(const EmulatedCounts&);
};

constexpr auto kEmulatedRows = std::to_array<EmulatedRow>({
    {"right", [](const EmulatedCounts& of) { return of.right(); }},
    {"launches", [](const EmulatedCounts& of) { return of.count("launches"); }},
    {"copies", [](const EmulatedCounts& of) { return of.count("copies"); }},
    {"copied_bytes", [](const EmulatedCounts& of) { return of.bytes("copied_bytes"); }},
    {"threads", [](const EmulatedCounts& of) { return of.count("threads"); }},
    {"idle_threads", [](const EmulatedCounts& of) { return of.count("idle_threads"); }},
    {"diverging_branches",
     [](const EmulatedCounts& of) { return of.part("diverging_branches", "branches"); }},
    {"requests", [](const EmulatedCounts& of) { return of.count("global_requests"); }},
    {"sectors_per_request",
     [](const EmulatedCounts& of) { return of.quotient("sectors", "global_requests", 1, 2); }},
    {"coalesced",
     [](const EmulatedCounts& of) {
         DocCell share = of.quotient("least_sectors", "sectors", 100, 0);
         if (share.value) share.text += " %";
         return share;
     }},
    {"loaded_bytes", [](const EmulatedCounts& of) { return of.bytes("loaded_bytes"); }},
    {"stored_bytes", [](const EmulatedCounts& of) { return of.bytes("stored_bytes"); }},
    {"shared_requests", [](const EmulatedCounts& of) { return of.count("shared_requests"); }},
    {"bank_conflicts", [](const EmulatedCounts& of) { return of.count("bank_conflicts"); }},
    {"barriers", [](const EmulatedCounts& of) { return of.count("barriers"); }},
});

}  // namespace

std::string emulatedWhat(const Json& reply, const Text& text) {
    const auto launch = reply.find("launch");
    if (launch == reply.end()) return text(reply.value("experiment", "") + ".emulated", reply);
    // "4 × 4", without sides of 1 behind.
    const auto sides = [&](const char* of) {
        std::string said;
        const Json all = launch->value(of, Json::array({1, 1, 1}));
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i == 0 || all[i] != 1 || (i == 1 && all.size() > 2 && all[2] != 1))
                said += (said.empty() ? "" : " × ") +
                        formatFixed(all[i].get<double>(), 0, text.numbers());
        return said;
    };
    return text("emulated.launch", {{"kernel_name", launch->value("kernel", "")},
                                    {"grid", sides("grid")},
                                    {"block", sides("block")}});
}

DocTable emulatedTable(const Json& reply, const Text& text) {
    DocTable table{.id = "emulated",
                   .title = text("emulated.title", {{"what", emulatedWhat(reply, text)}})};
    table.columns.push_back(text("emulated.counter"));
    table.numeric.push_back(false);
    for (const EmulatedRow& row : kEmulatedRows)
        table.rows.push_back({{text("emulated." + std::string(row.id))}});
    for (const Json& kernel : reply.value("kernels", Json::array())) {
        const std::string name = kernel.value("kernel", "");
        if (const auto why = kernel.find("reason"); why != kernel.end()) {
            table.notes.push_back(name + ": " + text.reason(reasonFromJson(*why)));
            continue;
        }
        table.columns.push_back(name);
        table.numeric.push_back(true);
        const EmulatedCounts counted(kernel, text);
        for (std::size_t i = 0; i < kEmulatedRows.size(); ++i)
            table.rows[i].push_back(kEmulatedRows[i].cell(counted));
    }
    const Spec* spec = findSpec(reply.value("experiment", ""));
    if (spec != nullptr && spec->view != nullptr && spec->view->emulated_notes != nullptr)
        std::ranges::move(spec->view->emulated_notes(reply, text), std::back_inserter(table.notes));
    table.notes.push_back(text("emulated.no_time"));
    return table;
}

std::vector<std::string> emulatedMeanings(const Text& text) {
    std::vector<std::string> meanings;
    for (const EmulatedRow& row : kEmulatedRows)
        meanings.push_back(text("emulated_help." + std::string(row.id)));
    return meanings;
}

}  // namespace duelo
