// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/words_of_cuda.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace duelo {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair kTypes[] = {
    {"void", "void"},         {"bool", "bool"},         {"char", "char"},
    {"short", "short"},       {"int", "int"},           {"long", "long"},
    {"float", "float"},       {"double", "double"},     {"unsigned", "unsigned"},
    {"signed", "signed"},     {"size_t", "size_t"},     {"ptrdiff_t", "ptrdiff_t"},
    {"uchar", "uchar"},       {"ushort", "ushort"},     {"uint", "uint"},
    {"ulong", "ulong"},       {"int8_t", "char"},       {"uint8_t", "uchar"},
    {"int16_t", "short"},     {"uint16_t", "ushort"},   {"int32_t", "int"},
    {"uint32_t", "uint"},     {"int64_t", "long"},      {"uint64_t", "ulong"},
    {"float2", "float2"},     {"float3", "float3"},     {"float4", "float4"},
    {"double2", "double2"},   {"double3", "double3"},   {"double4", "double4"},
    {"int2", "int2"},         {"int3", "int3"},         {"int4", "int4"},
    {"uint2", "uint2"},       {"uint3", "uint3"},       {"uint4", "uint4"},
    {"char2", "char2"},       {"char3", "char3"},       {"char4", "char4"},
    {"uchar2", "uchar2"},     {"uchar3", "uchar3"},     {"uchar4", "uchar4"},
    {"short2", "short2"},     {"short4", "short4"},     {"ushort2", "ushort2"},
    {"ushort4", "ushort4"},   {"long2", "long2"},       {"ulong2", "ulong2"},
    {"longlong2", "long2"},   {"ulonglong2", "ulong2"}, {"longlong4", "long4"},
    {"ulonglong4", "ulong4"},
};

constexpr Pair kPlaces[] = {{"threadIdx", "get_local_id"},
                            {"blockIdx", "get_group_id"},
                            {"blockDim", "get_local_size"},
                            {"gridDim", "get_num_groups"}};

constexpr Pair kFunctions[] = {{"fmaxf", "fmax"},
                               {"fminf", "fmin"},
                               {"fmaf", "fma"},
                               {"__fmaf_rn", "fma"},
                               {"__fma_rn", "fma"},
                               {"sqrtf", "sqrt"},
                               {"rsqrtf", "rsqrt"},
                               {"cbrtf", "cbrt"},
                               {"fabsf", "fabs"},
                               {"floorf", "floor"},
                               {"ceilf", "ceil"},
                               {"truncf", "trunc"},
                               {"roundf", "round"},
                               {"rintf", "rint"},
                               {"fmodf", "fmod"},
                               {"powf", "pow"},
                               {"expf", "exp"},
                               {"exp2f", "exp2"},
                               {"expm1f", "expm1"},
                               {"logf", "log"},
                               {"log2f", "log2"},
                               {"log10f", "log10"},
                               {"log1pf", "log1p"},
                               {"sinf", "sin"},
                               {"cosf", "cos"},
                               {"tanf", "tan"},
                               {"asinf", "asin"},
                               {"acosf", "acos"},
                               {"atanf", "atan"},
                               {"atan2f", "atan2"},
                               {"sinhf", "sinh"},
                               {"coshf", "cosh"},
                               {"tanhf", "tanh"},
                               {"erff", "erf"},
                               {"hypotf", "hypot"},
                               {"copysignf", "copysign"},
                               {"__expf", "native_exp"},
                               {"__logf", "native_log"},
                               {"__sinf", "native_sin"},
                               {"__cosf", "native_cos"},
                               {"__mul24", "mul24"},
                               {"__umul24", "mul24"},
                               {"__mulhi", "mul_hi"},
                               {"__umulhi", "mul_hi"},
                               {"__popc", "popcount"},
                               {"__clz", "clz"},
                               {"__float_as_int", "as_int"},
                               {"__float_as_uint", "as_uint"},
                               {"__int_as_float", "as_float"},
                               {"__uint_as_float", "as_float"}};

constexpr std::string_view kForeign[] = {
    "asm",      "__asm__", "class",   "template", "typename",     "operator",   "new",
    "delete",   "try",     "catch",   "throw",    "virtual",      "this",       "auto",
    "decltype", "goto",    "union",   "friend",   "dynamic_cast", "typeid",     "warpSize",
    "assert",   "clock",   "clock64", "malloc",   "free",         "__managed__"};

constexpr std::string_view kReserved[] = {
    "kernel",    "global",     "local",      "constant", "private",   "generic",  "half",
    "read_only", "write_only", "read_write", "pipe",     "uchar",     "ushort",   "uint",
    "ulong",     "event_t",    "sampler_t",  "complex",  "imaginary", "restrict", "uniform",
    "vec_step",  "size_t",     "uintptr_t",  "quad",     "float8",    "float16"};

// Those that a student's helper may be called like; none of CUDA's own names.
constexpr std::string_view kBuiltIn[] = {
    "mix",     "step",   "smoothstep", "sign",      "clamp",  "degrees",  "radians",   "dot",
    "cross",   "length", "distance",   "normalize", "select", "shuffle",  "shuffle2",  "mad",
    "add_sat", "hadd",   "rotate",     "upsample",  "any",    "all",      "barrier",   "prefetch",
    "max",     "min",    "abs",        "abs_diff",  "fract",  "popcount", "bitselect", "isequal"};

std::string_view found(std::span<const Pair> pairs, std::string_view word) {
    const auto pair = std::ranges::find(pairs, word, &Pair::first);
    return pair == pairs.end() ? std::string_view() : pair->second;
}

bool contains(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::string_view openClType(std::string_view word) {
    return found(kTypes, word);
}

bool isVectorType(std::string_view word) {
    const std::string_view type = openClType(word);
    return !type.empty() && type.back() >= '2' && type.back() <= '4' && type != "int64_t";
}

std::string_view openClPlace(std::string_view word) {
    return found(kPlaces, word);
}

std::string_view openClFunction(std::string_view word) {
    return found(kFunctions, word);
}

std::string_view madeVector(std::string_view word) {
    constexpr std::string_view kMake = "make_";
    if (!word.starts_with(kMake) || !isVectorType(word.substr(kMake.size()))) return {};
    return openClType(word.substr(kMake.size()));
}

bool isForeign(std::string_view word) {
    // What begins so is CUDA's own: shuffles, votes, fences, intrinsic functions.
    return contains(kForeign, word) || (word.starts_with("__") && openClFunction(word).empty());
}

bool isReserved(std::string_view word) {
    return contains(kReserved, word);
}

bool isBuiltIn(std::string_view word) {
    return contains(kBuiltIn, word);
}

std::string openClNumber(std::string_view number) {
    std::string text(number);
    std::erase(text, '\'');
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const std::size_t last = text.find_last_not_of(hexadecimal ? "uUlL" : "uUlLfF");
    std::string suffix = text.substr(last + 1);
    text.resize(last + 1);
    if (std::ranges::count(suffix, 'l') + std::ranges::count(suffix, 'L') > 1) {
        const bool plain = suffix.find_first_of("uU") == std::string::npos;
        suffix = plain ? "L" : "UL";
    }
    return text + suffix;
}

}  // namespace duelo
