// SPDX-License-Identifier: Apache-2.0
// Proves that guards and switches of the binding by symbols set the same as LibTorch's own, and
// that it reads the same of the processor. LibTorch's headers read the state back.
#include <cstdio>
#include <thread>
#include <tuple>

#include <ATen/Context.h>
#include <ATen/Version.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/cpu/Utils.h>
#include <c10/core/AutogradState.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include "tensor/autograd.h"
#include "tensor/library.h"

namespace {

int failures = 0;

void expect(bool right, const char* what) {
    std::printf("%s: %s\n", right ? "ok" : "FAILED", what);
    if (!right) ++failures;
}

/// Returns all state of a thread that guards change.
auto state() {
    const auto keys = c10::impl::tls_local_dispatch_key_set();
    const c10::AutogradState& autograd = c10::AutogradState::get_tls_state();
    return std::tuple(keys.included_.raw_repr(), keys.excluded_.raw_repr(),
                      autograd.get_grad_mode(), autograd.get_inference_mode(),
                      autograd.get_fw_grad_mode(), autograd.get_multithreading_enabled(),
                      autograd.get_view_replay_enabled());
}

template <typename Guard, typename... Values>
auto stateIn(Values... values) {
    const Guard guard(values...);
    return state();
}

/// Compares each guard with LibTorch's, starting from the present state of the thread.
void compareGuards(const char* where) {
    std::printf("%s\n", where);
    const auto before = state();
    for (const bool enabled : {true, false}) {
        expect(stateIn<duelo::InferenceMode>(enabled) == stateIn<c10::InferenceMode>(enabled),
               "inference mode");
        expect(stateIn<duelo::GradMode>(enabled) == stateIn<at::AutoGradMode>(enabled),
               "gradients");
    }
    expect(stateIn<duelo::WithoutAutograd>() == stateIn<at::AutoDispatchBelowADInplaceOrView>(),
           "without autograd");
    expect(state() == before, "as before");
}

void guards() {
    compareGuards("at first");
    {
        const c10::InferenceMode inference;
        compareGuards("in inference mode");
    }
    {
        const at::AutoDispatchBelowADInplaceOrView below;
        compareGuards("without autograd");
    }
    std::thread(compareGuards, "on another thread").join();
}

void switches() {
    using at::Float32Backend, at::Float32Op, at::Float32Precision;
    const at::Context& context = at::globalContext();
    for (const bool on : {true, false}) {
        duelo::applyNumerics({.tf32 = on, .deterministic = on, .cudnn_benchmark = !on});
        const auto gpu = on ? Float32Precision::TF32 : Float32Precision::IEEE;
        bool right = true;
        for (const Float32Op operation :
             {Float32Op::ALL, Float32Op::CONV, Float32Op::RNN, Float32Op::MATMUL}) {
            right &= context.float32Precision(Float32Backend::CUDA, operation) == gpu;
            right &= context.float32Precision(Float32Backend::MKLDNN, operation) ==
                     Float32Precision::IEEE;
        }
        expect(right, "precision of fp32");
        expect(context.deterministicCuDNN() == on && context.deterministicAlgorithms() == on &&
                   (!on || context.deterministicAlgorithmsWarnOnly()) &&
                   !context.deterministicFillUninitializedMemory(),
               "deterministic");
        expect(context.benchmarkCuDNN() == !on, "trials of cuDNN");
    }
}

void facts() {
    expect(duelo::hasCuda() == at::globalContext().hasCUDA(), "CUDA");
    const auto all = at::cpu::get_cpu_capabilities();
    bool right = !all.empty();
    for (const auto& [name, value] : all)
        right &= duelo::cpuHasAny({name}) == (value.isBool() && value.toBool());
    expect(right, "what the processor can");
    expect(duelo::libraryFacts().description == at::show_config(), "description");
}

}  // namespace

int main() {
    guards();
    switches();
    facts();
    return failures == 0 ? 0 : 1;
}
