// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "simt/counters.h"
#include "simt/launch_watch.h"
#include "simt/ptx_compute.h"
#include "simt/ptx_memory.h"

namespace duelo::simt::ptx {

/// Holds what all warps of a launch share.
struct Running {
    const Module& module;
    Memory& memory;
    Counters& counters;
    std::string& printed;
    std::string kernel, text;  ///< the kernel, and the name of the student's file
    const Function* function = nullptr;
    Dim grid{}, block{}, place{};  ///< the launch, and the block that runs
    std::uint64_t dynamic_bytes = 0;
    std::vector<std::uint8_t> arguments{};
    bool backwards = false;  ///< the last thread of a warp acts first
    std::uint32_t interval = 0;
    std::vector<bool> stored{};  ///< by thread: has written to global memory
    std::uint64_t most_steps = 0, steps = 0;

    /// Returns the place of number `index` in `extent`, x first.
    [[nodiscard]] static Dim placeIn(const Dim& extent, unsigned index);
    [[nodiscard]] static std::string told(const Dim& place);
};

/// One call of a function by some threads of a warp.
struct Frame {
    const Function* function = nullptr;
    Frame* parent = nullptr;
    std::uint32_t return_to = 0, call = 0, depth = 0, lanes = 0;
    std::vector<std::uint64_t> rows{};
    std::vector<std::uint8_t> params{}, local{}, local_written{};  ///< those of a thread together
};

/// Up to 32 threads that go through the text together where they can: those that stand at the
/// earliest place go on, until they meet others or all wait. Throws KernelFault.
class Warp {
public:
    Warp(Running& all, unsigned number);
    ~Warp();
    Warp(const Warp&) = delete;
    Warp& operator=(const Warp&) = delete;

    void begin();
    /// Runs until all its threads have ended or wait for other warps, or for `steps` instructions.
    void run(std::uint64_t steps);
    [[nodiscard]] bool canRun() const;
    [[nodiscard]] std::uint32_t live() const { return m_live; }
    [[nodiscard]] std::uint32_t waiting() const;
    /// Tells where its waiting threads wait: a number for each place, 0 for none, by lane.
    void waitingAt(std::array<std::uint64_t, kLanes>& places) const;
    [[nodiscard]] unsigned waitingLine() const;
    [[nodiscard]] Compare barrierKind() const;
    /// Returns the waiting threads whose predicate is true, at a barrier that counts or joins them.
    [[nodiscard]] std::uint32_t saidYes() const;
    void leaveBarrier(unsigned yes_of_block, bool all_of_block);
    [[nodiscard]] Reason reason(const std::string& code, unsigned line, unsigned lane,
                                Json more) const;

private:
    enum class Wait : std::uint8_t { None, Barrier, Together };
    struct Group {
        Frame* frame = nullptr;
        std::uint32_t at = 0, lanes = 0;
        Wait wait = Wait::None;
        std::uint64_t ran = 0;  ///< the step at which it did so last
    };
    struct Copy {
        std::uint64_t address;
        unsigned bytes, lane;
    };
    using Values = std::array<std::uint64_t, kLanes>;

    // Which threads go on.
    [[nodiscard]] bool pick();
    void go(std::uint64_t steps);
    bool step(std::uint32_t stop);
    void put(Group group);
    bool flow(const Instruction& of, std::uint32_t lanes);
    bool branch(const Instruction& of, std::uint32_t lanes, std::uint32_t target);
    bool branchIndexed(const Instruction& of, std::uint32_t lanes);
    void call(const Instruction& of, std::uint32_t lanes);
    bool builtIn(const CallTarget& to, std::uint32_t lanes);
    void giveBack(std::uint32_t lanes);
    void end(std::uint32_t lanes);
    Frame* open(const Function& function, Frame* parent, std::uint32_t lanes);
    void close(Frame* frame);
    void fillSpecials(Frame& frame);
    void countLoop(std::uint32_t target);

    // What they do.
    void act(const Instruction& of, std::uint32_t lanes);
    void load(const Instruction& of, std::uint32_t lanes);
    void store(const Instruction& of, std::uint32_t lanes);
    void atomically(const Instruction& of, std::uint32_t lanes);
    void convertAddress(const Instruction& of, std::uint32_t lanes);
    void askSpace(const Instruction& of, std::uint32_t lanes);
    void copyLater(const Instruction& of, std::uint32_t lanes);
    void waitForCopies(const Instruction& of, std::uint32_t lanes);
    void print(Frame& frame, std::uint32_t format, std::uint32_t values, unsigned lane);
    void count(const Instruction& of, const Values& addresses, std::uint32_t lanes, bool stores);
    void transfer(const Instruction& of, std::uint64_t address, unsigned lane, std::uint8_t* bytes,
                  bool stores);
    std::uint8_t* localAt(std::uint64_t address, unsigned bytes, unsigned lane, bool stores);
    [[nodiscard]] std::uint8_t* paramAt(Frame& frame, std::uint64_t at, unsigned bytes,
                                        unsigned lane) const;
    [[nodiscard]] std::string textAt(std::uint64_t address, unsigned lane);

    // What several do together.
    bool together(const Instruction& of);
    [[nodiscard]] std::uint32_t wantedFor(const Group& group) const;
    void meet(const std::vector<Group*>& groups, std::uint32_t lanes);
    void shuffle(const std::vector<Group*>& groups, std::uint32_t lanes);
    void vote(const std::vector<Group*>& groups);
    void loadMatrices(Group& group);
    void multiply(Group& group);
    [[nodiscard]] bool resolveTogether();

    [[noreturn]] void fail(const std::string& code, unsigned lane, Json more = Json::object());
    [[noreturn]] void fail(MemoryFault fault, unsigned lane);
    [[nodiscard]] unsigned lineOf(const Frame* frame, std::uint32_t at) const;
    [[nodiscard]] std::uint64_t* row(const Frame& frame, unsigned number) const {
        return const_cast<std::uint64_t*>(frame.rows.data()) + std::size_t{number} * kLanes;
    }
    [[nodiscard]] const Instruction& code(const Group& group) const {
        return group.frame->function->code[group.at];
    }
    void speak(unsigned lane) { m_all.memory.act(m_all.interval, m_epoch, m_first_thread + lane); }

    Running& m_all;
    unsigned m_number, m_first_thread;
    std::uint32_t m_all_lanes, m_live = 0, m_epoch = 0;
    Group m_now;
    std::vector<Group> m_groups;
    std::map<const Function*, std::vector<std::unique_ptr<Frame>>> m_free;
    std::vector<std::unique_ptr<Frame>> m_open;
    std::array<std::vector<std::vector<Copy>>, kLanes> m_copies;  ///< groups; the last is open
    std::uint64_t m_steps = 0, m_since_barrier = 0;
    /// The outermost loop that has gone on for the second half of the steps that a thread may make.
    struct Loop {
        std::uint32_t depth = ~0U, target = ~0U;
        unsigned line = 0;
    } m_loop;
};

}  // namespace duelo::simt::ptx
