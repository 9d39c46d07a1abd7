// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "experiments/host_launch.h"
#include "experiments/own_kernel.h"

namespace duelo {

namespace {

/// The names that sizes of matrices have in most texts, where no argument says one.
constexpr auto kSizeNames = std::to_array<std::string_view>(
    {"N", "n", "SIZE", "size", "WIDTH", "width", "DIM", "dim", "MATRIX_SIZE", "M"});

bool declares(const CudaFile& file, std::string_view name) {
    return std::ranges::any_of(file.tokens(), [&](const CudaToken& token) {
        if (token.kind != CudaToken::Kind::Directive) return token.text == name;
        const auto words = cudaTokens(token.text.substr(1));
        return words.size() > 1 && words[0].is("define") && words[1].text == name;
    });
}

class Chooser {
public:
    Chooser(OwnSource& source, std::span<const kernels::KernelShape> shapes)
        : m_source(source), m_shapes(shapes) {}

    Result<void> choose(const std::string& wanted) {
        const auto kernels = m_source.file->kernels();
        if (!wanted.empty()) {
            m_source.kernel = m_source.file->kernel(wanted);
            if (m_source.kernel != nullptr) return {};
            return fail("own_kernel_named", {{"name", m_source.name},
                                             {"wanted", wanted},
                                             {"accepted", namesOfKernels(*m_source.file)}});
        }
        if (kernels.empty()) return {};
        m_source.kernel = firstLaunched(*m_source.file);
        for (const kernels::KernelShape& shape : m_shapes)
            if (m_source.kernel == nullptr) m_source.kernel = m_source.file->kernel(shape.kernel);
        for (const CudaFunction* each : kernels)
            if (m_source.kernel == nullptr && saysLaunch(*m_source.file, *each))
                m_source.kernel = each;
        if (m_source.kernel == nullptr) m_source.kernel = kernels.front();
        if (kernels.size() > 1)
            m_source.notes.push_back({"own_kernel_chosen",
                                      {{"kernel", m_source.kernel->name},
                                       {"line", m_source.kernel->line},
                                       {"all", namesOfKernels(*m_source.file)}},
                                      {}});
        return {};
    }

private:
    OwnSource& m_source;
    std::span<const kernels::KernelShape> m_shapes;
};

/// The words of the program that the size of a launch comes from.
std::vector<std::string> sizeNames(const OwnSource& source) {
    std::vector<std::string> names;
    const auto given = launchArguments(*source.file, *source.kernel);
    for (std::size_t i = 0; i < std::min(given.size(), source.kernel->parameters.size()); ++i) {
        const CudaParameter& parameter = source.kernel->parameters[i];
        const std::string type = parameter.bareType();
        if (parameter.isPointer() || type == "float" || type == "double" || given[i].size() != 1 ||
            !given[i][0].isWord())
            continue;
        names.emplace_back(given[i][0].text);
    }
    if (!names.empty()) return names;
    if (given.empty())
        for (const CudaParameter& parameter : source.kernel->parameters)
            if (!parameter.isPointer()) names.push_back(parameter.name);
    for (const std::string_view usual : kSizeNames)
        if (names.empty() && declares(*source.file, usual)) names.emplace_back(usual);
    return names;
}

void readAgain(OwnSource& source, const std::string& text) {
    const std::string kernel = source.kernel != nullptr ? source.kernel->name : "";
    source.file = std::make_unique<CudaFile>(text);
    source.kernel = kernel.empty() ? nullptr : source.file->kernel(kernel);
}

}  // namespace

Result<OwnSource> ownSource(const Json& args, std::span<const kernels::KernelShape> shapes,
                            std::optional<double> n) {
    const Json& given = args.at("source");
    OwnSource source{.name = given.value("name", "")};
    std::string text = given.value("text", "");
    if (auto why = whyNotAttached({{source.name, Attachment(text)}})) return tl::unexpected(*why);
    source.file = std::make_unique<CudaFile>(text);
    if (auto chosen = Chooser(source, shapes).choose(args.value("kernel", "")); !chosen)
        return tl::unexpected(chosen.error());
    const Json set = args.value("set", Json::object());
    for (const auto& [word, value] : set.items()) {
        if (!value.is_number() || !declares(*source.file, word))
            return fail("own_set_unknown", {{"name", source.name}, {"word", word}});
        source.set[word] = value.get<double>();
    }
    const bool launched = source.kernel != nullptr && saysLaunch(*source.file, *source.kernel);
    if (launched && n) {
        const std::vector<std::string> names = sizeNames(source);
        if (names.empty()) return fail("own_size_unnamed", {{"name", source.name}});
        for (const std::string& name : names) source.set.try_emplace(name, *n);
    }
    for (const auto& [word, value] : source.set) text = withValue(text, word, value);
    if (!source.set.empty()) readAgain(source, text);
    if (launched) return source;
    // As Duelo launches its own, where it knows the kernel.
    std::vector<kernels::KernelShape> own(shapes.begin(), shapes.end());
    if (source.kernel != nullptr)
        std::erase_if(own, [&](const kernels::KernelShape& shape) {
            return source.kernel->name != shape.kernel;
        });
    if (own.empty() && source.file->isProgram())
        return fail("own_launch_missing", {{"name", source.name},
                                           {"kernel", source.kernel->name},
                                           {"line", source.kernel->line}});
    if (own.empty()) {
        Json accepted = Json::array();
        for (const kernels::KernelShape& one : shapes) accepted.push_back(one.kernel);
        return fail("own_kernel_unknown", {{"name", source.name}, {"accepted", accepted}});
    }
    auto shape = ownShape(source.name, text, own);
    if (!shape) return tl::unexpected(shape.error());
    if (auto same = checkParameters(source.name, text, *shape); !same)
        return tl::unexpected(same.error());
    source.shape = *shape;
    return source;
}

}  // namespace duelo
