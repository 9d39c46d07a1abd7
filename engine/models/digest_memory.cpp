// SPDX-License-Identifier: Apache-2.0
#include "models/digest_memory.h"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "base/json_text.h"
#include "base/places.h"
#include "base/whole_file.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

constexpr const char* kDigestFile = "digests.json";
constexpr int kDigestVersion = 1;
/// Older ones are forgotten. A full file has about 13 kB; nobody else's is read.
constexpr std::size_t kMostDigests = 64;
constexpr std::uintmax_t kMostDigestBytes = 1 << 16;

struct KnownDigest {
    FileState state;
    std::string sha256;
};

bool isDigest(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Json jsonOf(const KnownDigest& one) {
    return {{"volume", one.state.volume},         {"id", one.state.id},
            {"bytes", one.state.bytes},           {"written_ns", one.state.written_ns},
            {"changed_ns", one.state.changed_ns}, {"sha256", one.sha256}};
}

std::optional<KnownDigest> digestFrom(const Json& json) {
    try {
        Fields fields(json, "digest");
        KnownDigest one;
        fields.readInteger("volume", one.state.volume);
        fields.readInteger("id", one.state.id);
        fields.readInteger("bytes", one.state.bytes);
        fields.readInteger("written_ns", one.state.written_ns);
        fields.readInteger("changed_ns", one.state.changed_ns);
        one.sha256 = fields.text("sha256");
        if (isDigest(one.sha256)) return one;
    } catch (const FieldError&) {  // damaged: passed over
    }
    return std::nullopt;
}

/// The latest last.
std::vector<KnownDigest> digestsOf(const fs::path& path) {
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    if (error || bytes > kMostDigestBytes) return {};
    const auto content = readWhole(path);
    if (!content) return {};
    const auto json = parseJson(*content);
    if (!json || !json->is_object() || json->value("duelo_digests", Json()) != kDigestVersion)
        return {};
    const auto files = json->find("files");
    if (files == json->end() || !files->is_array()) return {};
    std::vector<KnownDigest> known;
    for (const Json& entry : *files)
        if (auto one = digestFrom(entry)) known.push_back(std::move(*one));
    return known;
}

}  // namespace

DigestMemory::DigestMemory() : DigestMemory(userDataDir() / kDigestFile) {}

DigestMemory::DigestMemory(fs::path file) : m_file(std::move(file)) {}

std::optional<std::string> DigestMemory::find(const FileState& state) const {
    for (KnownDigest& one : digestsOf(m_file))
        if (one.state == state) return std::move(one.sha256);
    return std::nullopt;
}

void DigestMemory::keep(const FileState& state, const std::string& sha256) const {
    if (!isSettled(state)) return;
    std::vector<KnownDigest> known = digestsOf(m_file);
    // Of one file only what it is now.
    std::erase_if(known, [&](const KnownDigest& one) {
        return one.state.volume == state.volume && one.state.id == state.id;
    });
    known.push_back({state, sha256});
    if (known.size() > kMostDigests) known.erase(known.begin());
    Json json{{"duelo_digests", kDigestVersion}, {"files", Json::array()}};
    for (const KnownDigest& one : known) json["files"].push_back(jsonOf(one));
    std::error_code ignored;
    fs::create_directories(m_file.parent_path(), ignored);
    static_cast<void>(writeWhole(jsonText(json) + '\n', m_file, true));
}

}  // namespace duelo
