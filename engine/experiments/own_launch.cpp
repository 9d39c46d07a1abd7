// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_launch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "experiments/host_launch.h"
#include "experiments/own_launch_remarks.h"
#include "experiments/template_arguments.h"

namespace duelo {

namespace {

using Tokens = HostValues::Tokens;

constexpr double kMostSize = 4e9;

/// The values of the program, and of the remarks, which hold for the whole text.
HostValues withRemarks(const HostValues& values, const std::vector<LaunchRemark>& remarks) {
    SetValues set = values.set();
    for (const LaunchRemark& remark : remarks) {
        if (remark.about != "value") continue;
        const auto expression = readExpression(remark.words);
        const auto value = expression ? HostValues(values.file(), set).value(*expression)
                                      : Result<Amount>(tl::unexpected(expression.error()));
        if (value) set.emplace(remark.name, value->value);
    }
    return {values.file(), std::move(set)};
}

/// Puts one launch together.
class Planner {
public:
    Planner(const std::string& name, const HostValues& values, const CudaFunction& kernel)
        : m_name(name),
          m_file(values.file()),
          m_kernel(kernel),
          m_remarks(launchRemarks(values.file(), kernel)),
          m_host(launchOf(values.file(), kernel)),
          m_values(withRemarks(values, m_remarks)) {}

    Result<OwnLaunch> plan();

private:
    using Done = Result<void>;

    Done takeSizes();
    Done takeLaunchRemark(const LaunchRemark& remark);
    Done takeArgument(std::size_t number);
    Done takePointer(const CudaParameter& parameter, Tokens given);
    Done takeHostBuffer(const CudaParameter& parameter, const NumberType& type, Tokens given);
    Done takeBufferRemark(const LaunchRemark& remark, LaunchBuffer& buffer);
    Done takeSymbols();
    Done takeExpected();
    [[nodiscard]] const LaunchRemark* remark(std::string_view about, std::string_view name) const;
    [[nodiscard]] std::optional<NumberType> typeOf(const std::string& bare) const {
        return numberType(m_file, m_kernel, m_plan.template_arguments, bare);
    }
    [[nodiscard]] Result<double> number(Tokens words, int line) const;
    [[nodiscard]] Result<double> number(std::string_view words, int line) const;
    [[nodiscard]] Reason told(const Reason& why) const;
    [[nodiscard]] tl::unexpected<Reason> damaged(const LaunchRemark& remark) const {
        return fail("own_launch_line",
                    {{"name", m_name}, {"line", remark.line}, {"words", remark.words}});
    }

