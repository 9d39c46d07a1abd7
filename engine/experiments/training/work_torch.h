// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "experiments/training/epoch_clock.h"
#include "experiments/training/events.h"
#include "experiments/training/output.h"
#include "experiments/training/training_parts.h"
#include "experiments/training/training_progress.h"
#include "measure/device_watch.h"
#include "measure/work.h"

namespace duelo {

/// One network trained to the end that the plan sets; a step is an epoch: all batches of the
/// training part, then the validation part. Its time is the whole epoch with one synchronisation at
/// its end; what a process, a library or a network pays for once is paid before the first. The
/// output is that of the weights with the lowest validation loss on the test part,
/// which nothing else ever sees (S2-12, S2-68).
class TrainingWork final : public Work, private Course {
public:
    /// `context` must outlive the work. `cpus`: those that the threads of its epochs keep to;
    /// empty: any (pinned_team.h).
    TrainingWork(TrainingCell cell, TrainingContext& context, std::vector<int> cpus = {});

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Course* course() override { return this; }
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;
    void beginBlock() override { m_watch->beginBlock(); }
    [[nodiscard]] std::optional<DeviceState> deviceState() override;

private:
    [[nodiscard]] bool isOver() const override { return !m_progress.stopped_by.empty(); }
    [[nodiscard]] std::vector<Record> news() override { return std::exchange(m_news, {}); }
    [[nodiscard]] Result<void> suspend() override;

    [[nodiscard]] Result<Prepared> prepareOwn();
    [[nodiscard]] Result<void> meetOthers();
    [[nodiscard]] bool isLaunched() const;
    [[nodiscard]] Result<std::string> makeFolder();
    [[nodiscard]] std::unique_ptr<Work> workOfRank(int rank, const std::string& meeting);
    void tellHosts(Prepared& prepared) const;
    void agreeOnStart();
    void whileWaiting();
    [[noreturn]] void lostOthers(const RanksApart& apart);
    void beginTogether();
    void endTogether(Timing& timing, std::size_t waits);
    void makeClock();
    void warmUp();
    void warmUp(Batches& batches, bool training);
    void tellGraphs(Prepared& prepared) const;
    Result<void> resume();
    Result<void> goOnFrom();
    Result<WeightMap> takeUp(const WeightMap& tensors);
    [[nodiscard]] Timing epoch();
    [[nodiscard]] Reason withKept(Reason lost);
    void leaveGpus();
    void trainEpoch();
    void trainBatches();
    void evaluate(Batches& batches);
    void judge(const Metrics& trained, const Metrics& validated, const Timing& timing);
    [[nodiscard]] Trained test(std::vector<TestAnswer>& predictions);
    void addAnswers(const Tensor& probabilities, std::span<const std::size_t> samples,
                    Trained& trained, std::vector<TestAnswer>& predictions) const;
    void keepPredictions(const std::vector<TestAnswer>& predictions, Json& output);
    void saveWeights(const WeightMap& weights, Trained& trained);
    void leaveFolder() const;
    void tellNotKept(const char* code, const std::string& path, const Reason& why);
    Result<void> saveCheckpoint();
    [[nodiscard]] std::string keptFile() const;
    [[nodiscard]] DataEvent dataEvent() const;

    const TrainingCell m_cell;
    TrainingContext& m_context;
    const std::vector<int> m_cpus;
    const std::unique_ptr<DeviceWatch> m_watch;
    CallControl m_control;
    std::optional<TrainingStart> m_start;  ///< between fetch() and prepare()
    std::unique_ptr<MeetingFolder> m_folder;
    std::unique_ptr<Ranks> m_ranks;  ///< where several processes share the training
    std::optional<RankTeam> m_team;  ///< of rank 0; ends before the sums that wait for it
    std::optional<TrainingParts> m_parts;
    std::optional<Batches> m_train, m_validation;
    std::optional<EpochClock> m_clock;

    TrainingProgress m_progress;  ///< after the last whole epoch
    TrainerState m_state;         ///< the same moment: what an interrupted epoch falls back to
    std::string m_data_sha256;
    std::int64_t m_savedNs = 0;
    std::optional<Reason> m_notSaved;  ///< why the latest state is not in the checkpoint
    std::vector<Record> m_news;
};

}  // namespace duelo
