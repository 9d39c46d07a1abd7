// SPDX-License-Identifier: Apache-2.0
// Max pooling by its definition: each element of y is the largest of a window of x. The picture is
// size by size, what lies outside of it counts as `border`; rows first to last - 1 of y, which is
// out by out, are computed. No window depends on another one.
static void pool(const float* x, float* __restrict y, long size, long out, long window, long stride,
                 long padding, float border, long first, long last) {
    for (long i = first; i < last; ++i)
        for (long j = 0; j < out; ++j) {
            float most = -3e38f;  // less than any number of a picture
            for (long r = i * stride - padding; r < i * stride - padding + window; ++r)
                for (long c = j * stride - padding; c < j * stride - padding + window; ++c) {
                    const bool inside = r >= 0 && r < size && c >= 0 && c < size;
                    const float value = inside ? x[r * size + c] : border;
                    if (value > most) most = value;
                }
            y[i * out + j] = most;
        }
}
