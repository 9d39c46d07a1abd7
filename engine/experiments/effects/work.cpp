// SPDX-License-Identifier: Apache-2.0
#include "experiments/effects/work.h"

#include <algorithm>
#include <string>

#include "base/sha256.h"
#include "experiments/effects/loops.h"
#include "experiments/pinned_team.h"
#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::size_t kCallElements = 1 << 20;
/// A few milliseconds of work, so that a cancel is heard at once.
constexpr std::size_t kPieceElements = 1 << 20;
constexpr std::size_t kDigestDigits = 16;

/// Calls `piece(begin, count)` for all elements from `begin` to `end`, until it is stopped.
template <typename Piece, typename Stopped>
void inPieces(std::size_t begin, std::size_t end, const Stopped& isStopped, const Piece& piece) {
    for (; begin < end && !isStopped(); begin += kPieceElements)
        piece(begin, std::min(kPieceElements, end - begin));
}

class StrideWork final : public EffectsWork {
public:
    StrideWork(const EffectCase& work, bool inOrder)
        : EffectsWork(work),
          m_step(inOrder ? 1 : static_cast<std::size_t>(work.stride_bytes / kElementBytes)) {}

protected:
    void makeData() override { m_numbers = effectNumbers(work().elements(), false); }
    std::uint64_t pass() override {
        // Rows of a piece together, or a short row would be little beside the question.
        const std::size_t each = work().elements() / m_step + 1;
        const std::size_t rows = std::max<std::size_t>(1, kPieceElements / each);
        std::uint64_t sum = 0;
        for (std::size_t row = 0; row < m_step && !isStopped(); row += rows)
            sum += sumByStep(m_numbers.data(), work().elements(), m_step, row,
                             std::min(m_step, row + rows));
        return sum;
    }

private:
    const std::size_t m_step;
    EffectNumbers m_numbers;
};

class BranchesWork final : public EffectsWork {
public:
    BranchesWork(const EffectCase& work, bool sorted) : EffectsWork(work), m_sorted(sorted) {}

protected:
    void makeData() override { m_numbers = effectNumbers(work().elements(), m_sorted); }
    std::uint64_t pass() override {
        std::uint64_t sum = 0;
        inPieces(
            0, work().elements(), [this] { return isStopped(); },
            [&](std::size_t begin, std::size_t count) {
                sum += sumFrom(m_numbers.data() + begin, count, kHalf);
            });
        return sum;
    }

private:
    const bool m_sorted;
    EffectNumbers m_numbers;
};

class SharingWork final : public EffectsWork {
public:
    SharingWork(const EffectCase& work, bool apart)
        : EffectsWork(work),
          m_apart(apart ? kApart : 1),
          m_cpus(coresFor(work.sharers)),
          m_team(work.sharers),
          m_counters(m_apart * static_cast<std::size_t>(work.sharers) + kApart) {}

    Result<Prepared> prepare() override {
        auto prepared = EffectsWork::prepare();
        if (prepared && !m_cpus.empty()) prepared->notes.push_back(pinnedNote(m_cpus));
        return prepared;
    }
    /// Runs the threads on a core each: the system likes to wake two of them on one, where they
    /// take turns.
    Timing step(int calls) override {
        const PinnedTeam pinned(m_cpus, [this](const auto& call) { m_team.run(call); });
        return EffectsWork::step(calls);
    }

protected:
    void makeData() override { m_numbers = effectNumbers(work().elements(), false); }
    std::uint64_t pass() override { return passes(1); }
    /// The threads meet once in all: they are to count at the same time, not to wait.
    std::uint64_t passes(std::int64_t count) override {
        m_team.run([&](int member) {
            for (std::int64_t i = 0; i < count && !isStopped(); ++i) countPart(member);
        });
        std::uint64_t sum = 0;
        for (int member = 0; member < m_team.threads(); ++member) sum += counterOf(member);
        return sum;
    }

private:
    /// The counters that fill two lines of the cache: some processors fetch lines in pairs.
    static constexpr std::size_t kApart = 2 * kLineBytes / sizeof(std::uint64_t);

    std::atomic<std::uint64_t>& counterOf(int member) {
        // Behind the beginning of a pair of lines, wherever the vector begins.
        const auto at = reinterpret_cast<std::uintptr_t>(m_counters.data());
        const std::size_t past = at / sizeof(std::uint64_t) % kApart;
        return m_counters[(kApart - past) % kApart + m_apart * static_cast<std::size_t>(member)];
    }
    void countPart(int member) {
        std::atomic<std::uint64_t>& counter = counterOf(member);
        counter = 0;
        const std::size_t elements = work().elements();
        inPieces(
            m_team.begin(member, elements, 1), m_team.begin(member + 1, elements, 1),
            [this] { return isStopped(); },
            [&](std::size_t begin, std::size_t pieceElements) {
                countInto(counter, m_numbers.data() + begin, pieceElements);
            });
    }

    const std::size_t m_apart;
    const std::vector<int> m_cpus;
    Team m_team;
    std::vector<std::atomic<std::uint64_t>> m_counters;
    EffectNumbers m_numbers;
};

class DenormalsWork final : public EffectsWork {
public:
    DenormalsWork(const EffectCase& work, bool normal) : EffectsWork(work), m_normal(normal) {}

protected:
    void makeData() override { m_floats = effectFloats(work().elements(), !m_normal); }
    std::uint64_t pass() override {
        double sum = 0;
        inPieces(
            0, work().elements(), [this] { return isStopped(); },
            [&](std::size_t begin, std::size_t count) {
                sum += filteredSum(m_floats.data() + begin, count);
            });
        return static_cast<std::uint64_t>(wholeOf(sum, !m_normal));
    }

private:
    const bool m_normal;
    AlignedFloats m_floats;
};

}  // namespace

std::int64_t EffectsWork::passesOf(std::size_t elements) {
    return static_cast<std::int64_t>(std::max<std::size_t>(1, kCallElements / elements));
}

Result<Prepared> EffectsWork::prepare() {
    makeData();
    const std::size_t elements = m_case.elements();
    return Prepared{
        .quantities = {{"elements", static_cast<std::int64_t>(elements) * passesOf(elements),
                        "element_rate", "element/s", "element_ns"}}};
}

std::uint64_t EffectsWork::passes(std::int64_t count) {
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < count && !isStopped(); ++i) sum = pass();
    return sum;
}

Timing EffectsWork::step(int calls) {
    const std::int64_t count = passesOf(m_case.elements());
    const std::int64_t startNs = nowNs();
    for (int i = 0; i < calls && !isStopped(); ++i) m_sum = passes(count);
    const double wall_ms = msSince(startNs);
    if (isStopped()) throw StepStopped{};
    return {.wall_ms = wall_ms, .parts = {{"compute", wall_ms}}};  // a call does nothing else
}

Output EffectsWork::output() {
    Output output{.fingerprint = Fingerprint{
                      .sha256 = sha256Hex(std::to_string(m_sum)).substr(0, kDigestDigits)}};
    output.output["sum"] = m_sum;
    return output;
}

std::unique_ptr<Work> effectsWork(const EffectCase& work, EffectWay way) {
    const bool easy = way == EffectWay::Easy;
    switch (work.effect) {
        case Effect::Stride:
            return std::make_unique<StrideWork>(work, easy);
        case Effect::Branches:
            return std::make_unique<BranchesWork>(work, easy);
        case Effect::Sharing:
            return std::make_unique<SharingWork>(work, easy);
        case Effect::Denormals:
            return std::make_unique<DenormalsWork>(work, easy);
    }
    return nullptr;
}

}  // namespace duelo
