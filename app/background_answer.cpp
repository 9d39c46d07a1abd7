// SPDX-License-Identifier: Apache-2.0
#include "background_answer.h"

#include <exception>
#include <optional>
#include <utility>

#include "commands.h"
#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::int64_t kProgressNs = 250'000'000;

Result<Json> answered(LongAnswer answer, const Json& args, const std::stop_token& stop,
                      const BackgroundAnswer::Progress& progress) {
    std::optional<std::int64_t> toldNs;
    const auto tell = [&](std::uint64_t done_bytes, std::uint64_t total_bytes) {
        const std::int64_t now = nowNs();
        if (toldNs && now - *toldNs < kProgressNs) return;
        toldNs = now;
        progress(done_bytes, total_bytes);
    };
    try {
        return answer(args, {.stop = stop, .progress = tell});
    } catch (const std::exception& error) {
        return tl::unexpected(internalError(error));
    }
}

}  // namespace

BackgroundAnswer::~BackgroundAnswer() = default;

void BackgroundAnswer::start(LongAnswer answer, const Json& args, Progress progress, Done done) {
    m_running = true;
    m_thread = std::jthread([this, answer, args, progress = std::move(progress),
                             done = std::move(done)](const std::stop_token& stop) {
        const auto result = answered(answer, args, stop, progress);
        m_running = false;
        done(result);
    });
}

void BackgroundAnswer::cancel() {
    m_thread.request_stop();
}

void BackgroundAnswer::wait() {
    if (m_thread.joinable()) m_thread.join();
}

}  // namespace duelo
