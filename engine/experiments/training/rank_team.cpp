// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/rank_team.h"

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "base/places.h"
#include "base/private_folder.h"
#include "machine/clock.h"
#include "record/record.h"

namespace duelo {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLook{50};
/// The connections of a process that is gone break before its end is known.
constexpr double kExplainMs = 2000;

/// One that lost its others is no cause: somebody else was lost first.
bool isCause(const Reason& reason) {
    return reason.code != "ranks_apart";
}

/// Returns the reason that ended the work of a rank, in words about that rank.
Reason lostReason(const std::exception_ptr& failure, int rank, int ranks) {
    Reason why;
    try {
        std::rethrow_exception(failure);
    } catch (const WorkFailed& failed) {
        why = failed.reason;
    } catch (const WorkRefused& refused) {
        why = refused.reason;
    } catch (const std::exception& error) {
        why = {"child_died", {{"code", -1}}, error.what()};
    } catch (...) {
        why = {"child_died", {{"code", -1}}, {}};
    }
    if (why.code != "child_died") return why;
    why.code = "rank_died";
    why.args["process"] = rank + 1;
    why.args["ranks"] = ranks;
    why.args[kTryAgain] = true;
    return why;
}

}  // namespace

Result<std::unique_ptr<MeetingFolder>> MeetingFolder::make() {
    const auto folder = makePrivateFolder();  // nobody else may meet in it
    if (!folder)
        return fail("meeting_failed", {{"place", folder.error().args["path"]}},
                    folder.error().message);
    return std::unique_ptr<MeetingFolder>(new MeetingFolder(*folder));
}

MeetingFolder::~MeetingFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

RankTeam::RankTeam(int ranks, const MakeRank& make, CallControl control, double limit_s)
    : m_ranks(ranks), m_control(std::move(control)), m_limit_s(limit_s) {
    for (int rank = 1; rank < ranks; ++rank) {
        auto member = std::make_unique<Member>();
        member->work = make(rank);
        const auto sign = [this, at = member.get()] { heard(*at); };
        member->work->setControl(
            {.stop = m_stop.get_token(), .beat = sign, .progress = [sign](double) { sign(); }});
        m_members.push_back(std::move(member));
    }
    for (const auto& member : m_members)
        member->thread = std::jthread([this, at = member.get()] { serve(*at); });
}

RankTeam::~RankTeam() {
    m_stop.request_stop();
    for (const auto& member : m_members) member->thread.join();
    for (const auto& member : m_members) member->work->leave();
}

void RankTeam::prepare() {
    begin([](Work& work) {
        if (const auto prepared = work.prepare(); !prepared) throw WorkFailed{prepared.error()};
    });
}

void RankTeam::step() {
    begin([](Work& work) { static_cast<void>(work.step(1)); });
}

void RankTeam::begin(const std::function<void(Work&)>& task) {
    const std::lock_guard lock(m_mutex);
    for (const auto& member : m_members) {
        member->task = task;
        member->busy = true;
        member->heardNs = nowNs();
    }
    m_changed.notify_all();
}

void RankTeam::serve(Member& member) {
    const std::stop_token stop = m_stop.get_token();
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [&] { return static_cast<bool>(member.task); })) {
        const auto task = std::exchange(member.task, {});
        lock.unlock();
        std::exception_ptr failure;
        try {
            task(*member.work);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        member.busy = false;
        if (failure) member.failure = failure;
        m_changed.notify_all();
    }
}

void RankTeam::heard(Member& member) {
    const std::lock_guard lock(m_mutex);
    member.heardNs = nowNs();
}

std::optional<Reason> RankTeam::whyLost() const {
    std::optional<Reason> apart;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        const Member& member = *m_members[i];
        const int rank = static_cast<int>(i) + 1;
        if (member.failure) {
            Reason why = lostReason(member.failure, rank, m_ranks);
            if (isCause(why)) return why;
            apart = std::move(why);
        } else if (member.busy && msSince(member.heardNs) > m_limit_s * 1e3) {
            return Reason{"rank_hangs",
                          {{"process", rank + 1},
                           {"ranks", m_ranks},
                           {"limit_s", m_limit_s},
                           {kTryAgain, true}},
                          {}};
        }
    }
    return apart;
}

void RankTeam::check() {
    m_control.beat();
    if (m_control.stop.stop_requested()) throw StepStopped{};
    std::unique_lock lock(m_mutex);
    const auto why = whyLost();
    lock.unlock();
    if (!why) return;
    if (isCause(*why)) throw WorkFailed{*why};
    explain(why->message);
}

void RankTeam::wait() {
    for (;;) {
        check();
        std::unique_lock lock(m_mutex);
        const auto done = [this] {
            return std::ranges::none_of(m_members, [](const auto& each) { return each->busy; });
        };
        if (!m_changed.wait_for(lock, kLook, done)) continue;
        const bool lost = whyLost().has_value();
        lock.unlock();
        if (!lost) return;
        check();
    }
}

void RankTeam::explain(const std::string& what) {
    const std::int64_t beganNs = nowNs();
    while (msSince(beganNs) < kExplainMs) {
        if (m_control.stop.stop_requested()) throw StepStopped{};
        std::unique_lock lock(m_mutex);
        const auto why = whyLost();
        if (why && isCause(*why)) throw WorkFailed{*why};
        m_changed.wait_for(lock, kLook);
    }
    throw WorkFailed{Reason{"ranks_apart", {{"ranks", m_ranks}, {kTryAgain, true}}, what}};
}

}  // namespace duelo
