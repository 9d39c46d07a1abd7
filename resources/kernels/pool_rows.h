// SPDX-License-Identifier: Apache-2.0
// Max pooling row by row: first the largest of each column of the window's rows, with neighbours
// side by side, then the largest of each window in that line. Nothing is asked of a single element
// any more, so the compiler compares several with one instruction.
static inline float larger(float a, float b) {
    return a > b ? a : b;
}

/// The largest of each window in a line. Where `stride` is a number and no variable the compiler
/// knows how to pick the elements.
static inline void across(const float* line, float* __restrict y, long out, long window,
                          long stride) {
    for (long j = 0; j < out; ++j) y[j] = line[j * stride];
    for (long c = 1; c < window; ++c)
        for (long j = 0; j < out; ++j) y[j] = larger(y[j], line[j * stride + c]);
}

static inline void acrossPairs(const float* line, float* __restrict y, long out) {
    for (long j = 0; j < out; ++j) y[j] = larger(line[2 * j], line[2 * j + 1]);
}

/// `line` holds size + 2 padding numbers.
static void pool(const float* x, float* __restrict y, long size, long out, long window, long stride,
                 long padding, float border, long first, long last, float* __restrict line) {
    for (long i = first; i < last; ++i) {
        for (long c = 0; c < size + 2 * padding; ++c) line[c] = border;
        bool begun = false;
        for (long r = i * stride - padding; r < i * stride - padding + window; ++r) {
            const bool inside = r >= 0 && r < size;
            float* to = line + padding;
            if (!inside && begun)
                for (long c = 0; c < size; ++c) to[c] = larger(to[c], border);
            else if (inside && begun)
                for (long c = 0; c < size; ++c) to[c] = larger(to[c], x[r * size + c]);
            else if (inside)
                for (long c = 0; c < size; ++c) to[c] = x[r * size + c];
            begun = true;
        }
        if (window == 2 && stride == 2)
            acrossPairs(line, y + i * out, out);
        else if (stride == 1)
            across(line, y + i * out, out, window, 1);
        else if (stride == 2)
            across(line, y + i * out, out, window, 2);
        else
            across(line, y + i * out, out, window, stride);
    }
}
