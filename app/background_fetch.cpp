// SPDX-License-Identifier: Apache-2.0
#include "background_fetch.h"

#include <exception>
#include <optional>
#include <utility>

#include "commands.h"
#include "machine/clock.h"
#include "models/fetch_weights.h"
#include "models/weight_store.h"

namespace duelo {

namespace {

constexpr std::int64_t kProgressNs = 250'000'000;

Result<std::filesystem::path> fetched(const std::string& model, const std::stop_token& stop,
                                      const BackgroundFetch::Progress& progress) {
    if (const auto file = officialWeightsFile(model)) return *file;
    std::optional<std::int64_t> toldNs;
    const auto tell = [&](std::uint64_t done, std::uint64_t total) {
        const std::int64_t now = nowNs();
        if (!toldNs || now - *toldNs >= kProgressNs) {
            toldNs = now;
            progress(done, total);
        }
        return !stop.stop_requested();
    };
    try {
        return fetchOfficialWeights(model, downloadedWeightsDir(), tell);
    } catch (const std::exception& error) {
        return tl::unexpected(internalError(error));
    }
}

}  // namespace

BackgroundFetch::~BackgroundFetch() = default;

void BackgroundFetch::start(const std::string& model, Progress progress, Done done) {
    m_running = true;
    m_thread = std::jthread([this, model, progress = std::move(progress),
                             done = std::move(done)](const std::stop_token& stop) {
        const auto file = fetched(model, stop, progress);
        m_running = false;
        done(file);
    });
}

void BackgroundFetch::cancel() {
    m_thread.request_stop();
}

void BackgroundFetch::wait() {
    if (m_thread.joinable()) m_thread.join();
}

}  // namespace duelo
