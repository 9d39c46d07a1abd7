// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/memory_block.h"
#include "dnn/task.h"
#include "networks/arena.h"

namespace duelo {

/// The calls of a TaskList with all their operands in place.
class CompiledPlan final : public DnnPlan {
public:
    /// Exceptions of oneDNN, and std::bad_alloc, pass through.
    CompiledPlan(const dnnl::engine& engine, TaskList list, const DnnWeightsOf& weights);

    void run(const float* images, float* answer) override;
    void runTimed(const float* images, float* answer, std::span<double> kernel_ms) override;

    [[nodiscard]] const std::vector<DnnKernel>& kernels() const override { return m_kernels; }
    [[nodiscard]] std::int64_t arenaBytes() const override { return m_arena.bytes(); }
    [[nodiscard]] std::int64_t weightsBytes() const override { return m_weights.bytes(); }

private:
    struct Call {
        std::vector<dnnl_exec_arg_t> arguments{};
        dnnl_primitive_t primitive = nullptr;  // null: `own` works upon the places
        const PlanKernel* own = nullptr;
        std::vector<void*> places{};
    };

    void prepareWeights(const dnnl::engine& engine, const DnnWeightsOf& weights);
    void bind(const dnnl::engine& engine);
    void bindEnds(const float* images, float* answer);
    void call(const Call& call);
    [[nodiscard]] void* addressOf(const BytePlace& place) const;

    TaskList m_list;
    ArenaLayout m_arenaLayout, m_weightsLayout;  // of storages, of pieces
    MemoryBlock m_arena, m_weights;
    dnnl::stream m_stream;
    std::vector<dnnl::memory> m_memories{};              // keeps what the calls name
    std::vector<dnnl_memory_t> m_images{}, m_answers{};  // whose place each call tells
    std::vector<Call> m_calls{};
    std::vector<void**> m_ownImages{};  // the same of calls without a primitive
    std::vector<DnnKernel> m_kernels{};
};

}  // namespace duelo
