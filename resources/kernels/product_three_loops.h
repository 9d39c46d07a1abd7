// SPDX-License-Identifier: Apache-2.0
// c = a b by its definition: each element of c is a row of a times a column of b. The matrices
// are n by n and stand in memory row after row; rows first to last - 1 of c are computed.
static void product(const float* a, const float* b, float* __restrict c, long n, long first,
                    long last) {
    for (long i = first; i < last; ++i)
        for (long j = 0; j < n; ++j) {
            float sum = 0;
            for (long k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
