// SPDX-License-Identifier: Apache-2.0
#include "experiments/work_program.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "experiments/python_program.h"
#include "experiments/work_program_parts.h"
#include "plan/protocol.h"
#include "report/kernel_comments.h"
#include "report/kernel_text.h"
#include "report/labels.h"
#include "resources/resources.h"

namespace duelo {
namespace {

constexpr std::array kSaid{"work_wrong", "work_memory", "work_slow",
                           "gpu_none",   "gpu_failed",  "threads_word"};

/// Returns a text as C has it between quotation marks.
std::string cLiteral(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        char octal[8];
        std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned char>(c));
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? std::string(octal) : std::string(1, c);
    }
    return out + '"';
}

std::string titleOf(const Spec& spec, const Params& work, const Text& text) {
    return shortName(&spec, work, text);
}

/// Writes the program up to the settings that all have; `module` is "numpy" or "torch".
void begin(PythonProgram& out, const Plan& plan, const Text& text, const PythonWork& work,
           const std::string& module) {
    out.begin({work.about, "plan", "needs", "work_read_back", "work_differs"}, {{module, module}});
    out.part("\nimport json\nimport statistics\nimport time\n\n");
    out.line(module == "numpy" ? "import numpy as np" : "import " + module);
    out.line("");
    out.line("EXPERIMENT = " + pythonLiteral(work.spec.id));
    out.line(std::string("TECHNOLOGY = ") +
             (module == "numpy" ? "\"Python, NumPy\"" : "\"Python, PyTorch\""));
    out.comment("work_cases");
    out.line("WORKS = [");
    for (const Params& one : worksOf(plan, work.spec))
        out.line("    (" + pythonLiteral(titleOf(work.spec, one, text)) + ", " +
                 pythonValue(one.json()) + "),");
    out.line("]");
    out.protocol();
}

class CProgram : public ProgramText {
public:
    CProgram(const Plan& plan, const Text& text, const CWork& work)
        : ProgramText(plan, text, "//"), m_work(work) {}

    std::string write(bool cuda) {
        for (const char* key : {m_work.about, "plan", cuda ? "cuda_needs" : "c_needs",
                                "work_read_back", "work_differs"})
            comment(key);
        part(cuda ? work_parts::cuda_includes : work_parts::c_includes);
        settings(cuda);
        cases();
        if (!m_work.texts.empty()) {
            line("");
            comment("work_text");
            m_out += textFor(m_work.texts, text().language());
        }
        ways();
        part(work_parts::c_measuring);
        // A function that nobody calls is a warning in C.
        if (std::ranges::any_of(m_work.sources, [](std::string_view source) {
                return source.find("room(") != source.npos;
            }))
            part(work_parts::c_room);
        if (cuda) part(work_parts::cuda_checking);
        for (const std::string_view source : m_work.sources) part(source);
        part(work_parts::c_telling);
        part(cuda ? work_parts::cuda_main : work_parts::c_main);
        return std::move(m_out);
    }

private:
    void settings(bool cuda) {
        const Protocol& protocol = protocolOf(plan().preset);
        line("");
        line("#define EXPERIMENT " + cLiteral(m_work.spec.id));
        line(std::string("#define TECHNOLOGY ") + (cuda ? "\"CUDA\"" : "\"C, OpenMP\""));
        comment("protocol");
        line("#define WARM_UP " + std::to_string(kWarmUpCalls));
        line("#define MIN_RUNS " + std::to_string(protocol.n_min));
        line("#define MOST_RUNS " + std::to_string(protocol.n_max));
        line("#define MIN_SECONDS " + formatExact(protocol.t_min_ms / 1000));
        line("#define MAX_SECONDS " + formatExact(protocol.t_max_ms / 1000));
        if (!cuda) threads();
        for (const char* key : kSaid) {
            std::string sentence = words(std::string("script.") + key);
            if (const std::size_t at = sentence.find("{n}"); at != sentence.npos)
                sentence.replace(at, 3, "%d");
            line(std::string("#define SAY_") + key + " " + cLiteral(sentence));
        }
    }

