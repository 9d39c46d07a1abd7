// SPDX-License-Identifier: Apache-2.0
#include "dnn/compiled_plan.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace duelo {
namespace {

ArenaLayout arenaOf(const TaskList& list) {
    std::vector<Lifetime> lifetimes;
    const int none = static_cast<int>(list.tasks.size());
    for (const std::int64_t bytes : list.storages)
        lifetimes.push_back({.bytes = bytes, .first = none, .last = none});
    for (int i = 0; i < none; ++i)
        for (const Argument& argument : list.tasks[static_cast<std::size_t>(i)].arguments) {
            if (argument.place.kind != BytePlace::Kind::Arena) continue;
            Lifetime& lifetime = lifetimes[argument.place.index];
            lifetime.first = std::min(lifetime.first, i);
            lifetime.last = lifetime.last == none ? i : std::max(lifetime.last, i);
        }
    return layOut(lifetimes);
}

ArenaLayout weightsOf(const TaskList& list) {
    ArenaLayout layout;
    for (const WeightPiece& piece : list.pieces) {
        layout.offsets.push_back(layout.bytes);
        layout.bytes += aligned(static_cast<std::int64_t>(piece.wanted.get_size()));
    }
    return layout;
}

/// Returns the weights of each output times its factor.
std::vector<float> multiplied(const float* given, std::size_t count,
                              const std::vector<float>& factors) {
    std::vector<float> all(given, given + count);
    const std::size_t each = count / factors.size();
    for (std::size_t i = 0; i < count; ++i) all[i] *= factors[i / each];
    return all;
}

/// Returns the pointer as void*, which a library's functions ask for although they only read.
void* unguarded(const float* values) {
    return const_cast<float*>(values);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace

CompiledPlan::CompiledPlan(const dnnl::engine& engine, TaskList list, const DnnWeightsOf& weights)
    : m_list(std::move(list)),
      m_arenaLayout(arenaOf(m_list)),
      m_weightsLayout(weightsOf(m_list)),
      m_arena(m_arenaLayout.bytes),
      m_weights(m_weightsLayout.bytes),
      m_stream(engine) {
    prepareWeights(engine, weights);
    bind(engine);
    for (Task& task : m_list.tasks) m_kernels.push_back(std::move(task.kernel));
}

void CompiledPlan::prepareWeights(const dnnl::engine& engine, const DnnWeightsOf& weights) {
    std::optional<std::size_t> layer;
    DnnWeights given;
    // The pieces of a layer follow each other, so each is asked for once.
    for (std::size_t i = 0; i < m_list.pieces.size(); ++i) {
        const WeightPiece& piece = m_list.pieces[i];
        void* const place = m_weights.at(m_weightsLayout.offsets[i]);
        if (!piece.known.empty()) {
            std::ranges::copy(piece.known, static_cast<float*>(place));
            continue;
        }
        if (layer != piece.layer) given = weights(piece.layer);
        layer = piece.layer;
        if (piece.pack) {
            piece.pack(piece.bias ? given.bias : given.weight, place);
            continue;
        }
        const float* values = piece.bias ? given.bias : given.weight;
        std::vector<float> scaled;
        if (!piece.factors.empty()) {
            scaled = multiplied(values, piece.given.get_size() / sizeof(float), piece.factors);
            values = scaled.data();
        }
        dnnl::memory from(piece.given, engine, unguarded(values));
        dnnl::memory to(piece.wanted, engine, place);
        dnnl::reorder(from, to).execute(m_stream, from, to);
        m_stream.wait();
    }
}

void* CompiledPlan::addressOf(const BytePlace& place) const {
    switch (place.kind) {
        case BytePlace::Kind::Arena:
            return m_arena.at(m_arenaLayout.offsets[place.index]);
        case BytePlace::Kind::Weights:
            return m_weights.at(m_weightsLayout.offsets[place.index]);
        case BytePlace::Kind::Image:
        case BytePlace::Kind::Answer:
            break;
    }
    return nullptr;  // told in each call
}

void CompiledPlan::bind(const dnnl::engine& engine) {
    for (const Task& task : m_list.tasks) {
        Call call;
        if (task.own) {
            call.own = task.own.get();
            for (const Argument& argument : task.arguments)
                call.places.push_back(addressOf(argument.place));
            m_calls.push_back(std::move(call));
            continue;
        }
        call.primitive = task.primitive.get();
        for (const Argument& argument : task.arguments) {
            m_memories.emplace_back(argument.desc, engine, addressOf(argument.place));
            dnnl_memory_t memory = m_memories.back().get();
            if (argument.place.kind == BytePlace::Kind::Image) m_images.push_back(memory);
            if (argument.place.kind == BytePlace::Kind::Answer) m_answers.push_back(memory);
            call.arguments.push_back({argument.id, memory});
        }
        m_calls.push_back(std::move(call));
    }
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        if (!m_calls[i].own) continue;
        const std::vector<Argument>& arguments = m_list.tasks[i].arguments;
        for (std::size_t k = 0; k < arguments.size(); ++k)
            if (arguments[k].place.kind == BytePlace::Kind::Image)
                m_ownImages.push_back(&m_calls[i].places[k]);
    }
}

void CompiledPlan::bindEnds(const float* images, float* answer) {
    for (dnnl_memory_t memory : m_images) dnnl_memory_set_data_handle(memory, unguarded(images));
    for (void** const place : m_ownImages) *place = unguarded(images);
    for (dnnl_memory_t memory : m_answers) dnnl_memory_set_data_handle(memory, answer);
}

void CompiledPlan::call(const Call& call) {
    if (call.own) {
        call.own->run(call.places);
        return;
    }
    const dnnl_status_t status =
        dnnl_primitive_execute(call.primitive, m_stream.get(),
                               static_cast<int>(call.arguments.size()), call.arguments.data());
    if (status != dnnl_success)
        throw std::runtime_error("oneDNN could not execute a primitive (status " +
                                 std::to_string(status) + ")");
}

void CompiledPlan::run(const float* images, float* answer) {
    bindEnds(images, answer);
    for (const Call& each : m_calls) call(each);
}

void CompiledPlan::runTimed(const float* images, float* answer, std::span<double> kernel_ms) {
    using Clock = std::chrono::steady_clock;
    bindEnds(images, answer);
    auto before = Clock::now();
    for (std::size_t i = 0; i < m_calls.size(); ++i) {
        call(m_calls[i]);
        const auto after = Clock::now();
        kernel_ms[i] += std::chrono::duration<double, std::milli>(after - before).count();
        before = after;
    }
}

}  // namespace duelo
