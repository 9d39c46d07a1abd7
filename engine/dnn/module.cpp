// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <exception>
#include <utility>

#include "dnn/compiled_plan.h"
#include "dnn/dnn.h"
#include "dnn/onednn_version.h"
#include "dnn/planner.h"
#include "dnn/used_isa.h"

namespace duelo {
namespace {

std::string instructionsOf(dnnl::cpu_isa isa) {
    using Isa = dnnl::cpu_isa;
    constexpr std::array<std::pair<Isa, const char*>, 8> names{{
        {Isa::sse41, "sse41"},
        {Isa::avx, "avx"},
        {Isa::avx2, "avx2"},
        {Isa::avx2_vnni, "avx2_vnni"},
        {Isa::avx512_core, "avx512_core"},
        {Isa::avx512_core_vnni, "avx512_core_vnni"},
        {Isa::avx512_core_bf16, "avx512_core_bf16"},
        {Isa::avx512_core_amx, "avx512_core_amx"},
    }};
    // A newer oneDNN knows more than these: the last of which it has all instructions.
    std::string last;
    for (const auto& [known, name] : names)
        if ((static_cast<int>(isa) & static_cast<int>(known)) == static_cast<int>(known))
            last = name;
    return last;
}

/// Tells whether it multiplies whole numbers of 8 bits and sums them in 32 by one instruction.
/// Without it the sums of two products may leave 16 bits, and it takes longer than fp32.
bool sumsWhole() {
    return oneDnnUses(dnnl_cpu_isa_avx512_core_vnni) || oneDnnUses(dnnl_cpu_isa_avx2_vnni);
}

class Library final : public DnnApi {
public:
    [[nodiscard]] std::string version() const override {
        const dnnl_version_t& version = *dnnl_version();
        return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
               std::to_string(version.patch);
    }

    [[nodiscard]] std::string instructions() const override {
        return instructionsOf(dnnl::get_effective_cpu_isa());
    }

    [[nodiscard]] bool takes(Precision precision) const override {
        if (precision == Precision::Fp32) return true;
        if (precision == Precision::Int8) return sumsWhole();
        if (precision != Precision::Bf16) return false;
        try {
            using dnnl::memory;
            const auto any = [](const memory::dims& dims) {
                return memory::desc(dims, memory::data_type::bf16, memory::format_tag::any);
            };
            const memory::dims one{1, 1};
            return static_cast<bool>(onednn::describe<dnnl::convolution_forward>(
                m_engine, {}, /*allow_empty=*/true, dnnl::prop_kind::forward_inference,
                dnnl::algorithm::convolution_direct, any({1, 16, 8, 8}), any({16, 16, 3, 3}),
                any({1, 16, 8, 8}), one, one, one));
        } catch (const dnnl::error&) {
            return false;
        }
    }

    [[nodiscard]] Result<std::unique_ptr<DnnPlan>> compile(const DnnWork& work,
                                                           const DnnWeightsOf& weights) override {
        try {
            auto tasks = Planner(m_engine, work, weights).plan();
            if (!tasks) return tl::unexpected(tasks.error());
            return std::make_unique<CompiledPlan>(m_engine, std::move(*tasks), weights);
        } catch (const dnnl::error& error) {
            return fail("compiled_failed", {{"detail", error.what()}}, error.what());
        }
    }

private:
    dnnl::engine m_engine{dnnl::engine::kind::cpu, 0};
};

}  // namespace
}  // namespace duelo

extern "C" __attribute__((visibility("default"))) duelo::DnnApi* duelo_dnn_api(int abi_version) {
    if (abi_version != duelo::dnn_abi_version) return nullptr;
    try {
        static duelo::Library library;
        return &library;
    } catch (const std::exception&) {
        return nullptr;  // no engine for this processor
    }
}
