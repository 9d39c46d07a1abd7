// SPDX-License-Identifier: Apache-2.0
#include "simt/ptx_opcode.h"

#include <algorithm>
#include <utility>

namespace duelo::simt::ptx {

namespace {

template <typename Value>
struct Called {
    std::string_view word;
    Value value;
};

template <typename Value, std::size_t count>
std::optional<Value> find(const Called<Value> (&table)[count], std::string_view word) {
    const auto* found = std::ranges::find(table, word, &Called<Value>::word);
    if (found == std::end(table)) return std::nullopt;
    return found->value;
}

constexpr Called<Type> kTypes[] = {
    {"pred", Type::Pred}, {"b8", Type::B8},   {"b16", Type::B16},       {"b32", Type::B32},
    {"b64", Type::B64},   {"u8", Type::U8},   {"u16", Type::U16},       {"u32", Type::U32},
    {"u64", Type::U64},   {"s8", Type::S8},   {"s16", Type::S16},       {"s32", Type::S32},
    {"s64", Type::S64},   {"f16", Type::F16}, {"f16x2", Type::F16x2},   {"bf16", Type::Bf16},
    {"f32", Type::F32},   {"f64", Type::F64}, {"bf16x2", Type::Bf16x2}, {"tf32", Type::Tf32}};

constexpr Called<Special> kSpecials[] = {{"%tid.x", Special::TidX},
                                         {"%tid.y", Special::TidY},
                                         {"%tid.z", Special::TidZ},
                                         {"%ntid.x", Special::NtidX},
                                         {"%ntid.y", Special::NtidY},
                                         {"%ntid.z", Special::NtidZ},
                                         {"%ctaid.x", Special::CtaX},
                                         {"%ctaid.y", Special::CtaY},
                                         {"%ctaid.z", Special::CtaZ},
                                         {"%nctaid.x", Special::NctaX},
                                         {"%nctaid.y", Special::NctaY},
                                         {"%nctaid.z", Special::NctaZ},
                                         {"%laneid", Special::Lane},
                                         {"%warpid", Special::Warp},
                                         {"%nwarpid", Special::Warps},
                                         {"%smid", Special::Sm},
                                         {"%gridid", Special::Grid},
                                         {"%lanemask_eq", Special::MaskEq},
                                         {"%lanemask_le", Special::MaskLe},
                                         {"%lanemask_lt", Special::MaskLt},
                                         {"%lanemask_ge", Special::MaskGe},
                                         {"%lanemask_gt", Special::MaskGt},
                                         {"WARP_SZ", Special::WarpSize},
                                         {"%dynamic_smem_size", Special::DynamicShared},
                                         {"%total_smem_size", Special::TotalShared}};

/// An instruction, and the words after its name that it may have besides types.
struct Known {
    std::string_view name;
    Op op;
    std::string_view words;
};

constexpr std::string_view kMemory =
    " relaxed acquire release acq_rel volatile weak nc ca cg cs cv lu wb wt cta gpu sys cluster "
    "global shared local const param v2 v4 L1::no_allocate L1::evict_last L1::evict_first "
    "L1::evict_normal L1::evict_unchanged L2::64B L2::128B L2::256B shared::cta ";
constexpr std::string_view kFloats = " rn rz rm rp ftz sat approx full lo hi wide cc ";
constexpr std::string_view kOrders =
    " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz ";

constexpr Known kKnown[] = {
    {"mov", Op::Mov, ""},
    {"add", Op::Add, kFloats},
    {"addc", Op::Add, " cc "},
    {"sub", Op::Sub, kFloats},
    {"subc", Op::Sub, " cc "},
    {"mul", Op::Mul, kFloats},
    {"mad", Op::Mad, kFloats},
    {"madc", Op::Mad, " cc lo hi "},
    {"mul24", Op::Mul24, " lo "},
    {"div", Op::Div, kFloats},
    {"rem", Op::Rem, ""},
    {"abs", Op::Abs, " ftz "},
    {"neg", Op::Neg, " ftz "},
    {"min", Op::Min, " ftz NaN relu "},
    {"max", Op::Max, " ftz NaN relu "},
    {"fma", Op::Fma, " rn rz rm rp ftz sat relu "},
    {"and", Op::And, ""},
    {"or", Op::Or, ""},
    {"xor", Op::Xor, ""},
    {"not", Op::Not, ""},
    {"cnot", Op::Cnot, ""},
    {"lop3", Op::Lop3, ""},
    {"shl", Op::Shl, ""},
    {"shr", Op::Shr, ""},
    {"shf", Op::Shf, " l r clamp wrap "},
    {"bfe", Op::Bfe, ""},
    {"bfi", Op::Bfi, ""},
    {"bfind", Op::Bfind, " shiftamt "},
    {"brev", Op::Brev, ""},
    {"clz", Op::Clz, ""},
    {"popc", Op::Popc, ""},
    {"prmt", Op::Prmt, ""},
    {"sad", Op::Sad, ""},
    {"selp", Op::Selp, ""},
    {"set", Op::Set, kOrders},
    {"setp", Op::Setp, kOrders},
    {"cvt", Op::Cvt, " rn rz rm rp rna rni rzi rmi rpi ftz sat relu "},
    {"cvta", Op::Cvta, " to global shared local const "},
    {"ld", Op::Ld, kMemory},
    {"st", Op::St, kMemory},
    {"atom", Op::Atom,
     " add min max inc dec and or xor exch cas noftz global shared shared::cta "
     "relaxed acquire release acq_rel cta gpu sys "},
    {"red", Op::Red,
     " add min max inc dec and or xor noftz global shared shared::cta relaxed "
     "release cta gpu sys "},
    {"membar", Op::Fence, " cta gl sys "},
    {"fence", Op::Fence, " sc acq_rel cta gpu sys cluster "},
    {"shfl", Op::Shfl, " sync up down bfly idx "},
    {"vote", Op::Vote, " sync all any uni ballot "},
    {"match", Op::Match, " sync any all "},
    {"activemask", Op::ActiveMask, ""},
    {"redux", Op::Redux, " sync add min max and or xor "},
    {"bra", Op::Bra, " uni "},
    {"brx", Op::Brx, " idx uni "},
    {"call", Op::Call, " uni "},
    {"ret", Op::Ret, " uni "},
    {"exit", Op::Exit, ""},
    {"trap", Op::Trap, ""},
    {"brkpt", Op::Trap, ""},
    {"sqrt", Op::Sqrt, kFloats},
    {"rsqrt", Op::Rsqrt, kFloats},
    {"rcp", Op::Rcp, kFloats},
    {"sin", Op::Sin, " approx ftz "},
    {"cos", Op::Cos, " approx ftz "},
    {"ex2", Op::Ex2, " approx ftz "},
    {"lg2", Op::Lg2, " approx ftz "},
    {"tanh", Op::Tanh, " approx "},
    {"copysign", Op::Copysign, ""},
    {"testp", Op::Testp, " finite infinite number notanumber normal subnormal "},
    {"ldmatrix", Op::LdMatrix, " sync aligned m8n8 x1 x2 x4 trans shared shared::cta "},
    {"mma", Op::Mma, " sync aligned m16n8k16 m16n8k8 m16n8k4 row col "},
    {"isspacep", Op::IsSpace, " global shared local const shared::cta "},
    {"nanosleep", Op::Nothing, ""},
    {"prefetch", Op::Nothing, " global local L1 L2 "},
    {"prefetchu", Op::Nothing, " L1 "},
    {"discard", Op::Nothing, " global L2 "}};

constexpr Called<Join> kJoins[] = {{"and", Join::And},   {"or", Join::Or},    {"xor", Join::Xor},
                                   {"add", Join::Add},   {"min", Join::Min},  {"max", Join::Max},
                                   {"inc", Join::Inc},   {"dec", Join::Dec},  {"cas", Join::Cas},
                                   {"popc", Join::Popc}, {"exch", Join::Exch}};
constexpr Called<Compare> kCompares[] = {
    {"eq", Compare::Eq},   {"ne", Compare::Ne},   {"lt", Compare::Lt},   {"le", Compare::Le},
    {"gt", Compare::Gt},   {"ge", Compare::Ge},   {"lo", Compare::Lo},   {"ls", Compare::Ls},
    {"hi", Compare::Hi},   {"hs", Compare::Hs},   {"equ", Compare::Equ}, {"neu", Compare::Neu},
    {"ltu", Compare::Ltu}, {"leu", Compare::Leu}, {"gtu", Compare::Gtu}, {"geu", Compare::Geu},
    {"num", Compare::Num}, {"nan", Compare::Nan}};
constexpr Called<Kind> kKinds[] = {{"all", Kind::All},       {"any", Kind::Any},
                                   {"uni", Kind::Uni},       {"ballot", Kind::Ballot},
                                   {"up", Kind::Up},         {"down", Kind::Down},
                                   {"bfly", Kind::Bfly},     {"idx", Kind::Idx},
                                   {"finite", Kind::Finite}, {"infinite", Kind::Infinite},
                                   {"number", Kind::Number}, {"notanumber", Kind::NotNumber},
                                   {"normal", Kind::Normal}, {"subnormal", Kind::Subnormal}};
constexpr Called<Space> kSpaces[] = {{"global", Space::Global},      {"const", Space::Const},
                                     {"shared", Space::Shared},      {"local", Space::Local},
                                     {"shared::cta", Space::Shared}, {"param", Space::Param}};
constexpr Called<Round> kRounds[] = {
    {"rn", Round::Nearest}, {"rz", Round::Zero},     {"rm", Round::Down},
    {"rp", Round::Up},      {"rni", Round::Nearest}, {"rzi", Round::Zero},
    {"rmi", Round::Down},   {"rpi", Round::Up},      {"rna", Round::NearestAway}};

/// Barriers and asynchronous copies are understood in these forms only.
struct WholeName {
    std::string_view name;
    Op op;
    Type type = Type::None;
    Join join = Join::None;
    Kind kind = Kind::None;
};
constexpr WholeName kWhole[] = {
    {"bar.sync", Op::Bar},
    {"barrier.sync", Op::Bar},
    {"barrier.sync.aligned", Op::Bar},
    {"bar.cta.sync", Op::Bar},
    {"barrier.cta.sync", Op::Bar},
    {"barrier.cta.sync.aligned", Op::Bar},
    {"bar.red.popc.u32", Op::BarRed, Type::U32, Join::Popc},
    {"bar.red.and.pred", Op::BarRed, Type::Pred, Join::And},
    {"bar.red.or.pred", Op::BarRed, Type::Pred, Join::Or},
    {"barrier.red.popc.u32", Op::BarRed, Type::U32, Join::Popc},
    {"barrier.red.and.pred", Op::BarRed, Type::Pred, Join::And},
    {"barrier.red.or.pred", Op::BarRed, Type::Pred, Join::Or},
    {"bar.warp.sync", Op::WarpSync},
    {"cp.async.ca.shared.global", Op::CpAsync},
    {"cp.async.cg.shared.global", Op::CpAsync},
    {"cp.async.ca.shared.global.L2::128B", Op::CpAsync},
    {"cp.async.cg.shared.global.L2::128B", Op::CpAsync},
    {"cp.async.commit_group", Op::CpCommit},
    {"cp.async.wait_group", Op::CpWait},
    {"cp.async.wait_all", Op::CpWait, Type::None, Join::None, Kind::WaitAll}};

bool has(std::string_view words, std::string_view word) {
    for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1))
        if (at > 0 && words[at - 1] == ' ' && at + word.size() < words.size() &&
            words[at + word.size()] == ' ')
            return true;
    return false;
}

