// SPDX-License-Identifier: Apache-2.0
#include "tensor/autograd.h"

#include <cstdint>
#include <new>
#include <optional>
#include <utility>

#include "tensor/symbols/find.h"
#include "tensor/symbols/guarded.h"
#include "tensor/symbols/hook.h"
#include "tensor/symbols/impl.h"
#include "tensor/symbols/names.h"

namespace duelo {

using symbols::implOf;
namespace names = symbols::names;

namespace {

/// The dispatch keys that a thread includes and excludes, as sets of c10::DispatchKey's bits.
struct Keys {
    std::uint64_t included, excluded;
};
constexpr std::uint64_t kInPlaceOrView = 0x800000000, kAutograd = 0x7000000000;

Keys keys() {
#ifdef _WIN32
    static auto* const get = symbols::function<void(Keys*)>(names::local_dispatch_keys);
    Keys now;
    get(&now);
    return now;
#else
    // The variable holds both sets XOR their defaults, so that zeros stand for the defaults. It is
    // looked up once in each thread, because each has its own.
    constexpr Keys kDefaults{0x804000000, 0x3ff0000000000};
    thread_local const auto* const own =
        static_cast<const Keys*>(symbols::addressOf(names::local_dispatch_keys));
    return {own->included ^ kDefaults.included, own->excluded ^ kDefaults.excluded};
#endif
}

void setKeys(Keys keys) {
    static auto* const set = symbols::function<void(Keys)>(names::set_local_dispatch_keys);
    set(keys);
}

/// Returns the thread's flags of autograd, which are one byte of c10::AutogradState.
unsigned char& autogradFlags() {
    static auto* const state = symbols::function<unsigned char*()>(names::autograd_state);
    constexpr std::size_t kFlags = 24;
    return state()[kFlags];
}
constexpr unsigned char kGrad = 1, kInference = 2, kForwardGrad = 4, kThreads = 8;

struct Before {
    Keys keys;
    unsigned char flags;
};

template <typename State>
const State& stateIn(const std::byte* bytes) {
    return *std::launder(reinterpret_cast<const State*>(bytes));
}

}  // namespace

InferenceMode::InferenceMode(bool enabled) {
    static_assert(sizeof(Before) <= sizeof m_state);
    const auto& [before, flags] = *new (m_state) Before{keys(), autogradFlags()};
    autogradFlags() = enabled ? kInference : kGrad | kForwardGrad | kThreads;
    setKeys(enabled ? Keys{before.included & ~kInPlaceOrView, before.excluded | kAutograd}
                    : Keys{before.included | kInPlaceOrView, before.excluded & ~kAutograd});
}

InferenceMode::~InferenceMode() {
    const auto& before = stateIn<Before>(m_state);
    autogradFlags() = before.flags;
    setKeys(before.keys);
}

GradMode::GradMode(bool enabled) {
    static auto* const is_enabled = symbols::function<bool()>(names::grad_mode_is_enabled);
    static auto* const set_enabled = symbols::function<void(bool)>(names::grad_mode_set_enabled);
    m_before = is_enabled();
    set_enabled(enabled);
}

GradMode::~GradMode() {
    static auto* const set_enabled = symbols::function<void(bool)>(names::grad_mode_set_enabled);
    set_enabled(m_before);
}

WithoutAutograd::WithoutAutograd() {
    static_assert(sizeof(Keys) <= sizeof m_state);
    const Keys before = *new (m_state) Keys(keys());
    setKeys({before.included, before.excluded | kAutograd | kInPlaceOrView});
}

WithoutAutograd::~WithoutAutograd() {
    setKeys(stateIn<Keys>(m_state));
}

void requireGradient(const Tensor& tensor) {
    static auto* const set = symbols::function<void(void*, bool)>(names::set_requires_grad);
    symbols::guarded([&] { set(implOf(tensor), true); });
}

bool requiresGradient(const Tensor& tensor) {
    static auto* const get = symbols::function<bool(const void*)>(names::requires_grad);
    return symbols::guarded([&] { return get(implOf(tensor)); });
}

Tensor gradientOf(const Tensor& tensor) {
    static auto* const get = symbols::function<const Tensor*(const void*)>(names::grad);
    return *symbols::guarded([&] { return get(implOf(tensor)); });
}

void setGradient(const Tensor& tensor, const Tensor& gradient) {
    static auto* const get = symbols::function<Tensor*(void*)>(names::mutable_grad);
    *symbols::guarded([&] { return get(implOf(tensor)); }) = gradient;
}

void onGradient(const Tensor& tensor, std::function<void(const Tensor& gradient)> found) {
    symbols::registerHook(tensor, std::move(found));
}

void backward(const Tensor& loss) {
    struct List {
        const Tensor* data;
        std::size_t size;
    };
    // TensorList inputs, optional<Tensor> gradient, optional<bool> keep_graph, bool create_graph
    using Backward =
        void(const Tensor* loss, List, const std::optional<Tensor>*, std::optional<bool>, bool);
    static auto* const run = symbols::function<Backward>(names::backward);
    const std::optional<Tensor> ones;
    symbols::hooksOfThisBackward([&] {
        symbols::guarded([&] { run(&loss, List{nullptr, 0}, &ones, std::nullopt, false); });
    });
}

}  // namespace duelo
