// SPDX-License-Identifier: Apache-2.0
#include "models/fetch_weights.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

#ifdef _WIN32
#include <windows.h>
#endif

#include "base/child_process.h"
#include "base/printable.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "models/weight_bytes.h"
#include "networks/registry.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

// Exit codes of curl that have a meaning of their own here (man curl, EXIT CODES).
constexpr int kCurlHttpError = 22;
constexpr int kCurlWriteError = 23;
constexpr int kCurlNoResume = 33;

/// DUELO_CURL, or the system's own curl: never one from the current folder.
fs::path curlProgram() {
#ifdef _WIN32
    if (const wchar_t* named = _wgetenv(L"DUELO_CURL"); named != nullptr && *named != L'\0')
        return named;
    wchar_t folder[MAX_PATH]{};
    GetSystemDirectoryW(folder, MAX_PATH);
    return fs::path(folder) / "curl.exe";
#else
    if (const char* named = std::getenv("DUELO_CURL"); named != nullptr && *named != '\0')
        return named;
    return "curl";
#endif
}

std::uint64_t sizeOrZero(const fs::path& path) {
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    return error ? 0 : size;
}

Result<std::string> digestOf(const fs::path& path) {
    const auto file = WeightBytes::read(path);
    if (!file) return tl::unexpected(file.error());
    return sha256Hex((*file)->bytes());
}

/// One download; the steps share what they are about.
class Fetch {
public:
    Fetch(const OfficialWeights& weights, const fs::path& folder, const FetchProgress& progress)
        : m_weights(weights),
          m_folder(folder),
          m_file(folder / fs::path(weights.file)),
          m_part(folder / fs::path(std::string(weights.file) + ".part")),
          m_progress(progress) {}

    Result<fs::path> run();

private:
    tl::unexpected<Reason> refused(const char* code, Json args = Json::object(),
                                   std::string message = {}) const {
        args["path"] = pathText(m_file);
        args["url"] = m_weights.url;
        return fail(code, std::move(args), printable(message, 500));
    }

    Result<void> prepareFolder() const;
    Result<void> checkSpace() const;
    Result<ChildExit> transfer() const;
    Result<void> judge(const ChildExit& exit) const;
    Result<void> download();
    Result<fs::path> accept() const;
    void dropPart() const {
        std::error_code ignored;
        fs::remove(m_part, ignored);
    }

    const OfficialWeights& m_weights;
    const fs::path m_folder, m_file, m_part;
    const FetchProgress& m_progress;
};

Result<void> Fetch::prepareFolder() const {
    std::error_code error;
    fs::create_directories(m_folder, error);
    if (error || !fs::is_directory(m_folder, error))
        return refused("fetch_folder_unwritable", {{"folder", pathText(m_folder)}},
                       error.message());
    return {};
}

Result<void> Fetch::checkSpace() const {
    std::error_code error;
    const fs::space_info space = fs::space(m_folder, error);
    const std::uint64_t done = sizeOrZero(m_part);
    const std::uint64_t needed = m_weights.size_bytes > done ? m_weights.size_bytes - done : 0;
    if (error || space.available >= needed) return {};
    return refused("fetch_disk_full", {{"needed_bytes", needed}, {"free_bytes", space.available}});
}

Result<ChildExit> Fetch::transfer() const {
    const std::uint64_t done = sizeOrZero(m_part);
    std::vector<std::string> arguments{"--fail", "--location", "--silent", "--show-error",
                                       "--proto", "=https", "--proto-redir", "=https",
                                       "--connect-timeout", "20",
                                       // Less than 1 kB/s for a minute is no transfer any more.
                                       "--speed-limit", "1000", "--speed-time", "60"};
    if (done > 0) arguments.insert(arguments.end(), {"--continue-at", std::to_string(done)});
    arguments.insert(arguments.end(), {"--", std::string(m_weights.url)});
    const auto tick = [this] {
        return !m_progress || m_progress(sizeOrZero(m_part), m_weights.size_bytes);
    };
    auto exit = runChild(curlProgram(), arguments, m_part, tick);
    if (exit) return exit;
    if (exit.error().code == "child_not_found") {
        if (done == 0) dropPart();
        return refused("fetch_no_curl", {{"program", pathText(curlProgram())}},
                       exit.error().message);
    }
    if (exit.error().code == "child_output_busy") return refused("fetch_busy");
    return refused("fetch_folder_unwritable", {{"folder", pathText(m_folder)}},
                   exit.error().message);
}