    const std::string& m_name;
    const CudaFile& m_file;
    const CudaFunction& m_kernel;
    const std::vector<LaunchRemark> m_remarks;
    const std::optional<HostLaunch> m_host;
    const HostValues m_values;
    OwnLaunch m_plan;
};

const LaunchRemark* Planner::remark(std::string_view about, std::string_view name) const {
    const auto found = std::ranges::find_if(
        m_remarks, [&](const LaunchRemark& one) { return one.about == about && one.name == name; });
    return found == m_remarks.end() ? nullptr : &*found;
}

/// The reason with the name of the file.
Reason Planner::told(const Reason& why) const {
    return {"own_launch_value_unknown",
            {{"name", m_name},
             {"line", why.args.value("line", 0)},
             {"word", why.args.value("word", "")}},
            {}};
}

Result<double> Planner::number(Tokens words, int line) const {
    const auto value = m_values.value(words);
    if (value) return value->value;
    Reason why = told(value.error());
    if (why.args.value("line", 0) <= 0) why.args["line"] = line;
    return tl::unexpected(std::move(why));
}

Result<double> Planner::number(std::string_view words, int line) const {
    const auto expression = readExpression(words);
    const auto value = expression ? m_values.value(*expression)
                                  : Result<Amount>(tl::unexpected(expression.error()));
    if (value) return value->value;
    return fail("own_launch_value_unknown",
                {{"name", m_name},
                 {"line", line},
                 {"word", value.error().args.value("word", std::string(words))}});
}

/// "grid 4x4, block 16x16, shared 1024".
Result<void> Planner::takeLaunchRemark(const LaunchRemark& remark) {
    bool grid = false, block = false;
    std::string_view rest = remark.words;
    while (!rest.empty()) {
        std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        const std::size_t space = part.find(' ');
        if (space == part.npos) return damaged(remark);
        const std::string_view what = part.substr(0, space);
        std::vector<double> sizes;
        std::string sides(part.substr(space));
        // "4x4" and "N/16 x N/16"; not the x of a name.
        for (std::size_t at = 0; at < sides.size(); ++at) {
            const auto isSide = [](char letter) {
                return letter == ' ' || letter == ')' || letter == '(' ||
                       (letter >= '0' && letter <= '9');
            };
            if (sides[at] == 'x' && at > 0 && isSide(sides[at - 1]) && at + 1 < sides.size() &&
                isSide(sides[at + 1]))
                sides[at] = '\n';
        }
        for (std::size_t at = 0; at <= sides.size();) {
            const std::size_t end = std::min(sides.find('\n', at), sides.size());
            const auto one = number(std::string_view(sides).substr(at, end - at), remark.line);
            if (!one) return tl::unexpected(one.error());
            sizes.push_back(std::trunc(*one));
            at = end + 1;
        }
        if (sizes.empty() || sizes.size() > 3) return damaged(remark);
        sizes.resize(3, 1);
        if (what == "grid")
            m_plan.grid = {sizes[0], sizes[1], sizes[2]}, grid = true;
        else if (what == "block")
            m_plan.block = {sizes[0], sizes[1], sizes[2]}, block = true;
        else if (what == "shared" && sizes[0] >= 0 && sizes[0] < kMostSize)
            m_plan.dynamic_bytes = static_cast<std::uint64_t>(sizes[0]);
        else
            return damaged(remark);
    }
    return grid && block ? Done{} : damaged(remark);
}

Result<void> Planner::takeSizes() {
    if (const LaunchRemark* said = remark("launch", "")) return takeLaunchRemark(*said);
    if (!m_host || m_host->sizes.size() < 2)
        return fail("own_launch_missing",
                    {{"name", m_name}, {"kernel", m_kernel.name}, {"line", m_kernel.line}});
    const int line = m_file.tokens()[m_host->place].line;
    LaunchSize* const sizes[] = {&m_plan.grid, &m_plan.block};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto size = m_values.size(m_host->sizes[i]);
        if (!size) return tl::unexpected(told(size.error()));
        *sizes[i] = *size;
    }
    if (m_host->sizes.size() > 2) {
        const auto bytes = number(m_host->sizes[2], line);
        if (!bytes) return tl::unexpected(bytes.error());
        m_plan.dynamic_bytes =
            *bytes >= 0 && *bytes < kMostSize ? static_cast<std::uint64_t>(*bytes) : 0;
    }
    m_plan.notes.push_back({"own_launch_read",
                            {{"kernel", m_kernel.name},
                             {"line", line},
                             {"grid_x", m_plan.grid.x},
                             {"grid_y", m_plan.grid.y},
                             {"block_x", m_plan.block.x},
                             {"block_y", m_plan.block.y}},
                            {}});
    return {};
}

/// "33x33 random 255".
Result<void> Planner::takeBufferRemark(const LaunchRemark& remark, LaunchBuffer& buffer) {
    std::string words = remark.words;
    using Fill = LaunchBuffer::Fill;
    constexpr std::pair<std::string_view, Fill> kFills[] = {
        {"random", Fill::Random}, {"zero", Fill::Zero}, {"one", Fill::One}, {"index", Fill::Index}};
    for (const auto& [word, fill] : kFills) {
        const std::size_t at = words.find(std::string(" ") + std::string(word));
        if (at == words.npos) continue;
        buffer.fill = fill;
        const std::string behind = words.substr(at + 1 + word.size());
        if (behind.find_first_not_of(' ') != behind.npos) {
            const auto most = number(behind, remark.line);
            if (!most) return tl::unexpected(most.error());
            buffer.most = *most;
        }
        words.resize(at);
    }
    const auto count = number(words, remark.line);
    if (!count) return tl::unexpected(count.error());
    if (*count < 1 || *count > kMostSize) return damaged(remark);
    buffer.count = static_cast<std::uint64_t>(*count) * buffer.type.lanes;
    return {};
}

Result<void> Planner::takeHostBuffer(const CudaParameter& parameter, const NumberType& type,
                                     Tokens given) {
    const Reason missing{"own_launch_buffer",
                         {{"name", m_name},
                          {"kernel", m_kernel.name},
                          {"parameter", parameter.name},
                          {"line", given.empty() ? m_kernel.line : given.front().line}},
                         {}};
    if (given.empty() || !given.back().isWord()) return tl::unexpected(missing);
    const std::string name = m_values.origin(given.back().text, m_host->place);
    for (std::size_t i = 0; i < m_plan.buffers.size(); ++i)
        if (m_plan.buffers[i].name == name) {
            m_plan.arguments.push_back({.buffer = i, .name = parameter.name});
            m_plan.buffers[i].read_only = m_plan.buffers[i].read_only && parameter.isReadOnly();
            return {};
        }
    const auto bytes = allocatedBytes(m_file, name);
    if (!bytes) return tl::unexpected(missing);
    const auto count = number(*bytes, bytes->empty() ? 0 : bytes->front().line);
    if (!count) return tl::unexpected(count.error());
    if (*count < type.bytes || *count > kMostSize)
        return fail("own_launch_size",
                    {{"name", m_name}, {"line", bytes->front().line}, {"bytes", *count}});
    m_plan.arguments.push_back({.buffer = m_plan.buffers.size(), .name = parameter.name});
    m_plan.buffers.push_back({.name = name,
                              .type = type,
                              .count = static_cast<std::uint64_t>(*count) / type.bytes,
                              .fill = hostFill(m_values, name, m_host->place),
                              .read_only = parameter.isReadOnly()});
    return {};
}

Result<void> Planner::takePointer(const CudaParameter& parameter, Tokens given) {
    std::string bare = parameter.bareType();
    bare.pop_back();
    const auto type = typeOf(bare);
    if (!type)
        return fail("own_launch_type", {{"name", m_name},
                                        {"kernel", m_kernel.name},
                                        {"parameter", parameter.name},
                                        {"type", bare},
                                        {"line", m_kernel.line}});
    const LaunchRemark* said = remark("buffer", parameter.name);
    if (said == nullptr && m_host) return takeHostBuffer(parameter, *type, given);
    if (said == nullptr)
        return fail("own_launch_buffer", {{"name", m_name},
                                          {"kernel", m_kernel.name},
                                          {"parameter", parameter.name},
                                          {"line", m_kernel.line}});
    LaunchBuffer buffer{.name = parameter.name, .type = *type, .read_only = parameter.isReadOnly()};
    if (auto taken = takeBufferRemark(*said, buffer); !taken) return taken;
    m_plan.arguments.push_back({.buffer = m_plan.buffers.size(), .name = parameter.name});
    m_plan.buffers.push_back(std::move(buffer));
    return {};
}

Result<void> Planner::takeArgument(std::size_t number_of) {
    const CudaParameter& parameter = m_kernel.parameters[number_of];
    const Tokens given =
        m_host && number_of < m_host->arguments.size() ? m_host->arguments[number_of] : Tokens();
    if (parameter.isPointer()) return takePointer(parameter, given);
    const auto type = typeOf(parameter.bareType());
    if (!type || type->lanes != 1)
        return fail("own_launch_type", {{"name", m_name},
                                        {"kernel", m_kernel.name},
                                        {"parameter", parameter.name},
                                        {"type", parameter.bareType()},
                                        {"line", m_kernel.line}});
    LaunchArgument argument{.name = parameter.name, .type = *type};
    const LaunchRemark* said = remark("value", parameter.name);
    const auto set = m_values.set().find(parameter.name);
    if (said == nullptr && given.empty() && set == m_values.set().end())
        return fail("own_launch_value", {{"name", m_name},
                                         {"kernel", m_kernel.name},
                                         {"parameter", parameter.name},
                                         {"line", m_kernel.line}});
    const auto value = said != nullptr  ? number(said->words, said->line)
                       : !given.empty() ? number(given, given.front().line)
                                        : Result<double>(set->second);
    if (!value) return tl::unexpected(value.error());
    argument.value = *value;
    m_plan.arguments.push_back(std::move(argument));
    return {};
}

/// Variables in constant memory, or others of the text, that the program fills.
Result<void> Planner::takeSymbols() {
    const auto& all = m_file.tokens();
    for (std::size_t at = 0; at + 2 < all.size(); ++at)
        if (all[at].is("cudaMemcpyToSymbol") && all[at + 1].is("(")) {
            std::size_t name = at + 2;
            while (name < all.size() && !all[name].isWord()) ++name;
            if (name < all.size())
                m_plan.buffers.push_back({.name = std::string(all[name].text),
                                          .fill = LaunchBuffer::Fill::Random,
                                          .read_only = true,
                                          .symbol = true});
        }
    for (const LaunchRemark& said : m_remarks) {
        if (said.about == "launch" || said.about == "result") continue;
        const bool known = std::ranges::any_of(
            m_kernel.parameters,
            [&](const CudaParameter& parameter) { return parameter.name == said.name; });
        if (known) continue;
        const bool declared = std::ranges::any_of(
            all, [&](const CudaToken& token) { return token.text == said.name; });
        if (!declared || said.about == "value")
            return fail("own_launch_parameter", {{"name", m_name},
                                                 {"kernel", m_kernel.name},
                                                 {"parameter", said.name},
                                                 {"line", said.line}});
        LaunchBuffer buffer{.name = said.name, .read_only = true, .symbol = true};
        if (auto taken = takeBufferRemark(said, buffer); !taken) return taken;
        m_plan.buffers.push_back(std::move(buffer));
    }
    return {};
}

/// "// result c[i]: a[i] + b[i]".
Result<void> Planner::takeExpected() {
    for (const LaunchRemark& said : m_remarks) {
        if (said.about != "result") continue;
        const std::size_t open = said.name.find('['), close = said.name.find(']');
        if (open == said.name.npos || close == said.name.npos || close < open + 2)
            return damaged(said);
        const std::string array = said.name.substr(0, open);
        const auto found = std::ranges::find(m_plan.buffers, array, &LaunchBuffer::name);
        if (found == m_plan.buffers.end())
            return fail("own_launch_parameter", {{"name", m_name},
                                                 {"kernel", m_kernel.name},
                                                 {"parameter", array},
                                                 {"line", said.line}});
        auto is = readExpression(said.words);
        if (!is) return damaged(said);
        m_plan.expected = {static_cast<std::size_t>(found - m_plan.buffers.begin()),
                           said.name.substr(open + 1, close - open - 1), std::move(*is), said.line};
    }
    return {};
}

Result<OwnLaunch> Planner::plan() {
    if (auto done = takeSizes(); !done) return tl::unexpected(done.error());
    if (m_plan.template_arguments.empty() && m_host)
        m_plan.template_arguments = m_host->template_arguments;
    if (!m_kernel.template_names.empty() && m_plan.template_arguments.empty() && m_host) {
        m_plan.template_arguments = deducedArguments(m_file, m_kernel, *m_host);
        if (!m_plan.template_arguments.empty())
            m_plan.notes.push_back({"own_template_deduced",
                                    {{"kernel", m_kernel.name},
                                     {"line", m_file.tokens()[m_host->place].line},
                                     {"arguments", m_plan.template_arguments}},
                                    {}});
    }
    if (!m_kernel.template_names.empty() && m_plan.template_arguments.empty())
        return fail("own_kernel_template",
                    {{"name", m_name}, {"kernel", m_kernel.name}, {"line", m_kernel.line}});
    for (std::size_t i = 0; i < m_kernel.parameters.size(); ++i)
        if (auto done = takeArgument(i); !done) return tl::unexpected(done.error());
    if (auto done = takeSymbols(); !done) return tl::unexpected(done.error());
    if (auto done = takeExpected(); !done) return tl::unexpected(done.error());
    return std::move(m_plan);
}

}  // namespace

bool saysLaunch(const CudaFile& file, const CudaFunction& kernel) {
    return launchOf(file, kernel).has_value() ||
           std::ranges::any_of(launchRemarks(file, kernel), [](const LaunchRemark& one) {
               return one.about == "buffer" ||
                      (one.about == "launch" && one.words.find("grid") != one.words.npos);
           });
}

Result<OwnLaunch> ownLaunch(const std::string& name, const HostValues& values,
                            const CudaFunction& kernel) {
    return Planner(name, values, kernel).plan();
}

}  // namespace duelo
