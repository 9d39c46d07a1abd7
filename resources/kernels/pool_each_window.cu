// SPDX-License-Identifier: Apache-2.0
// Max pooling in one launch: one thread for each window, because no window depends on another one.
// The picture is size by size, the map out by out; what lies outside of the picture counts as
// `border`.
#include "pointers.h"

extern "C" __global__ void pool_each_window(Input picture, Output map, int size, int out,
                                            int window, int stride, int padding, float border) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= out || column >= out) return;
    const int top = row * stride - padding, left = column * stride - padding;
    float most = -3e38f;  // less than any number of a picture
    for (int r = top; r < top + window; ++r)
        for (int c = left; c < left + window; ++c) {
            float value = border;
            if (r >= 0 && r < size && c >= 0 && c < size) value = picture[r * size + c];
            most = fmaxf(most, value);
        }
    map[row * out + column] = most;
}
