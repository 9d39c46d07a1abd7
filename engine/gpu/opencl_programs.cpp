// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl_programs.h"

#include <algorithm>
#include <regex>
#include <type_traits>
#include <variant>
#include <vector>

#include "gpu/kernel_compiler.h"
#include "measure/work.h"

namespace duelo {

using opencl::check;

namespace {

constexpr const char* kOptions = "-cl-std=CL1.2";

/// The line and the words of the first error of a log, as drivers write that are made with Clang,
/// which nearly all are: "<source>:12:5: error: words", "error: file.cl:12:5: words". Line 0: it
/// has no such line.
CompilerRemark firstError(const std::string& log) {
    static const std::regex kBefore(":([0-9]{1,9}):[0-9]+: (?:fatal )?error: ([^\n]*)"),
        kBehind("error: [^\n:]*:([0-9]{1,9}):[0-9]+: ([^\n]*)");
    for (const std::regex& form : {kBefore, kBehind})
        if (std::smatch found; std::regex_search(log, found, form))
            return {.line = std::stoi(found[1]), .text = found[2]};
    return {};
}

}  // namespace

std::string OpenClPrograms::logOf(opencl::Program program) const {
    constexpr std::size_t kMostLog = 1 << 16;
    std::size_t size = 0;
    if (m_calls.buildInfo(program, m_facts.id, opencl::kBuildLog, 0, nullptr, &size) !=
            opencl::kSuccess ||
        size == 0)
        return {};
    std::vector<char> log(size + 1);
    if (m_calls.buildInfo(program, m_facts.id, opencl::kBuildLog, size, log.data(), nullptr) !=
        opencl::kSuccess)
        return {};
    return std::string(log.data()).substr(0, kMostLog);
}

opencl::Program OpenClPrograms::build(const std::string& name, const std::string& source) {
    const char* letters = source.data();
    const std::size_t length = source.size();
    std::int32_t state = opencl::kSuccess;
    const opencl::Program program = m_calls.createProgram(m_context, 1, &letters, &length, &state);
    check(state, "clCreateProgramWithSource");
    state = m_calls.build(program, 1, &m_facts.id, kOptions, nullptr, nullptr);
    if (state == opencl::kSuccess) return program;
    const std::string log = logOf(program);
    static_cast<void>(m_calls.releaseProgram(program));
    throw WorkFailed{{"opencl_not_built",
                      {{"text", name}, {"name", m_facts.name}, {"error", opencl::errorName(state)}},
                      log}};
}

Result<void> OpenClPrograms::tryBuild(const std::string& name, const OpenClText& text) {
    if (text.has_doubles && !m_facts.has_doubles)
        return fail("opencl_no_doubles", {{"name", m_facts.name}});
    try {
        static_cast<void>(m_calls.releaseProgram(build(name, text.text)));
        return {};
    } catch (const WorkFailed& why) {
        const CompilerRemark first = firstError(why.reason.message);
        const auto line = static_cast<std::size_t>(std::max(first.line, 0));
        return tl::unexpected(
            Reason{"own_kernel_not_compiled",
                   {{"name", name},
                    {"line", line > 0 && line <= text.lines.size() ? text.lines[line - 1] : 0},
                    {"detail", first.text}},
                   why.reason.message});
    }
}

opencl::Program OpenClPrograms::built(const KernelLaunch& launch) {
    if (launch.code) {
        const auto known = m_own.find(launch.code);
        if (known != m_own.end()) return known->second;
        return m_own.emplace(launch.code, build(launch.text, *launch.code)).first->second;
    }
    const auto known = m_programs.find(launch.text);
    if (known != m_programs.end()) return known->second;
    const auto text = openClKernelText(launch.text);
    if (!text) throw WorkFailed{text.error()};
    if (text->has_doubles && !m_facts.has_doubles)
        throw WorkFailed{{"opencl_no_doubles", {{"name", m_facts.name}}}};
    return m_programs.emplace(launch.text, build(launch.text, text->text)).first->second;
}

opencl::Kernel OpenClPrograms::kernelOf(const KernelLaunch& launch) {
    const std::pair<const void*, std::string_view> name{launch.code.get(), launch.kernel};
    const auto known = m_kernels.find(name);
    if (known != m_kernels.end()) return known->second;
    std::int32_t state = opencl::kSuccess;
    const opencl::Kernel kernel = m_calls.createKernel(built(launch), launch.kernel, &state);
    check(state, "clCreateKernel");
    checkLimits(kernel, launch);
    return m_kernels.emplace(name, kernel).first->second;
}

void OpenClPrograms::checkLimits(opencl::Kernel kernel, const KernelLaunch& launch) const {
    std::size_t most = 0;
    check(m_calls.groupInfo(kernel, m_facts.id, opencl::kKernelGroupSize, sizeof most, &most,
                            nullptr),
          "clGetKernelWorkGroupInfo");
    most = std::min(most, m_facts.group_size);
    const std::size_t threads = std::size_t{launch.threads} * launch.threads_y;
    if (threads > most || launch.threads > m_facts.group_x || launch.threads_y > m_facts.group_y)
        throw WorkFailed{{"opencl_group_too_large",
                          {{"kernel", launch.kernel},
                           {"threads", threads},
                           {"most", most},
                           {"name", m_facts.name}}}};
    std::uint64_t local_bytes = 0;
    check(m_calls.groupInfo(kernel, m_facts.id, opencl::kKernelLocalBytes, sizeof local_bytes,
                            &local_bytes, nullptr),
          "clGetKernelWorkGroupInfo");
    if (local_bytes > m_facts.local_bytes)
        throw WorkFailed{{"opencl_local_too_large",
                          {{"kernel", launch.kernel},
                           {"asked_bytes", local_bytes},
                           {"most_bytes", m_facts.local_bytes},
                           {"name", m_facts.name}}}};
}

void OpenClPrograms::launch(const KernelLaunch& launch, OpenClMemory& memory, opencl::Queue queue) {
    if (launch.blocks == 0 || launch.blocks_y == 0) return;
    const opencl::Kernel kernel = kernelOf(launch);
    std::uint32_t index = 0;
    const auto set = [&](std::size_t size, const void* value) {
        check(m_calls.setArgument(kernel, index++, size, value), "clSetKernelArg");
    };
    std::vector<const void*> places;
    for (const KernelLaunch::Argument& argument : launch.arguments)
        std::visit(
            [&](const auto& value) {
                if constexpr (std::is_same_v<std::decay_t<decltype(value)>, const void*>) {
                    const opencl::Memory buffer = memory.argument(value);
                    set(sizeof buffer, &buffer);
                    places.push_back(value);
                } else {
                    set(sizeof value, &value);
                }
            },
            argument);
    for (const void* place : places) memory.giveToDevice(queue, place);
    const std::size_t threads[]{launch.threads, launch.threads_y};
    const std::size_t all[]{std::size_t{launch.blocks} * threads[0],
                            std::size_t{launch.blocks_y} * threads[1]};
    check(m_calls.launch(queue, kernel, 2, nullptr, all, threads, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    for (const void* place : places) memory.giveToHost(queue, place);
}

}  // namespace duelo
