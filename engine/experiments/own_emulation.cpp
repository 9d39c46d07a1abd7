// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_emulation.h"

#include <cstring>
#include <utility>

#include "base/reason_json.h"
#include "experiments/emulation.h"
#include "experiments/own_text.h"
#include "gpu/kernel_compiler.h"
#include "simt/ptx_order.h"

namespace duelo {

namespace {

/// Gives the kernel the name that its text has for it, whatever the compiler has made of that.
/// \returns whether it is there.
bool renameKernel(simt::ptx::Module& module, const std::string& name) {
    if (module.kernel(name) != nullptr) return true;
    const std::string mangled = std::to_string(name.size()) + name;
    for (simt::ptx::Function& function : module.functions) {
        const std::size_t at = function.name.find(mangled);
        // "_Z6matmulPf", "_ZN4mine6matmulEPf": no digit before makes it another number.
        if (!function.kernel || !function.name.starts_with("_Z") || at == function.name.npos ||
            (function.name[at - 1] >= '0' && function.name[at - 1] <= '9'))
            continue;
        function.name = name;
        return true;
    }
    return false;
}

}  // namespace

Result<OwnEmulation> OwnEmulation::made(const OwnSource& source,
                                        std::string_view template_arguments) {
    const std::string& name = source.name;
    const auto compiler = KernelCompiler::find();
    if (!compiler) return fail("nvrtc_missing", Json::object(), compiler.error().message);
    const KernelCompiler::Compiled made = compiler->compilePtx(
        {name, deviceSource(*source.file, source.kernel, template_arguments)}, kernelHeaders());
    Json warnings = Json::array();
    for (const CompilerRemark& remark : remarksOf(made.log, name)) {
        if (remark.error)
            return tl::unexpected(
                refusedText(name, *source.file, remark.line, remark.text, made.log));
        warnings.push_back({{"line", remark.line}, {"text", remark.text}});
    }
    if (made.code.empty())
        return tl::unexpected(refusedText(name, *source.file, 0, made.log, made.log));
    auto module = simt::ptx::readModule(made.code);
    if (!module) return tl::unexpected(module.error());
    if (!renameKernel(*module, source.kernel->name))
        return fail("simt_no_kernel", {{"kernel", source.kernel->name}});
    Json notes = Json::array();
    for (const Reason& note : source.notes) notes.push_back(toJson(note));
    return OwnEmulation(name, source.kernel->name, std::move(*module), std::move(warnings),
                        std::move(notes));
}

std::vector<unsigned> OwnEmulation::parameterBytes() const {
    std::vector<unsigned> bytes;
    for (const simt::ptx::Piece& piece : m_module.kernel(m_kernel)->parameters)
        bytes.push_back(piece.bytes);
    return bytes;
}

simt::ptx::Machine OwnEmulation::gpu(bool backwards, const std::stop_token& stop) const {
    simt::ptx::Machine gpu(m_module, m_name.substr(m_name.find_last_of("/\\") + 1), {}, stop);
    gpu.goBackwards(backwards);
    return gpu;
}

Json OwnEmulation::told() const {
    return {{"kernel", m_kernel}, {"text", m_name}, {"warnings", m_warnings}, {"notes", m_notes}};
}

Json OwnEmulation::run(const Run& run, const Check& check, const std::string& result,
                       const std::stop_token& stop) const {
    Json one = told();
    simt::ptx::Machine forwards = gpu(false, stop), backwards = gpu(true, stop);
    const auto left = run(forwards);
    one["printed"] = forwards.printed();
    one["steps"] = forwards.steps();
    const auto refused = [&one](const Reason& reason) {
        one["reason"] = toJson(reason);
        return one;
    };
    if (!left) return refused(left.error());
    const auto again = run(backwards);
    if (!again) return refused(again.error());
    if (const auto order = simt::ptx::orderFault(*left, *again, m_kernel, result))
        return refused(*order);
    const auto right = check(*left);
    if (!right) return refused(right.error());
    one["right"] = *right;
    one["counters"] = countersJson(forwards.counters());
    return one;
}

Result<std::uint64_t> ownArray(simt::ptx::Machine& gpu, const char* name, std::size_t count,
                               std::span<const float> from) {
    const auto made = gpu.allocate(name, count * sizeof(float));
    if (made && !from.empty())
        gpu.copyIn(*made, {reinterpret_cast<const std::uint8_t*>(from.data()), from.size_bytes()});
    return made;
}

Result<std::vector<float>> ownNumbers(simt::ptx::Machine& gpu, std::uint64_t array,
                                      std::size_t columns, const std::string& name) {
    const std::size_t unwritten = gpu.firstUnwritten(array) / sizeof(float);
    const auto bytes = gpu.copyOut(array);
    if (unwritten * sizeof(float) < bytes.size())
        return fail(
            "emulated_unwritten",
            {{"name", name}, {"row", unwritten / columns}, {"column", unwritten % columns}});
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return numbers;
}

}  // namespace duelo
