// SPDX-License-Identifier: Apache-2.0
// Instructions that the threads of a warp do together: shuffles, votes, and pieces of matrices.
#include <algorithm>
#include <cstring>

#include "simt/ptx_address.h"
#include "simt/ptx_warp.h"

namespace duelo::simt::ptx {

namespace {

/// Tells whether all of a warp must take part, as in what works on matrices.
bool wantsAll(Op op) {
    return op == Op::LdMatrix || op == Op::Mma;
}

/// The source that names who takes part.
unsigned maskOf(Op op) {
    if (op == Op::WarpSync) return 0;
    return op == Op::Shfl ? 3 : 1;
}

}  // namespace

/// The threads with which a group must meet.
std::uint32_t Warp::wantedFor(const Group& group) const {
    const Instruction& of = code(group);
    if (wantsAll(of.op)) return m_all_lanes;
    const std::uint64_t* masks = row(*group.frame, of.rows[of.results + maskOf(of.op)]);
    std::uint32_t all = 0;
    eachLane(group.lanes, [&](unsigned lane) { all |= static_cast<std::uint32_t>(masks[lane]); });
    return all;
}

/// Lets those that have come wait for others where they must. \returns whether they go on at once.
bool Warp::together(const Instruction& of) {
    const unsigned first = static_cast<unsigned>(std::countr_zero(m_now.lanes));
    if (!wantsAll(of.op)) {
        const std::uint64_t* masks = row(*m_now.frame, of.rows[of.results + maskOf(of.op)]);
        eachLane(m_now.lanes, [&](unsigned lane) {
            if ((masks[lane] >> lane & 1) == 0) fail("simt_not_in_mask", lane);
        });
    } else if (m_live != m_all_lanes) {
        fail("simt_warp_incomplete", first);
    }
    if ((wantedFor(m_now) & m_live & ~m_now.lanes) == 0) {
        const std::uint32_t lanes = m_now.lanes;
        meet({&m_now}, lanes);
        return true;
    }
    m_now.wait = Wait::Together;
    put(m_now);
    return false;
}

/// Looks for groups that have all met. \returns whether somebody can go on.
bool Warp::resolveTogether() {
    const Group* alone = nullptr;
    for (const Group& group : m_groups) {
        if (group.wait != Wait::Together) continue;
        alone = &group;
        const Instruction& of = code(group);
        std::vector<Group*> met;
        std::uint32_t lanes = 0;
        for (Group& other : m_groups) {
            // A barrier of the warp may be met at several places, anything else at one.
            const bool same =
                other.wait == Wait::Together &&
                (of.op == Op::WarpSync ? code(other).op == of.op : &code(other) == &of);
            if (!same) continue;
            met.push_back(&other);
            lanes |= other.lanes;
        }
        if ((wantedFor(group) & m_live & ~lanes) != 0) continue;
        meet(met, lanes);
        for (Group* one : met) ++one->at, one->wait = Wait::None, one->ran = m_steps;
        return true;
    }
    if (alone == nullptr) return false;
    m_now = *alone;
    const std::uint32_t missing = wantedFor(m_now) & m_live & ~m_now.lanes;
    fail("simt_warp_alone", static_cast<unsigned>(std::countr_zero(missing)),
         {{"instruction", m_all.module.names[code(m_now).name]}});
}

/// Leaves m_now at the next instruction where it is the only group.
void Warp::meet(const std::vector<Group*>& groups, std::uint32_t lanes) {
    Group& first = *groups.front();
    const Instruction& of = code(first);
    if (&first != &m_now) m_now = first;
    switch (of.op) {
        case Op::WarpSync:
            ++m_epoch;
            break;
        case Op::Shfl:
            shuffle(groups, lanes);
            break;
        case Op::LdMatrix:
            for (Group* group : groups) loadMatrices(*group);
            break;
        case Op::Mma:
            for (Group* group : groups) multiply(*group);
            break;
        default:
            vote(groups);
    }
    if (&first == &m_now) ++m_now.at;
}

void Warp::shuffle(const std::vector<Group*>& groups, std::uint32_t lanes) {
    Values values{};
    for (const Group* group : groups) {
        const Instruction& of = code(*group);
        eachLane(group->lanes, [&](unsigned lane) {
            values[lane] = row(*group->frame, of.rows[of.results])[lane];
        });
    }
    for (const Group* group : groups) {
        const Instruction& of = code(*group);
        const auto source = [&](unsigned i) { return row(*group->frame, of.rows[of.results + i]); };
        eachLane(group->lanes, [&](unsigned lane) {
            const auto by = static_cast<int>(source(1)[lane] & 31);
            const auto clamp = static_cast<int>(source(2)[lane] & 31);
            const auto segment = static_cast<int>(source(2)[lane] >> 8 & 31);
            const auto here = static_cast<int>(lane);
            const int most = (here & segment) | (clamp & ~segment), least = here & segment;
            int from = here;
            bool inside = true;
            switch (of.kind) {
                case Kind::Up:
                    from = here - by, inside = from >= most;
                    break;
                case Kind::Down:
                    from = here + by, inside = from <= most;
                    break;
                case Kind::Bfly:
                    from = here ^ by, inside = from <= most;
                    break;
                default:
                    from = least | (by & ~segment), inside = from <= most;
            }
            if (!inside) from = here;
            if ((lanes >> from & 1) == 0)
                fail("simt_shuffle_ended", lane,
                     {{"other_thread",
                       Running::told(Running::placeIn(
                           m_all.block, m_first_thread + static_cast<unsigned>(from)))}});
            row(*group->frame, of.rows[0])[lane] = values[static_cast<std::size_t>(from)];
            if (of.results > 1) row(*group->frame, of.rows[1])[lane] = inside ? 1 : 0;
        });
    }
}

void Warp::vote(const std::vector<Group*>& groups) {
    // Whom a mask names may vote with different numbers, each for those it names.
    Values said{};
    std::uint32_t lanes = 0;
    for (const Group* group : groups) {
        const Instruction& of = code(*group);
        const std::uint64_t* from = row(*group->frame, of.rows[of.results]);
        eachLane(group->lanes, [&](unsigned lane) {
            said[lane] = of.op == Op::Vote ? ((from[lane] & 1) != of.not_source) : from[lane];
        });
        lanes |= group->lanes;
    }
    const auto joined = [&](const Instruction& of, std::uint32_t of_lanes) {
        std::uint64_t made = 0;
        bool first = true;
        eachLane(of_lanes, [&](unsigned lane) {
            const std::uint64_t value = said[lane];
            const bool less = isSigned(of.type)
                                  ? numberIn<std::int32_t>(value) < numberIn<std::int32_t>(made)
                                  : value < made;
            if (first)
                made = value;
            else if (of.join == Join::Add)
                made = (made + value) & 0xffffffffU;
            else if (of.join == Join::And)
                made &= value;
            else if (of.join == Join::Or)
                made |= value;
            else if (of.join == Join::Xor)
                made ^= value;
            else if ((of.join == Join::Min) == less)
                made = value;
            first = false;
        });
        return made;
    };
    for (const Group* group : groups) {
        const Instruction& of = code(*group);
        const std::uint64_t* masks = row(*group->frame, of.rows[of.results + 1]);
        eachLane(group->lanes, [&](unsigned lane) {
            const std::uint32_t among = static_cast<std::uint32_t>(masks[lane]) & lanes;
            std::uint32_t yes = 0, like = 0;
            eachLane(among, [&](unsigned other) {
                yes |= static_cast<std::uint32_t>(said[other] & 1) << other;
                like |= static_cast<std::uint32_t>(said[other] == said[lane]) << other;
            });
            std::uint64_t& to = row(*group->frame, of.rows[0])[lane];
            if (of.op == Op::Redux)
                to = joined(of, among);
            else if (of.op == Op::Match && of.kind == Kind::Any)
                to = like;
            else if (of.op == Op::Match)
                to = like == among ? among : 0;
            else if (of.kind == Kind::Ballot)
                to = yes;
            else if (of.kind == Kind::Any)
                to = yes != 0;
            else if (of.kind == Kind::All)
                to = yes == among;
            else
                to = yes == among || yes == 0;
            if (of.results > 1) row(*group->frame, of.rows[1])[lane] = like == among ? 1 : 0;
        });
    }
}

/// Each of eight threads names a row of eight numbers of 16 bits; thread `lane` gets two of row
/// lane / 4.
void Warp::loadMatrices(Group& group) {
    const Instruction& of = code(group);
    const std::uint64_t* addresses = row(*group.frame, of.rows[of.results]);
    Values each{};
    for (unsigned matrix = 0; matrix < of.vector; ++matrix) {
        std::array<std::array<std::uint16_t, 8>, 8> table{};
        for (unsigned line = 0; line < 8; ++line) {
            const unsigned lane = 8 * matrix + line;
            const std::uint64_t at = addresses[lane] + static_cast<std::uint64_t>(of.offset);
            each[lane] = at;
            try {
                speak(lane);
                m_all.memory.load(m_all.memory.at(Space::Shared, at, 16, 2),
                                  reinterpret_cast<std::uint8_t*>(table[line].data()));
            } catch (MemoryFault& fault) {
                fail(std::move(fault), lane);
            }
        }
        eachLane(group.lanes, [&](unsigned lane) {
            const unsigned line = lane / 4, column = 2 * (lane % 4);
            const std::uint32_t low = of.flags.trans ? table[column][line] : table[line][column];
            const std::uint32_t high =
                of.flags.trans ? table[column + 1][line] : table[line][column + 1];
            row(*group.frame, of.rows[matrix])[lane] = low | high << 16;
        });
    }
    Instruction as = of;
    as.type = Type::B32, as.vector = 4, as.space = Space::Shared;
    count(as, each, of.vector == 4 ? ~0U : (1U << (8 * of.vector)) - 1, false);
}

/// d = a b + c, with a of 16 rows, b of 8 columns and d in single precision. Each sum is made in
/// double precision and rounded once: a GPU's differs in the last bits.
void Warp::multiply(Group& group) {
    const Instruction& of = code(group);
    const auto depth = static_cast<unsigned>(of.offset);
    const bool tensor = of.from == Type::Tf32, brain = of.from == Type::Bf16;
    const unsigned packed = tensor ? 1 : 2, a_rows = 16 * depth / packed / kLanes,
                   b_rows = 8 * depth / packed / kLanes;
    const bool known = of.type == Type::F32 && (tensor ? depth < 16 : depth > 4) &&
                       (tensor || brain || of.from == Type::F16) && of.results == 4 &&
                       of.sources == a_rows + b_rows + 4;
    if (!known) fail("simt_unknown", 0, {{"instruction", m_all.module.names[of.name]}});
    const auto number = [&](unsigned row_of, unsigned lane, unsigned half) -> double {
        const std::uint64_t bits = row(*group.frame, of.rows[row_of])[lane];
        // Tensor cores read the upper 19 bits of what they are given.
        if (tensor) return numberIn<float>(bits & 0xffffe000U);
        const auto part = static_cast<std::uint16_t>(bits >> (16 * half));
        return brain ? fromBrain(part) : fromHalf(part);
    };
    // Of a: a thread has row lane / 4 and the one 8 below, and of columns a quarter each.
    const auto a_at = [&](unsigned line, unsigned k) {
        const unsigned lane = line % 8 * 4 + k / packed % 4;
        return number(4 + line / 8 + 2 * (k / (4 * packed)), lane, k % packed);
    };
    const auto b_at = [&](unsigned k, unsigned column) {
        return number(4 + a_rows + k / (4 * packed), column * 4 + k / packed % 4, k % packed);
    };
    std::array<Values, 4> made{};
    for (unsigned lane = 0; lane < kLanes; ++lane)
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned line = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
            double sum = numberIn<float>(row(*group.frame, of.rows[4 + a_rows + b_rows + i])[lane]);
            for (unsigned k = 0; k < depth; ++k) sum += a_at(line, k) * b_at(k, column);
            made[i][lane] = bitsOf(static_cast<float>(sum));
        }
    for (unsigned i = 0; i < 4; ++i) std::ranges::copy(made[i], row(*group.frame, of.rows[i]));
}

}  // namespace duelo::simt::ptx
