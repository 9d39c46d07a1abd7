// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/put_away.h"

#include <algorithm>
#include <utility>

#include "base/places.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr std::size_t kMostKnown = 30;  ///< runs whose files beside are remembered

std::string runOf(const RunFiles& files) {
    return files.isEmpty() ? std::string() : files.logs.front().header().run;
}

std::string experimentOf(const RunFiles& files) {
    if (files.isEmpty()) return {};
    const Json& plan = files.logs.front().header().plan;
    return plan.is_object() ? plan.value("experiment", std::string()) : std::string();
}

}  // namespace

void PutAway::opened(const RunFiles& before, const RunFiles& now) {
    const auto own = std::ranges::find(m_known, runOf(now), &Known::run);
    const bool isKnown = own != m_known.end() && !own->files.empty();
    m_files = isKnown ? own->files : before.beside();
    m_fit = isKnown || experimentOf(now) == experimentOf(before);
}

bool PutAway::note(const RunFiles& now) {
    Known known{runOf(now), now.beside()};
    if (known.run.empty()) return false;
    const auto before = std::ranges::find(m_known, known.run, &Known::run);
    if (before == m_known.end() && known.files.empty()) return false;
    if (before != m_known.end()) {
        if (before->files == known.files) return false;
        m_known.erase(before);
    }
    if (!known.files.empty()) m_known.push_back(std::move(known));
    if (m_known.size() > kMostKnown) m_known.erase(m_known.begin());
    return true;
}

void PutAway::forgetOpen(const RunFiles& now) {
    for (const RecordLog& log : now.logs)
        if (!log.records.empty())
            std::erase_if(m_files, [&](const FileBeside& file) {
                return file.path == qs(utf8(log.path)) || file.run == log.header().run;
            });
}

Json PutAway::known() const {
    Json all = Json::array();
    for (const Known& one : m_known) {
        Json files = Json::array();
        for (const FileBeside& file : one.files)
            files.push_back({{"path", file.path.toStdString()},
                             {"role", std::string(word(file.role))},
                             {"run", file.run}});
        all.push_back({{"run", one.run}, {"files", std::move(files)}});
    }
    return all;
}

/// A list that somebody edited is left out where it is none of ours.
void PutAway::setKnown(const Json& known) {
    const auto textIn = [](const Json& from, const char* name) {
        const auto at = from.is_object() ? from.find(name) : from.end();
        return at != from.end() && at->is_string() ? at->get<std::string>() : std::string();
    };
    m_known.clear();
    for (const Json& one : known.is_array() ? known : Json::array()) {
        Known read{.run = textIn(one, "run")};
        const auto files = one.is_object() ? one.find("files") : one.end();
        for (const Json& file : files != one.end() && files->is_array() ? *files : Json::array())
            if (const auto role = parseWord<duelo::Role>(textIn(file, "role")))
                read.files.push_back({qs(textIn(file, "path")), *role, textIn(file, "run")});
        if (!read.run.empty() && !read.files.empty() && m_known.size() < kMostKnown)
            m_known.push_back(std::move(read));
    }
}

}  // namespace duelo::ui