/// Sets what one word after the instruction's name says.
void takeWord(Instruction& made, std::string_view word) {
    Flags& flags = made.flags;
    const bool compares = made.op == Op::Setp || made.op == Op::Set;
    if (const auto space = find(kSpaces, word)) made.space = *space;
    if (const auto round = find(kRounds, word)) made.round = *round;
    if (const auto compare = find(kCompares, word); compares && compare) made.compare = *compare;
    if (const auto join = find(kJoins, word); join && made.op != Op::Match) made.join = *join;
    if (const auto kind = find(kKinds, word)) made.kind = *kind;
    if (word == "v2") made.vector = 2;
    if (word == "v4") made.vector = 4;
    if (word == "x2") made.vector = 2;
    if (word == "x4") made.vector = 4;
    flags.ftz |= word == "ftz";
    flags.sat |= word == "sat";
    flags.wide |= word == "wide";
    flags.hi |= word == "hi";
    flags.lo |= word == "lo";
    flags.to |= word == "to" || word == "r";  // of cvta, and the direction of shf
    flags.nan |= word == "NaN";
    flags.relu |= word == "relu";
    flags.trans |= word == "trans";
    flags.clamp |= word == "clamp";
    flags.shiftamt |= word == "shiftamt";
    flags.uniform |= word == "uni";
    flags.carry_out |= word == "cc";
    flags.integer |= word.size() == 3 && word.starts_with('r') && word.ends_with('i');
    flags.unordered |= word == "volatile" || word == "relaxed" || word == "acquire";
}

