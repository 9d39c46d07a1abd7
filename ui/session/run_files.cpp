// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_files.h"

#include <utility>

#include "experiments/compare.h"

namespace duelo::ui {

void RunFiles::setOpen(RecordLog log) {
    if (logs.empty()) {
        logs.emplace_back();
        roles.push_back(duelo::Role::Own);
    }
    logs.front() = std::move(log);
}

void RunFiles::setBeside(RecordLog log, duelo::Role role) {
    if (logs.empty()) setOpen({});
    std::size_t at = 1;
    while (at < logs.size() && logs[at].path != log.path) ++at;
    if (at == logs.size()) {
        logs.emplace_back();
        roles.push_back(role);
    }
    logs[at] = std::move(log);
    roles[at] = role;
}

void RunFiles::removeBeside(const std::filesystem::path& path) {
    for (std::size_t i = 1; i < logs.size(); ++i) {
        if (logs[i].path != path) continue;
        logs.erase(logs.begin() + static_cast<std::ptrdiff_t>(i));
        roles.erase(roles.begin() + static_cast<std::ptrdiff_t>(i));
        return;
    }
}

Result<std::optional<Comparison>> compared(const RunFiles& files) {
    if (files.isEmpty()) return std::optional<Comparison>();
    auto made = compare(files.logs, {.roles = files.roles, .base = std::nullopt});
    if (!made && made.error().code != "nothing_to_report")
        return tl::unexpected(std::move(made.error()));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

}  // namespace duelo::ui
