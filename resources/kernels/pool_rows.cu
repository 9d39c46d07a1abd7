// SPDX-License-Identifier: Apache-2.0
// Max pooling by windows of 2 with stride 2 and no padding, two neighbouring windows for each
// thread: of either row it reads four numbers by one instruction, and it writes two by one. Where
// rows do not begin at a multiple of 16 bytes, or one window is left over, it takes them one by
// one.
#include "pointers.h"

extern "C" __global__ void pool_rows(Input picture, Output map, int size, int out) {
    const int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= out || column >= out) return;
    const int top = 2 * row * size + 2 * column, bottom = top + size;
    const int place = row * out + column;
    if (size % 4 == 0) {
        const float4 t = load4(picture, top), b = load4(picture, bottom);
        store2(map, place,
               {fmaxf(fmaxf(t.x, t.y), fmaxf(b.x, b.y)), fmaxf(fmaxf(t.z, t.w), fmaxf(b.z, b.w))});
        return;
    }
    for (int i = 0; i < 2 && column + i < out; ++i) {
        const int t = top + 2 * i, b = bottom + 2 * i;
        map[place + i] =
            fmaxf(fmaxf(picture[t], picture[t + 1]), fmaxf(picture[b], picture[b + 1]));
    }
}