/// "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32": the rows of the second factor.
std::int64_t depthIn(std::string_view name) {
    if (name.find(".m16n8k16.") != name.npos) return 16;
    return name.find(".m16n8k8.") != name.npos ? 8 : 4;
}

}  // namespace

std::optional<Type> typeCalled(std::string_view word) {
    return find(kTypes, word);
}

std::optional<Special> specialCalled(std::string_view word) {
    return find(kSpecials, word);
}

Instruction instructionCalled(std::string_view name) {
    Instruction made;
    if (const auto* whole = std::ranges::find(kWhole, name, &WholeName::name);
        whole != std::end(kWhole)) {
        made.op = whole->op, made.type = whole->type, made.join = whole->join;
        made.kind = whole->kind;
        return made;
    }
    std::string_view rest = name;
    const auto next = [&rest] {
        const std::string_view word = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        return word;
    };
    const std::string_view base = next();
    const auto* known = std::ranges::find(kKnown, base, &Known::name);
    if (known == std::end(kKnown)) return made;
    made.op = known->op;
    made.flags.carry_in = base == "addc" || base == "subc" || base == "madc";
    unsigned types = 0;
    while (!rest.empty()) {
        const std::string_view word = next();
        if (has(known->words, word)) {
            takeWord(made, word);
            continue;
        }
        const auto type = typeCalled(word);
        if (!type || types > 3) return {};
        // Of mma: d, a, b, c. The two factors are of one type here, and d is of that of c.
        if (types == 0) made.type = *type;
        if (types == 1) made.from = *type;
        if (types == 2) made.third = *type;
        if (types == 3 && (made.op != Op::Mma || *type != made.type || made.from != made.third))
            return {};
        ++types;
    }
    if (made.op == Op::Mma) {
        if (types != 4) return {};
        made.offset = depthIn(name);
    }
    if (known->name == "mad" && isFloat(made.type)) made.op = Op::Fma;
    return made;
}

}  // namespace duelo::simt::ptx
