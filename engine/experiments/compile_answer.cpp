// SPDX-License-Identifier: Apache-2.0
#include "experiments/compile_answer.h"

#include <algorithm>
#include <string>
#include <string_view>
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

Result<Json> compileAnswer(const Json& args, std::span<const kernels::KernelShape> shapes,
                           EmulatedCheck check) {
    const std::string name = wordOf(args, "name"), text = wordOf(args, "text");
    std::string architecture = wordOf(args, "architecture");
    if (architecture.empty()) architecture = kOldestArchitecture;
    if (auto why = whyNotAttached({{name, Attachment(text)}})) return tl::unexpected(*why);
    const auto shape = ownShape(name, text, shapes);
    const auto callable =
        shape ? checkParameters(name, text, *shape) : Result<void>(tl::unexpected(shape.error()));
    const auto compiler = KernelCompiler::find();
    if (!compiler) {
        // Faults that the text alone shows are told where nobody can compile it, too.
        if (!callable) return tl::unexpected(callable.error());
        return fail("nvrtc_missing", Json::object(), compiler.error().message);
    }
    // Not from the cache: what was kept has no warnings.
    const KernelCompiler::Compiled made =
        compiler->compile({name, text}, kernelHeaders(), architecture);
    Json reply{{"architecture", architecture}, {"compiled", !made.code.empty()}};
    Json& remarks = reply["remarks"] = Json::array();
    for (const CompilerRemark& remark : remarksOf(made.log, name))
        remarks.push_back({{"line", remark.line}, {"error", remark.error}, {"text", remark.text}});
    if (made.code.empty()) return reply;
    if (!callable) return tl::unexpected(callable.error());
    reply["kernel"] = shape->kernel;
    reply["block"] = {shape->block_x, shape->block_y};
    reply["tile"] = {shape->rows, shape->columns};
    if (std::ranges::none_of(check.kernels, [&](const kernels::KernelShape& one) {
            return std::string_view(one.kernel) == shape->kernel;
        }))
        check.sizes.clear();
    reply["check"] = std::move(check.sizes);
    return reply;
}

}  // namespace duelo
