// SPDX-License-Identifier: Apache-2.0
// A training that several processes share: how they meet, and what an epoch is then.
#include <algorithm>
#include <utility>

#include "base/places.h"
#include "experiments/training/work_torch.h"
#include "machine/machine.h"
#include "measure/child_work.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

constexpr const char* kMeetingName = "duelo/meeting/";

/// Adds the times of the ranks before "evaluation", which comes after them.
void addParts(Timing& timing, const RankTimes& times) {
    Parts told{{"all_reduce", times.all_reduce_ms}};
    if (times.waiting_ms) told.push_back({"waiting", *times.waiting_ms});
    double of_compute_ms = 0;
    for (const PartTime& part : told) of_compute_ms += part.ms;
    for (PartTime& part : timing.parts)
        if (part.id == "compute") part.ms = std::max(0.0, part.ms - of_compute_ms);
    timing.parts.insert(std::ranges::find(timing.parts, "evaluation", &PartTime::id), told.begin(),
                        told.end());
}

}  // namespace

/// Tells whether somebody else has started the other processes.
bool TrainingWork::isLaunched() const {
    return m_context.launch && m_context.launch->place.ranks == m_cell.place.ranks;
}

Result<std::string> TrainingWork::makeFolder() {
    auto folder = MeetingFolder::make();
    if (!folder) return tl::unexpected(folder.error());
    m_folder = std::move(*folder);
    return utf8(m_folder->path());
}

std::unique_ptr<Work> TrainingWork::workOfRank(int rank, const std::string& meeting) {
    const Cell cell = cellOfRank(m_cell, rank, meeting);
    if (!isLaunched()) return m_context.child(cell);
    return std::make_unique<ChildWork>(
        [launch = *m_context.launch, rank] { return channelTo(launch, rank); }, cell, Params());
}

/// The other processes start first: they read the data and make the network while rank 0 does.
Result<void> TrainingWork::meetOthers() {
    const RankPlace place = m_cell.place;
    if (place.isAlone()) return {};
    std::string name = m_cell.meeting;
    if (place.rank == 0) {
        auto own = isLaunched()
                       ? Result<std::string>(kMeetingName + std::to_string(++m_context.meetings))
                       : makeFolder();
        if (!own) return tl::unexpected(own.error());
        name = std::move(*own);
        m_team.emplace(
            place.ranks, [&](int rank) { return workOfRank(rank, name); }, m_control,
            m_context.rank_limit_s);
        m_team->prepare();
    }
    Meeting meeting{.folder = fromUtf8(name)};
    if (isLaunched()) {
        meeting = m_context.launch->meeting;
        meeting.name = name;
        meeting.machine = toJson(readMachineSheet());
    }
    if (!m_start)
        if (auto fetched = fetchInto(m_start, m_cell, m_context, m_control); !fetched)
            return fetched;
    const Json equal{{"version", DUELO_VERSION},
                     {"plan", m_cell.digest},
                     {"data", m_start->data->sha256 + ' ' + m_start->weights_sha256}};
    auto met =
        Ranks::meet(place, meeting, equal, m_context.rank_limit_s, [this] { whileWaiting(); });
    if (!met) return tl::unexpected(met.error());
    m_ranks = std::move(*met);
    return {};
}

/// Notes which PCs have worked, and at which address others could have listened.
void TrainingWork::tellHosts(Prepared& prepared) const {
    if (!m_ranks || !isLaunched()) return;
    prepared.notes.push_back(hostsNote(m_ranks->hosts(), m_context.launch->meeting.address));
}

void TrainingWork::whileWaiting() {
    if (m_team) {
        m_team->check();
        return;
    }
    m_control.beat();
    if (m_control.stop.stop_requested()) throw StepStopped{};
}

void TrainingWork::lostOthers(const RanksApart& apart) {
    if (m_team) m_team->explain(apart.what());
    throw WorkFailed{
        Reason{"ranks_apart", {{"ranks", m_cell.place.ranks}, {kTryAgain, true}}, apart.what()}};
}

/// Rank 0 alone reads what an earlier process has left; the others go on from there too.
void TrainingWork::agreeOnStart() {
    if (!m_ranks) return;
    m_parts->trainer->spread();
    const Tensor done = ops::empty({2}, ScalarType::Long);
    auto* const counts = done.data_ptr<std::int64_t>();
    counts[0] = m_progress.epoch;
    counts[1] = static_cast<std::int64_t>(m_progress.updates);
    m_ranks->spread(done);
    m_progress.epoch = static_cast<int>(counts[0]);
    m_progress.updates = static_cast<std::uint64_t>(counts[1]);
    m_parts->trainer->save(m_state);
    if (m_team) m_team->wait();
    m_folder.reset();  // all have met: nothing of it is left where this process is killed
}

/// Its time begins when all are there.
void TrainingWork::beginTogether() {
    if (m_team) m_team->step();
    if (m_ranks) m_ranks->gather();
}

/// `waits`: those of the updates, not those of the evaluation, which is a part of its own.
void TrainingWork::endTogether(Timing& timing, std::size_t waits) {
    if (!m_ranks) return;
    addParts(timing, m_ranks->takeTimes(waits));
    if (m_team) m_team->wait();
}

}  // namespace duelo
