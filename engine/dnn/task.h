// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include "dnn/dnn.h"
#include "dnn/plan_kernel.h"

/// A network on its way from layers to calls: every call with its operands, whose bytes have a name
/// but no address yet.
namespace duelo {

struct BytePlace {
    enum class Kind { Arena, Weights, Image, Answer };
    Kind kind = Kind::Arena;
    std::size_t index = 0;  ///< Arena: of TaskList::storages; Weights: of TaskList::pieces

    bool operator==(const BytePlace&) const = default;
};

struct Argument {
    int id = 0;  ///< DNNL_ARG_...
    dnnl::memory::desc desc{};
    BytePlace place{};
};

struct Task {
    dnnl::primitive primitive{};
    std::vector<Argument> arguments{};
    std::shared_ptr<const PlanKernel> own{};  ///< instead of a primitive
    DnnKernel kernel{};
};

/// Weights or bias of a layer in the layout in which a task reads them.
struct WeightPiece {
    std::size_t layer = 0;
    bool bias = false;
    dnnl::memory::desc given{};  ///< fp32, as DnnWeights has them
    dnnl::memory::desc wanted{};
    /// Makes the wanted weights of the given ones where their layout is not oneDNN's; `wanted` is
    /// their size then.
    std::function<void(const float* given, void* to)> pack{};
    /// The factors by which each output's weights are multiplied on the way to whole numbers.
    std::vector<float> factors{};
    /// The numbers themselves, where no layer is asked for them.
    std::vector<float> known{};
};

struct TaskList {
    std::vector<Task> tasks{};
    std::vector<std::int64_t> storages{};  ///< bytes of each
    std::vector<WeightPiece> pieces{};
};

}  // namespace duelo
