// SPDX-License-Identifier: Apache-2.0
// c = a b in blocks: a piece of b that fits into the cache is used for all rows before the next
// piece is read, so b comes from the memory once and not once for each row.
static void product(const float* a, const float* b, float* __restrict c, long n, long first,
                    long last) {
    const long depth = 64, width = 512;
    for (long i = first; i < last; ++i)
        for (long j = 0; j < n; ++j) c[i * n + j] = 0;
    for (long k0 = 0; k0 < n; k0 += depth)
        for (long j0 = 0; j0 < n; j0 += width)
            for (long i = first; i < last; ++i)
                for (long k = k0; k < lesser(k0 + depth, n); ++k)
                    for (long j = j0; j < lesser(j0 + width, n); ++j)
                        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
