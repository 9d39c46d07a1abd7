// SPDX-License-Identifier: Apache-2.0
#include "experiments/compile_answer.h"

#include <string>
#include <utility>

#include "experiments/own_kernel.h"
#include "gpu/kernel_cache.h"

namespace duelo {

namespace {

std::string wordOf(const Json& args, const char* name) {
    const auto found = args.find(name);
    return found != args.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Result<Json> compileAnswer(const Json& args, std::span<const kernels::KernelShape> shapes) {
    const std::string name = wordOf(args, "name"), text = wordOf(args, "text");
    std::string architecture = wordOf(args, "architecture");
    if (architecture.empty()) architecture = kOldestArchitecture;
    if (auto why = whyNotAttached({{name, Attachment(text)}})) return tl::unexpected(*why);
    const auto compiler = KernelCompiler::find();
    if (!compiler) return tl::unexpected(Reason{"nvrtc_missing", Json::object(), compiler.error()});
    // Not from the cache: what was kept has no warnings.
    const KernelCompiler::Compiled made =
        compiler->compile({name, text}, kernelHeaders(), architecture);
    Json reply{{"architecture", architecture}, {"compiled", !made.code.empty()}};
    Json& remarks = reply["remarks"] = Json::array();
    for (const CompilerRemark& remark : remarksOf(made.log, name))
        remarks.push_back({{"line", remark.line}, {"error", remark.error}, {"text", remark.text}});
    if (made.code.empty()) return reply;
    const auto shape = ownShape(name, text, shapes);
    if (!shape) return tl::unexpected(shape.error());
    if (auto same = checkParameters(name, text, *shape); !same) return tl::unexpected(same.error());
    reply["kernel"] = shape->kernel;
    reply["block"] = {shape->block_x, shape->block_y};
    reply["tile"] = {shape->rows, shape->columns};
    return reply;
}

}  // namespace duelo
