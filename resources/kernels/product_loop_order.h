// SPDX-License-Identifier: Apache-2.0
// c = a b with the loops over k and j exchanged: neighbours of b and c follow each other now, so a
// cache line is used whole, and the compiler computes several elements with one instruction.
static void product(const float* a, const float* b, float* __restrict c, long n, long first,
                    long last) {
    for (long i = first; i < last; ++i) {
        for (long j = 0; j < n; ++j) c[i * n + j] = 0;
        for (long k = 0; k < n; ++k)
            for (long j = 0; j < n; ++j) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}
