// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <source_location>

#include "simt/launch_watch.h"

namespace duelo::simt {

/// An index, and where in the text it stands: whoever converts a number to one is the caller.
struct Index {
    std::ptrdiff_t value;
    std::source_location where;

    template <std::integral Number>
    // NOLINTNEXTLINE(google-explicit-constructor): a text writes a[i]
    Index(Number number, const std::source_location& at = std::source_location::current())
        : value(static_cast<std::ptrdiff_t>(number)), where(at) {}
};

/// Types that CUDA has built in, for the texts of resources/kernels.
struct float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};

/// Stands for `const float*` in a kernel's text, a pointer into global memory.
class Input {
public:
    explicit Input(DeviceArray& array) : m_array(&array) {}

    float operator[](const Index& index) const { return *at(index, 1); }
    [[nodiscard]] const float* at(const Index& index, unsigned words) const {
        LaunchWatch::current().touchGlobal(Event::GlobalLoad, *m_array, index.value, words,
                                           index.where);
        return m_array->values.data() + index.value;
    }

private:
    DeviceArray* m_array;
};

/// Stands for `float*` in a kernel's text, a pointer into global memory.
class Output {
public:
    explicit Output(DeviceArray& array) : m_array(&array) {}

    class Element {
    public:
        Element(const Output& of, const Index& index) : m_of(of), m_index(index) {}
        float operator=(float value) const { return *m_of.at(m_index, 1) = value; }
        operator float() const { return Input(*m_of.m_array)[m_index]; }

    private:
        const Output& m_of;
        Index m_index;
    };
    Element operator[](const Index& index) const { return {*this, index}; }
    [[nodiscard]] float* at(const Index& index, unsigned words) const {
        LaunchWatch::current().touchGlobal(Event::GlobalStore, *m_array, index.value, words,
                                           index.where);
        return m_array->values.data() + index.value;
    }

private:
    DeviceArray* m_array;
};

/// Stands for `float[rows][columns]` in shared memory in a kernel's text.
template <int rows, int columns>
struct Tile {
    class Row;
    class Element {
    public:
        Element(const Row& row, const Index& index) : m_row(row), m_index(index) {}
        float operator=(float value) const {
            return *m_row.at(Event::SharedStore, m_index, 1) = value;
        }
        operator float() const { return *m_row.at(Event::SharedLoad, m_index, 1); }

    private:
        Row m_row;
        Index m_index;
    };
    class Row {
    public:
        Row(Tile& tile, std::ptrdiff_t number) : m_tile(&tile), m_number(number) {}
        Element operator[](const Index& index) const { return {*this, index}; }
        [[nodiscard]] float* at(Event event, const Index& index, unsigned words) const {
            LaunchWatch::current().touchShared(event, m_tile, {columns, rows}, m_number,
                                               index.value, words, index.where);
            return &m_tile->values[m_number][index.value];
        }

    private:
        Tile* m_tile;
        std::ptrdiff_t m_number;
    };
    Row operator[](std::ptrdiff_t row) { return {*this, row}; }

    float values[rows][columns];
};

template <typename Source>
concept SharedRow = requires(const Source& source) {
    source.at(Event::SharedLoad, Index(0), 4U);
};

inline float4 load4(const Input& from, const Index& index) {
    const float* four = from.at(index, 4);
    return {four[0], four[1], four[2], four[3]};
}
inline float4 load4(const SharedRow auto& from, const Index& index) {
    const float* four = from.at(Event::SharedLoad, index, 4);
    return {four[0], four[1], four[2], four[3]};
}
inline void put4(float* to, const float4& four) {
    to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
}
inline void store4(const Output& to, const Index& index, const float4& four) {
    put4(to.at(index, 4), four);
}
inline void store4(const SharedRow auto& to, const Index& index, const float4& four) {
    put4(to.at(Event::SharedStore, index, 4), four);
}
inline void store2(const Output& to, const Index& index, const float2& two) {
    float* place = to.at(index, 2);
    place[0] = two.x, place[1] = two.y;
}

/// The place of the thread that runs, as in CUDA; the emulator sets it.
inline thread_local Dim threadIdx, blockIdx, blockDim, gridDim;

}  // namespace duelo::simt
