// SPDX-License-Identifier: Apache-2.0
// Several numbers that one instruction computes with: as many as the instructions have for which
// this text is compiled. It includes nothing, because it is compiled for each of them.
static inline long lesser(long x, long y) {
    return x < y ? x : y;
}

#if defined(__AVX512F__)
constexpr long kLanes = 16;
#elif defined(__AVX2__)
constexpr long kLanes = 8;
#else
constexpr long kLanes = 4;
#endif

typedef float Vector __attribute__((vector_size(4 * kLanes)));

static inline Vector load(const float* from) {
    Vector values;
    __builtin_memcpy(&values, from, sizeof values);
    return values;
}

static inline void store(float* to, Vector values) {
    __builtin_memcpy(to, &values, sizeof values);
}