/// curl's exit code as a reason.
Result<void> Fetch::judge(const ChildExit& exit) const {
    if (exit.stopped) return refused("fetch_cancelled");
    switch (exit.code) {
        case 0:
            return {};
        case 5:  // proxy not resolved
        case 6:  // host not resolved
        case 7:  // no connection
            return refused("fetch_no_internet", {}, exit.errors);
        case 35:  // TLS handshake
        case 60:  // certificate not known
        case 77:  // no certificates on this machine
            return refused("fetch_certificate", {}, exit.errors);
        case kCurlHttpError:
            return refused("fetch_refused", {{"detail", printable(exit.errors)}}, exit.errors);
        case kCurlWriteError: {
            std::error_code error;
            const std::uint64_t done = sizeOrZero(m_part);
            return refused(
                "fetch_disk_full",
                {{"needed_bytes", m_weights.size_bytes - std::min(done, m_weights.size_bytes)},
                 {"free_bytes", fs::space(m_folder, error).available}},
                exit.errors);
        }
        case 18:  // fewer bytes than announced
        case 28:  // timeout
        case 52:  // empty answer
        case 55:  // sending failed
        case 56:  // receiving failed
        case 92:  // HTTP/2 stream error
            if (exit.code == 28 && sizeOrZero(m_part) == 0)
                return refused("fetch_no_internet", {}, exit.errors);
            return refused(
                "fetch_interrupted",
                {{"done_bytes", sizeOrZero(m_part)}, {"total_bytes", m_weights.size_bytes}},
                exit.errors);
        default:
            return refused("fetch_failed",
                           {{"exit_code", exit.code}, {"detail", printable(exit.errors)}},
                           exit.errors);
    }
}

Result<void> Fetch::download() {
    const bool resumed = sizeOrZero(m_part) > 0;
    auto exit = transfer();
    if (!exit) return tl::unexpected(std::move(exit.error()));
    // A server that cannot go on in the middle says so, or answers 416: start again once.
    const bool no_resume =
        exit->code == kCurlNoResume ||
        (exit->code == kCurlHttpError && exit->errors.find("416") != std::string::npos);
    if (resumed && no_resume && !exit->stopped) {
        dropPart();
        exit = transfer();
        if (!exit) return tl::unexpected(std::move(exit.error()));
    }
    if (sizeOrZero(m_part) == 0) dropPart();
    return judge(*exit);
}

/// The right digest makes the part the file; a wrong one removes it, since going on from it could
/// never succeed.
Result<fs::path> Fetch::accept() const {
    const auto digest = digestOf(m_part);
    const std::string found = digest ? *digest : std::string("-");
    if (found != m_weights.sha256) {
        dropPart();
        return refused("fetch_wrong_digest", {{"expected", m_weights.sha256}, {"found", found}});
    }
    std::error_code error;
    fs::rename(m_part, m_file, error);
    if (error)
        return refused("fetch_folder_unwritable", {{"folder", pathText(m_folder)}},
                       error.message());
    return m_file;
}

Result<fs::path> Fetch::run() {
    std::error_code error;
    if (fs::exists(fs::symlink_status(m_file, error))) {
        const auto digest = digestOf(m_file);
        if (digest && *digest == m_weights.sha256) return m_file;
        return refused("fetch_file_differs");
    }
    if (m_weights.url.empty())
        return refused("fetch_not_published", {{"source", m_weights.source}});
    if (auto prepared = prepareFolder(); !prepared)
        return tl::unexpected(std::move(prepared.error()));
    if (auto space = checkSpace(); !space) return tl::unexpected(std::move(space.error()));
    if (m_weights.size_bytes != 0 && sizeOrZero(m_part) > m_weights.size_bytes) dropPart();
    // A part that is already whole, because the rename was interrupted, needs no network.
    if (sizeOrZero(m_part) < m_weights.size_bytes || m_weights.size_bytes == 0)
        if (auto downloaded = download(); !downloaded)
            return tl::unexpected(std::move(downloaded.error()));
    return accept();
}

}  // namespace

Result<fs::path> fetchWeights(const OfficialWeights& weights, const fs::path& folder,
                              const FetchProgress& progress) {
    return Fetch(weights, folder, progress).run();
}

Result<fs::path> fetchOfficialWeights(const std::string& model, const fs::path& folder,
                                      const FetchProgress& progress) {
    if (const auto info = findModel(model); !info) return tl::unexpected(info.error());
    const auto known = officialWeightsOf(model);
    if (known.empty()) return fail("weights_not_published", {{"name", model}});
    return fetchWeights(known.front(), folder, progress);
}

}  // namespace duelo
