// SPDX-License-Identifier: Apache-2.0
#include "experiments/compile_answer.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/reason_json.h"
#include "experiments/own_source.h"
#include "experiments/own_text.h"
#include "gpu/kernel_compiler.h"
#include "opencl_c/kernel_resources.h"
#include "opencl_c/opencl_text.h"
#include "plan/attachment.h"

namespace duelo {

namespace {

std::string wordOf(const Json& args, const char* name) {
    const auto found = args.find(name);
    return found != args.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns a text that compiles as OpenCL C, or the reason why that cannot say it.
Json inOpenClC(const std::string& name, const std::string& device_text) {
    const auto said = openClText({name, device_text}, kernelHeaders());
    return said ? Json{{"text", said->text}} : Json{{"reason", toJson(said.error())}};
}

}  // namespace

Result<Json> compileAnswer(const Json& args, std::span<const kernels::KernelShape> shapes,
                           EmulatedCheck check) {
    const std::string name = wordOf(args, "name"), text = wordOf(args, "text");
    std::string architecture = wordOf(args, "architecture");
    if (architecture.empty()) architecture = kOldestArchitecture;
    if (auto why = whyNotAttached({{name, Attachment(text)}})) return tl::unexpected(*why);
    const auto source = ownSource({{"source", {{"name", name}, {"text", text}}}}, shapes);
    const auto compiler = KernelCompiler::find();
    if (!compiler) {
        // Faults that the text alone shows are told where nobody can compile it, too.
        if (!source) return tl::unexpected(source.error());
        return fail("nvrtc_missing", Json::object(), compiler.error().message);
    }
    // Not from the cache: what was kept has no warnings.
    const CudaFile file(text);
    const std::string device_text = deviceSource(file);
    const KernelCompiler::Compiled made =
        compiler->compile({name, device_text}, kernelHeaders(), architecture);
    Json reply{{"architecture", architecture}, {"compiled", !made.code.empty()}};
    Json& remarks = reply["remarks"] = Json::array();
    for (const CompilerRemark& remark : remarksOf(made.log, name)) {
        Json told{{"line", remark.line}, {"error", remark.error}, {"text", remark.text}};
        const Reason why = refusedText(name, file, remark.line, remark.text, {});
        if (remark.error && why.code != "own_kernel_not_compiled") told["reason"] = toJson(why);
        remarks.push_back(std::move(told));
    }
    if (made.code.empty()) return reply;
    reply["opencl"] = inOpenClC(name, device_text);
    if (!source) return tl::unexpected(source.error());
    reply["kernel"] = source->kernel->name;
    if (!source->shape) {
        // Its text says how it is launched, and at which sizes.
        reply["check"] = Json::array({Json::object()});
        return reply;
    }
    const kernels::KernelShape& shape = *source->shape;
    reply["block"] = {shape.block_x, shape.block_y};
    reply["tile"] = {shape.rows, shape.columns};
    if (std::ranges::none_of(check.kernels, [&](const kernels::KernelShape& one) {
            return std::string_view(one.kernel) == shape.kernel;
        }))
        check.sizes.clear();
    reply["check"] = std::move(check.sizes);
    return reply;
}

}  // namespace duelo
