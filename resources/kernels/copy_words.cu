// SPDX-License-Identifier: Apache-2.0
// Copies words of four bytes. Either side may be memory of the PC that is mapped: the threads then
// read or write it over the bus, neighbours together.
#include "pointers.h"

extern "C" __global__ void copy_words(Input from, Output to, unsigned long long words) {
    const unsigned long long step = (unsigned long long)(gridDim.x) * blockDim.x;
    for (unsigned long long i = (unsigned long long)(blockIdx.x) * blockDim.x + threadIdx.x;
         i < words; i += step)
        to[i] = from[i];
}
