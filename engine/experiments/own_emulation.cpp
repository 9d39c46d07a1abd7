// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_emulation.h"

#include <cstring>
#include <utility>

#include "base/reason_json.h"
#include "experiments/emulation.h"
#include "experiments/own_kernel.h"
#include "gpu/kernel_compiler.h"
#include "simt/ptx_order.h"

namespace duelo {

Result<OwnEmulation> OwnEmulation::made(const Json& source,
                                        std::span<const kernels::KernelShape> shapes) {
    const std::string name = source.value("name", ""), text = source.value("text", "");
    if (auto why = whyNotAttached({{name, Attachment(text)}})) return tl::unexpected(*why);
    const auto shape = ownShape(name, text, shapes);
    if (!shape) return tl::unexpected(shape.error());
    if (auto same = checkParameters(name, text, *shape); !same) return tl::unexpected(same.error());
    const auto compiler = KernelCompiler::find();
    if (!compiler) return fail("nvrtc_missing", Json::object(), compiler.error().message);
    const KernelCompiler::Compiled made = compiler->compilePtx({name, text}, kernelHeaders());
    Json warnings = Json::array();
    for (const CompilerRemark& remark : remarksOf(made.log, name)) {
        if (remark.error)
            return fail("own_kernel_not_compiled",
                        {{"name", name}, {"line", remark.line}, {"detail", remark.text}}, made.log);
        warnings.push_back({{"line", remark.line}, {"text", remark.text}});
    }
    if (made.code.empty())
        return fail("own_kernel_not_compiled", {{"name", name}, {"line", 0}, {"detail", made.log}},
                    made.log);
    auto module = simt::ptx::readModule(made.code);
    if (!module) return tl::unexpected(module.error());
    return OwnEmulation(name, *shape, std::move(*module), std::move(warnings));
}

Json OwnEmulation::run(const Run& run, const Check& check, const std::string& result,
                       const std::stop_token& stop) const {
    const std::string file = m_name.substr(m_name.find_last_of("/\\") + 1);
    Json one{{"kernel", m_shape.kernel}, {"text", m_name}, {"warnings", m_warnings}};
    simt::ptx::Machine forwards(m_module, file, {}, stop), backwards(m_module, file, {}, stop);
    backwards.goBackwards(true);
    const auto left = run(forwards, m_shape);
    one["printed"] = forwards.printed();
    one["steps"] = forwards.steps();
    const auto refused = [&one](const Reason& reason) {
        one["reason"] = toJson(reason);
        return one;
    };
    if (!left) return refused(left.error());
    const auto again = run(backwards, m_shape);
    if (!again) return refused(again.error());
    if (const auto order = simt::ptx::orderFault(*left, *again, m_shape.kernel, result))
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
