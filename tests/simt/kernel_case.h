// SPDX-License-Identifier: Apache-2.0
// A kernel of tests/simt/kernels: its text, which says in its first lines how it is launched and
// what is wrong with it, and what CUDA's compiler made of it.
#pragma once

#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "simt/ptx_machine.h"
#include "simt/ptx_order.h"

namespace duelo::test {

struct KernelCase {
    struct Buffer {
        std::string name;
        unsigned count = 0;
        bool filled = false;
    };
    std::string text{}, ptx{}, finds{};  ///< a code; empty: nothing is wrong
    int line = 0;                        ///< of the mistake: it has the remark "HERE"
    simt::Dim grid{}, block{};
    std::vector<Buffer> buffers{};
    int n = 0;
};

inline std::string fileText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// `path` without its ending.
inline KernelCase kernelCase(const std::string& path) {
    KernelCase made{.text = fileText(path + ".cu"), .ptx = fileText(path + ".ptx")};
    std::istringstream lines(made.text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        char word[32] = {}, filled[16] = {};
        unsigned count = 0;
        if (line.find("// HERE") != line.npos) made.line = number;
        if (std::sscanf(line.c_str(), "// launch: %ux%u blocks of %ux%u", &made.grid.x,
                        &made.grid.y, &made.block.x, &made.block.y) == 4)
            continue;
        if (std::sscanf(line.c_str(), "// n = %d", &made.n) == 1) continue;
        if (std::sscanf(line.c_str(), "// finds: %31s", word) == 1)
            made.finds = word;
        else if (std::sscanf(line.c_str(), "// %31[a-z]: %u %15s", word, &count, filled) >= 2)
            made.buffers.push_back({word, count, std::string(filled) == "filled"});
    }
    return made;
}

/// The values in the last buffer after a run.
using Left = std::vector<float>;

struct KernelRun {
    Result<Left> left;
    simt::Counters counters{};
    std::string printed{};
    std::uint64_t steps = 0;
};

inline KernelRun runCase(const simt::ptx::Module& module, const KernelCase& of,
                         const std::string& file, bool backwards,
                         const simt::ptx::Limits& limits = {}) {
    simt::ptx::Machine gpu(module, file, limits);
    gpu.goBackwards(backwards);
    std::vector<simt::ptx::Argument> arguments;
    std::uint64_t last = 0;
    for (const KernelCase::Buffer& buffer : of.buffers) {
        last = gpu.allocate(buffer.name, buffer.count * sizeof(float)).value_or(0);
        std::vector<float> values(buffer.count);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>((i * 7919 + 13) % 101) / 101;
        if (buffer.filled)
            gpu.copyIn(last, {reinterpret_cast<const std::uint8_t*>(values.data()),
                              values.size() * sizeof(float)});
        arguments.push_back(simt::ptx::argument(last));
    }
    arguments.push_back(simt::ptx::argument(of.n));
    const auto done = gpu.launch("kernel", of.grid, of.block, arguments);
    KernelRun run{.left = done ? Result<Left>(Left{}) : tl::unexpected(done.error()),
                  .counters = gpu.counters(),
                  .printed = gpu.printed(),
                  .steps = gpu.steps()};
    if (!done || of.buffers.empty()) return run;
    const auto bytes = gpu.copyOut(last);
    run.left->resize(bytes.size() / sizeof(float));
    std::memcpy(run.left->data(), bytes.data(), bytes.size());
    return run;
}

/// Returns the mistake of a kernel: none, the reason of the first run, or how the second run
/// differs.
inline std::optional<Reason> mistakeOf(const KernelCase& of, const std::string& file,
                                       const simt::ptx::Limits& limits = {}) {
    const auto module = simt::ptx::readModule(of.ptx);
    if (!module) return module.error();
    const KernelRun forwards = runCase(*module, of, file, false, limits);
    if (!forwards.left) return forwards.left.error();
    const KernelRun backwards = runCase(*module, of, file, true, limits);
    if (!backwards.left) return backwards.left.error();
    return simt::ptx::orderFault(*forwards.left, *backwards.left, "kernel", of.buffers.back().name);
}

}  // namespace duelo::test