    void threads() {
        std::string list;
        for (const Json& one : valuesIn(plan().variants.front(), "threads"))
            list += (list.empty() ? "" : ", ") + one.dump();
        comment("c_threads");
        line("static const int THREADS[] = {" + (list.empty() ? "0" : list) + "};");
    }

    void cases() {
        line("");
        comment("work_cases");
        line("struct Case {");
        line("    const char *title, *work;");
        m_out += m_work.case_fields;
        line("};");
        line("static const struct Case CASES[] = {");
        for (const Params& work : worksOf(plan(), m_work.spec))
            line("    {" + cLiteral(titleOf(m_work.spec, work, text())) + ", " +
                 cLiteral(work.json().dump()) + ", " + m_work.case_values(work) + "},");
        line("};");
    }

    void ways() {
        line("");
        comment("work_ways");
        line("struct Way {");
        line("    const char *title, *variant;");
        line("    int shared;");
        m_out += m_work.way_fields;
        line("};");
        line("static const struct Way WAYS[] = {");
        for (const CWay& way : m_work.ways) {
            const std::string json = way.variant.json().dump();
            line("    {" + cLiteral(way.title) + ", " +
                 cLiteral(std::string_view(json).substr(1, json.size() - 2)) + ", " +
                 (way.shared ? "1" : "0") + (way.values.empty() ? "" : ", ") + way.values + "},");
        }
        line("};");
    }

    const CWork& m_work;
};

}  // namespace

std::vector<Params> worksOf(const Plan& plan, const Spec& spec) {
    // Cases alone: whatever the plan's variants are for.
    Plan cases = plan;
    Block cpu;
    cpu[kDeviceAxis] = {word(Device::Cpu)};
    cases.variants.assign(1, cpu);
    std::vector<Params> works;
    for (const Cell& cell : expand(cases, spec, Facts{}))
        if (std::ranges::find(works, cell.work) == works.end()) works.push_back(cell.work);
    return works;
}

std::string numpyProgram(const Plan& plan, const Text& text, const PythonWork& work) {
    PythonProgram out(plan, text);
    begin(out, plan, text, work, "numpy");
    Json way{{kDeviceAxis, word(Device::Cpu)}};
    if (work.spec.find("precision")) way["precision"] = word(Precision::Fp32);
    out.comment("numpy_threads");
    out.line("WAY = " + pythonValue(way));
    out.endSettings();
    out.part(work_parts::numpy_words);
    for (const std::string_view source : work.sources) out.part(source);
    out.part(work_parts::python_measuring);
    out.part(work_parts::numpy_main);
    return out.take();
}

std::string torchProgram(const Plan& plan, const Text& text, const PythonWork& work) {
    PythonProgram out(plan, text);
    begin(out, plan, text, work, "torch");
    out.line("WAY = " + pythonValue(work.way));
    out.line(std::string("SAYS_PRECISION = ") + (work.spec.find("precision") ? "True" : "False"));
    out.variants({}, {});
    out.deviceWords("TITLES", "report.column_cpu", "report.column_gpu");
    out.functions();
    out.part(work_parts::torch_words);
    for (const std::string_view source : work.sources) out.part(source);
    out.part(work_parts::python_measuring);
    out.part(work_parts::torch_main);
    return out.take();
}

std::string cProgram(const Plan& plan, const Text& text, const CWork& work) {
    return CProgram(plan, text, work).write(false);
}

std::string cudaProgram(const Plan& plan, const Text& text, const CWork& work) {
    return CProgram(plan, text, work).write(true);
}

std::string kernelSource(std::string_view text, std::string_view name_space) {
    const std::string name(name_space);
    std::string out = name.empty() ? "\n" : "\nnamespace " + name + " {\n\n";
    for (const std::string_view line : linesOf(text))
        if (!line.starts_with("// SPDX") && !line.starts_with("#include \"") &&
            line != "#pragma once")
            out.append(line) += '\n';
    return out + (name.empty() ? "" : "\n}  // namespace " + name + "\n");
}

}  // namespace duelo
