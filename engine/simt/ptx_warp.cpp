// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_warp.h"

#include <algorithm>
#include <tuple>

#include "simt/ptx_address.h"

namespace duelo::simt::ptx {

namespace {

constexpr std::uint32_t kDeepest = 64;       // calls within each other
constexpr std::uint64_t kStarving = 20'000;  // steps after which others let a thread go on
constexpr std::uint64_t kTurn = 512;
constexpr std::size_t kMostFrameBytes = std::size_t{256} << 20;

}  // namespace

Dim Running::placeIn(const Dim& extent, unsigned index) {
    return {index % extent.x, index / extent.x % extent.y, index / (extent.x * extent.y)};
}

std::string Running::told(const Dim& place) {
    std::string words = std::to_string(place.x) + ", " + std::to_string(place.y);
    if (place.z > 0) words += ", " + std::to_string(place.z);
    return words;
}

Warp::Warp(Running& all, unsigned number)
    : m_all(all), m_number(number), m_first_thread(number * kLanes) {
    const std::size_t left = all.block.count() - m_first_thread;
    m_all_lanes = left >= kLanes ? ~0U : (1U << left) - 1;
}

Warp::~Warp() = default;

void Warp::begin() {
    m_groups.clear();
    while (!m_open.empty()) close(m_open.back().get());
    m_live = m_all_lanes;
    m_epoch = 0;
    m_since_barrier = 0;
    m_loop = {};
    for (auto& copies : m_copies) copies.clear();
    Frame* frame = open(*m_all.function, nullptr, m_all_lanes);
    for (unsigned lane = 0; lane < kLanes; ++lane)
        std::ranges::copy(m_all.arguments, frame->params.begin() +
                                               lane * std::ptrdiff_t{m_all.function->param_bytes});
    m_groups.push_back({.frame = frame, .lanes = m_all_lanes});
}

Frame* Warp::open(const Function& function, Frame* parent, std::uint32_t lanes) {
    auto& kept = m_free[&function];
    std::unique_ptr<Frame> frame;
    if (kept.empty()) {
        frame = std::make_unique<Frame>();
        frame->function = &function;
        const std::size_t rows = function.rows() * kLanes;
        if (rows * sizeof(std::uint64_t) + std::size_t{function.local_bytes} * kLanes >
            kMostFrameBytes)
            fail("simt_too_large", 0);
        frame->rows.resize(rows);
        for (std::size_t i = 0; i < function.constants.size(); ++i)
            std::fill_n(row(*frame, static_cast<unsigned>(function.registers + i)), kLanes,
                        function.constants[i]);
        frame->params.resize(std::size_t{function.param_bytes} * kLanes);
        frame->local.resize(std::size_t{function.local_bytes} * kLanes);
    } else {
        frame = std::move(kept.back());
        kept.pop_back();
    }
    frame->local_written.assign(frame->local.size(), 0);
    frame->parent = parent;
    frame->lanes = lanes;
    frame->depth = parent == nullptr ? 0 : parent->depth + 1;
    fillSpecials(*frame);
    m_open.push_back(std::move(frame));
    return m_open.back().get();
}

void Warp::close(Frame* frame) {
    const auto at = std::ranges::find(m_open, frame, &std::unique_ptr<Frame>::get);
    m_free[frame->function].push_back(std::move(*at));
    m_open.erase(at);
}

void Warp::fillSpecials(Frame& frame) {
    const Function& function = *frame.function;
    for (std::size_t i = 0; i < function.specials.size(); ++i) {
        std::uint64_t* to =
            row(frame, static_cast<unsigned>(function.registers + function.constants.size() + i));
        for (unsigned lane = 0; lane < kLanes; ++lane) {
            const Dim thread = Running::placeIn(m_all.block, m_first_thread + lane);
            const std::uint32_t bit = 1U << lane, below = bit - 1;
            switch (function.specials[i]) {
                case Special::TidX:
                    to[lane] = thread.x;
                    break;
                case Special::TidY:
                    to[lane] = thread.y;
                    break;
                case Special::TidZ:
                    to[lane] = thread.z;
                    break;
                case Special::NtidX:
                    to[lane] = m_all.block.x;
                    break;
                case Special::NtidY:
                    to[lane] = m_all.block.y;
                    break;
                case Special::NtidZ:
                    to[lane] = m_all.block.z;
                    break;
                case Special::CtaX:
                    to[lane] = m_all.place.x;
                    break;
                case Special::CtaY:
                    to[lane] = m_all.place.y;
                    break;
                case Special::CtaZ:
                    to[lane] = m_all.place.z;
                    break;
                case Special::NctaX:
                    to[lane] = m_all.grid.x;
                    break;
                case Special::NctaY:
                    to[lane] = m_all.grid.y;
                    break;
                case Special::NctaZ:
                    to[lane] = m_all.grid.z;
                    break;
                case Special::Lane:
                    to[lane] = lane;
                    break;
                case Special::Warp:
                    to[lane] = m_number;
                    break;
                case Special::Warps:
                    to[lane] = (m_all.block.count() + kLanes - 1) / kLanes;
                    break;
                case Special::MaskEq:
                    to[lane] = bit;
                    break;
                case Special::MaskLe:
                    to[lane] = bit | below;
                    break;
                case Special::MaskLt:
                    to[lane] = below;
                    break;
                case Special::MaskGe:
                    to[lane] = ~below;
                    break;
                case Special::MaskGt:
                    to[lane] = ~(bit | below);
                    break;
                case Special::WarpSize:
                    to[lane] = kLanes;
                    break;
                case Special::DynamicShared:
                    to[lane] = m_all.dynamic_bytes;
                    break;
                case Special::LocalBase:
                    to[lane] = partAddress(frame.depth);
                    break;
                default:
                    to[lane] = 0;
                    break;
            }
        }
    }
}

bool Warp::canRun() const {
    return std::ranges::any_of(m_groups,
                               [](const Group& group) { return group.wait != Wait::Barrier; });
}

std::uint32_t Warp::waiting() const {
    std::uint32_t lanes = 0;
    for (const Group& group : m_groups)
        if (group.wait == Wait::Barrier) lanes |= group.lanes;
    return lanes;
}

/// Joins it to one that stands at the same place.
void Warp::put(Group group) {
    for (Group& other : m_groups)
        if (other.frame == group.frame && other.at == group.at && other.wait == group.wait) {
            other.lanes |= group.lanes;
            return;
        }
    group.ran = m_steps;
    m_groups.push_back(group);
}

/// The one whose turn it is: the deepest call, there the earliest place; but whoever has waited for
/// long.
bool Warp::pick() {
    const Group* found = nullptr;
    for (const Group& group : m_groups) {
        if (group.wait != Wait::None) continue;
        const auto order = [&](const Group& of) {
            const bool starves = m_steps - of.ran > kStarving;
            return std::tuple(!starves, ~of.frame->depth, of.at);
        };
        if (found == nullptr || order(group) < order(*found)) found = &group;
    }
    if (found == nullptr) return false;
    m_now = *found;
    m_groups.erase(m_groups.begin() + (found - m_groups.data()));
    return true;
}

void Warp::run(std::uint64_t steps) {
    const std::uint64_t until = m_steps + steps;
    while (m_steps < until) {
        if (pick()) {
            go(until - m_steps);
        } else if (!resolveTogether()) {
            return;
        }
    }
}

void Warp::go(std::uint64_t steps) {
    // Where others wait to be met.
    std::uint32_t stop = ~0U;
    bool alone = true;
    for (const Group& group : m_groups) {
        if (group.wait != Wait::None) continue;
        alone = false;
        if (group.frame == m_now.frame && group.at > m_now.at) stop = std::min(stop, group.at);
    }
    const std::uint64_t until = m_steps + (alone ? steps : std::min(steps, kTurn));
    while (m_steps < until)
        if (!step(stop)) return;
    put(m_now);
}

/// \returns whether the same threads go on at once.
bool Warp::step(std::uint32_t stop) {
    const Instruction& of = code(m_now);
    ++m_steps;
    ++m_all.steps;
    if (++m_since_barrier > m_all.most_steps) {
        const unsigned line = m_loop.line != 0 ? m_loop.line : lineOf(m_now.frame, m_now.at);
        throw KernelFault{reason("simt_endless_steps", line,
                                 static_cast<unsigned>(std::countr_zero(m_now.lanes)),
                                 {{"steps", m_all.most_steps}})};
    }
    std::uint32_t lanes = m_now.lanes;
    if (of.guard != kNoRow) {
        const std::uint64_t* yes = row(*m_now.frame, of.guard);
        std::uint32_t taken = 0;
        for (unsigned lane = 0; lane < kLanes; ++lane)
            taken |= static_cast<std::uint32_t>((yes[lane] & 1) != of.guard_not) << lane;
        lanes &= taken;
    }
    switch (of.op) {
        case Op::Bra:
        case Op::Brx:
        case Op::Call:
        case Op::Ret:
        case Op::Exit:
        case Op::Bar:
        case Op::BarRed:
        case Op::WarpSync:
        case Op::Shfl:
        case Op::Vote:
        case Op::Match:
        case Op::Redux:
        case Op::LdMatrix:
        case Op::Mma:
            if (!flow(of, lanes)) return false;
            break;
        default:
            if (lanes != 0) act(of, lanes);
            ++m_now.at;
    }
    if (m_now.at < stop) return true;
    put(m_now);
    return false;
}

bool Warp::flow(const Instruction& of, std::uint32_t lanes) {
    if (of.op == Op::Bra) return branch(of, lanes, of.target);
    if (lanes == 0) {
        ++m_now.at;
        return true;
    }
    if (lanes != m_now.lanes) {
        // Those whom it does not concern go on by themselves.
        put({.frame = m_now.frame, .at = m_now.at + 1, .lanes = m_now.lanes & ~lanes});
        m_now.lanes = lanes;
    }
    switch (of.op) {
        case Op::Brx:
            return branchIndexed(of, lanes);
        case Op::Call:
            call(of, lanes);
            return false;
        case Op::Ret:
            giveBack(lanes);
            return false;
        case Op::Exit:
            end(lanes);
            return false;
        case Op::Bar:
        case Op::BarRed: {
            const std::uint64_t* number = row(*m_now.frame, of.rows[of.results]);
            eachLane(lanes, [&](unsigned lane) {
                if (number[lane] != 0) fail("simt_unknown", lane, {{"instruction", "bar"}});
            });
            m_now.wait = Wait::Barrier;
            put(m_now);
            return false;
        }
        default:
            return together(of);
    }
}

bool Warp::branch(const Instruction& of, std::uint32_t lanes, std::uint32_t target) {
    const std::uint32_t others = m_now.lanes & ~lanes;
    if (of.guard != kNoRow) {
        ++m_all.counters.branches;
        m_all.counters.diverging_branches += lanes != 0 && others != 0;
    }
    if (lanes != 0 && target <= m_now.at) countLoop(target);
    if (lanes != 0 && others != 0) {
        put({.frame = m_now.frame, .at = m_now.at + 1, .lanes = others});
        put({.frame = m_now.frame, .at = target, .lanes = lanes});
        return false;
    }
    m_now.at = lanes != 0 ? target : m_now.at + 1;
    return true;
}

bool Warp::branchIndexed(const Instruction& of, std::uint32_t lanes) {
    const std::vector<std::uint32_t>& targets = m_now.frame->function->tables[of.target];
    const std::uint64_t* index = row(*m_now.frame, of.rows[0]);
    ++m_all.counters.branches;
    std::uint32_t first = 0;
    bool apart = false;
    eachLane(lanes, [&](unsigned lane) {
        if (index[lane] >= targets.size()) fail("simt_unknown", lane, {{"instruction", "brx"}});
        const std::uint32_t target = targets[index[lane]];
        apart |= lane != static_cast<unsigned>(std::countr_zero(lanes)) && target != first;
        if (lane == static_cast<unsigned>(std::countr_zero(lanes))) first = target;
        put({.frame = m_now.frame, .at = target, .lanes = 1U << lane});
    });
    m_all.counters.diverging_branches += apart;
    return false;
}

/// A loop has begun anew.
void Warp::countLoop(std::uint32_t target) {
    if (m_since_barrier * 2 < m_all.most_steps) return;
    const std::uint32_t depth = m_now.frame->depth;
    if (depth < m_loop.depth || (depth == m_loop.depth && target < m_loop.target))
        m_loop = {depth, target, lineOf(m_now.frame, target)};
}

void Warp::call(const Instruction& of, std::uint32_t lanes) {
    const CallTarget& to = m_now.frame->function->calls[of.target];
    if (to.function < 0) {
        if (!builtIn(to, lanes))
            fail("simt_unknown", static_cast<unsigned>(std::countr_zero(lanes)),
                 {{"instruction", "call " + to.name}});
        ++m_now.at;
        put(m_now);
        return;
    }
    if (m_now.frame->depth >= kDeepest)
        fail("simt_too_deep", static_cast<unsigned>(std::countr_zero(lanes)), {{"most", kDeepest}});
    const Function& function = m_all.module.functions[static_cast<std::size_t>(to.function)];
    Frame* frame = open(function, m_now.frame, lanes);
    frame->return_to = m_now.at + 1;
    frame->call = of.target;
    eachLane(lanes, [&](unsigned lane) {
        for (std::size_t i = 0; i < to.arguments.size(); ++i)
            std::copy_n(
                paramAt(*m_now.frame, to.arguments[i].offset, to.arguments[i].bytes, lane),
                to.arguments[i].bytes,
                paramAt(*frame, function.parameters[i].offset, to.arguments[i].bytes, lane));
    });
    put({.frame = frame, .lanes = lanes});
}

/// They return from a function, or the kernel is at its end.
void Warp::giveBack(std::uint32_t lanes) {
    Frame* frame = m_now.frame;
    if (frame->parent == nullptr) return end(lanes);
    const CallTarget& to = frame->parent->function->calls[frame->call];
    eachLane(lanes, [&](unsigned lane) {
        for (std::size_t i = 0; i < to.results.size(); ++i)
            std::copy_n(
                paramAt(*frame, frame->function->results[i].offset, to.results[i].bytes, lane),
                to.results[i].bytes,
                paramAt(*frame->parent, to.results[i].offset, to.results[i].bytes, lane));
    });
    put({.frame = frame->parent, .at = frame->return_to, .lanes = lanes});
    frame->lanes &= ~lanes;
    if (frame->lanes == 0) close(frame);
}

void Warp::end(std::uint32_t lanes) {
    m_live &= ~lanes;
    for (Frame* frame = m_now.frame; frame != nullptr;) {
        Frame* parent = frame->parent;
        frame->lanes &= ~lanes;
        if (frame->lanes == 0) close(frame);
        frame = parent;
    }
}

void Warp::waitingAt(std::array<std::uint64_t, kLanes>& places) const {
    places.fill(0);
    for (const Group& group : m_groups) {
        if (group.wait != Wait::Barrier) continue;
        // The same barrier within the same calls.
        std::uint64_t place = group.at + 1;
        for (const Frame* frame = group.frame; frame->parent != nullptr; frame = frame->parent)
            place = place * 1'000'003 + frame->return_to;
        eachLane(group.lanes, [&](unsigned lane) { places[lane] = place; });
    }
}

unsigned Warp::waitingLine() const {
    for (const Group& group : m_groups)
        if (group.wait == Wait::Barrier) return lineOf(group.frame, group.at);
    return 0;
}

std::uint32_t Warp::saidYes() const {
    std::uint32_t yes = 0;
    for (const Group& group : m_groups) {
        const Instruction& of = code(group);
        if (group.wait != Wait::Barrier || of.op != Op::BarRed) continue;
        const std::uint64_t* said = row(*group.frame, of.rows[of.results + 1]);
        eachLane(group.lanes, [&](unsigned lane) {
            yes |= static_cast<std::uint32_t>((said[lane] & 1) != of.not_source) << lane;
        });
    }
    return yes;
}

void Warp::leaveBarrier(unsigned yes_of_block, bool all_of_block) {
    for (Group& group : m_groups) {
        if (group.wait != Wait::Barrier) continue;
        const Instruction& of = code(group);
        if (of.op == Op::BarRed) {
            const std::uint64_t value = of.join == Join::Popc  ? yes_of_block
                                        : of.join == Join::And ? all_of_block
                                                               : yes_of_block > 0;
            eachLane(group.lanes,
                     [&](unsigned lane) { row(*group.frame, of.rows[0])[lane] = value; });
        }
        ++group.at;
        group.wait = Wait::None;
        group.ran = m_steps;
    }
    m_since_barrier = 0;
    m_loop = {};
}

unsigned Warp::lineOf(const Frame* frame, std::uint32_t at) const {
    unsigned any = 0;
    for (; frame != nullptr; at = frame->return_to - 1, frame = frame->parent) {
        const std::uint32_t number = frame->function->code[at].place;
        const Place* place = &m_all.module.places[number];
        for (;;) {
            const auto file = m_all.module.files.find(place->file);
            if (place->line > 0 && file != m_all.module.files.end() &&
                (file->second == m_all.text || m_all.text.empty()))
                return place->line;
            if (any == 0) any = place->line;
            if (place->above == 0) break;
            place = &m_all.module.places[place->above - 1];
        }
        if (frame->parent == nullptr) break;
    }
    return any;
}

Reason Warp::reason(const std::string& code, unsigned line, unsigned lane, Json more) const {
    more["kernel"] = m_all.kernel;
    more["line"] = line;
    more["block"] = Running::told(m_all.place);
    more["thread"] = Running::told(Running::placeIn(m_all.block, m_first_thread + lane));
    return {code, std::move(more), {}};
}

void Warp::fail(const std::string& code, unsigned lane, Json more) {
    throw KernelFault{reason(code, lineOf(m_now.frame, m_now.at), lane, std::move(more))};
}

void Warp::fail(MemoryFault fault, unsigned lane) {
    if (const auto block = fault.args.find("other_block_number"); block != fault.args.end()) {
        const auto number = block->get<std::uint32_t>() - m_all.memory.firstBlock();
        const auto at =
            m_all.backwards ? static_cast<std::uint32_t>(m_all.grid.count()) - 1 - number : number;
        fault.args["other_block"] = Running::told(Running::placeIn(m_all.grid, at));
        fault.args["other_thread"] = Running::told(
            Running::placeIn(m_all.block, fault.args["other_thread_number"].get<unsigned>()));
        fault.args.erase("other_block_number");
        fault.args.erase("other_thread_number");
    }
    fail(fault.code, lane, std::move(fault.args));
}

}  // namespace duelo::simt::ptx
