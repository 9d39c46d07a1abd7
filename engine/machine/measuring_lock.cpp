// SPDX-License-Identifier: Apache-2.0
#include "machine/measuring_lock.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#ifdef _WIN32
#include <process.h>
#else
#include <pwd.h>
#include <unistd.h>
#endif

#include "base/json_text.h"
#include "base/local_time.h"
#include "base/places.h"

namespace duelo {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFileName = "duelo-measuring.lock";

/// The shared place first, this user's own second.
std::vector<fs::path> places() {
    std::error_code error;
    const fs::path own = fs::temp_directory_path(error);
#ifdef _WIN32
    if (const wchar_t* chosen = _wgetenv(L"DUELO_LOCK_FILE")) return {fs::path(chosen)};
    std::vector<fs::path> list;
    if (const wchar_t* shared = _wgetenv(L"ProgramData"))
        list.push_back(fs::path(shared) / kFileName);
    if (!error) list.push_back(own / kFileName);
    return list;
#else
    if (const char* chosen = std::getenv("DUELO_LOCK_FILE")) return {fs::path(chosen)};
    // Not $TMPDIR, which may differ from user to user and from session to session. Two files of
    // one name in /tmp would be one, so the second has the user's number.
    std::vector<fs::path> list{fs::path("/tmp") / kFileName};
    if (!error) list.push_back(own / ("duelo-measuring-" + std::to_string(::getuid()) + ".lock"));
    return list;
#endif
}

/// Anyone may write the shared file: nothing odd goes from it into a sentence or a terminal.
std::string harmless(const Json& json, const char* key) {
    constexpr std::size_t longest = 80;
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string()) return {};
    std::string text = found->get<std::string>().substr(0, longest);
    std::erase_if(text, [](unsigned char c) { return c < 0x20 || c > 0x7E; });
    return text;
}

std::int64_t thisProcess() {
#ifdef _WIN32
    return _getpid();
#else
    return ::getpid();
#endif
}

/// Returns the name of this user, or the number where the system knows no name.
std::string thisUser() {
#ifdef _WIN32
    const wchar_t* name = _wgetenv(L"USERNAME");
    return name != nullptr ? utf8(fs::path(name)) : std::string();
#else
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found);
    return found != nullptr ? found->pw_name : std::to_string(::getuid());
#endif
}

}  // namespace

Result<MeasuringLock> MeasuringLock::acquire(LockHolder self) {
    if (self.pid == 0) self.pid = thisProcess();
    if (self.user.empty()) self.user = thisUser();
    Reason lastReason{"lock_unavailable", {{"path", kFileName}}, "no temporary folder"};
    bool first = true;
    for (const fs::path& path : places()) {
        auto lock = lockFile(path);
        if (lock) {
            lock->describe(jsonText({{"pid", self.pid},
                                     {"program", self.program},
                                     {"user", self.user},
                                     {"run", self.run},
                                     {"started", self.started}}));
            return lock;
        }
        if (lock.error().code == "another_measurement")
            return tl::unexpected(anotherMeasurement(path));
        if (first) lastReason = lock.error();
        first = false;
    }
    return tl::unexpected(lastReason);
}

LockHolder MeasuringLock::holderOf(const fs::path& path) {
    LockHolder holder;
    const auto json = parseJson(textOf(path));
    if (!json || !json->is_object()) return holder;
    if (const auto pid = json->find("pid"); pid != json->end() && pid->is_number_integer())
        holder.pid = pid->get<std::int64_t>();
    holder.program = harmless(*json, "program");
    holder.user = harmless(*json, "user");
    holder.run = harmless(*json, "run");
    holder.started = harmless(*json, "started");
    return holder;
}

/// Waits a moment for a holder that has the lock but has not yet said who it is.
Reason MeasuringLock::anotherMeasurement(const fs::path& path) {
    constexpr auto step = std::chrono::milliseconds(10);
    LockHolder holder = holderOf(path);
    for (int tries = 0; holder.pid == 0 && tries < 20; ++tries) {
        std::this_thread::sleep_for(step);
        holder = holderOf(path);
    }
    if (holder.pid == 0) return {"measuring_lock_held", {{"path", utf8(path)}}, {}};
    return {"another_measurement",
            {{"pid", holder.pid},
             {"program", holder.program},
             {"user", holder.user},
             {"run", holder.run},
             {"started", localTime(holder.started)}},
            utf8(path)};
}

std::optional<LockHolder> MeasuringLock::holderOfRun(const std::string& run) {
    for (const fs::path& path : places())
        if (LockHolder holder = holderOf(path); !run.empty() && holder.run == run) return holder;
    return std::nullopt;
}

}  // namespace duelo
