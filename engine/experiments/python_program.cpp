// SPDX-License-Identifier: Apache-2.0
#include "experiments/python_program.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/utf8.h"
#include "plan/protocol.h"

namespace duelo {
namespace {

constexpr std::string_view kVariants = R"py(

#@wait
def wait(device):
    if device == "cuda":
        torch.cuda.synchronize()


#@variants
def variants():
    devices = list(DEVICES)
    if "cuda" in devices and not torch.cuda.is_available():
        print(SAY["no_gpu"])
        devices = ["cpu"]
    chosen = []
    for device in devices:
        for threads in THREADS if device == "cpu" else [0]:
            for precision in PRECISIONS:
                for mode in MODES:
                    if precision != "int8" or (device, mode) == ("cpu", "compiled"):
                        chosen.append((device, threads, precision, mode))
    yielded = []
    for variant in chosen:
        device, threads, precision, mode = variant
        if mode in UNEQUALLED:
            print(SAY["fused_skipped"].format(variant=title(variant)))
        elif mode == "graph" and device == "cpu":
            print(SAY["graph_skipped"].format(variant=title(variant)))
        elif device == "cpu" and precision in ("tf32", "fp16"):
            print(SAY["precision_skipped"].format(variant=title(variant)))
        else:
            if mode in SAME_MATHEMATICS:
                print(SAY["same_measured"].format(variant=title(variant)))
                variant = device, threads, precision, "eager"
            if variant not in yielded:
                yielded.append(variant)
                yield variant


#@details
def details(variant):
    device, threads, precision, mode = variant
    words = []
    if len(THREADS) > 1 and device == "cpu":
        words.append(SAY["threads_word"].format(n=threads or DEFAULT_THREADS))
    if len(PRECISIONS) > 1:
        words.append(precision)
    if len(MODES) > 1:
        words.append(mode)
    return ", ".join(words)


def title(variant):
    return ", ".join(filter(None, [TITLES[variant[0]], details(variant)]))


def use(variant):
    device, threads, precision, mode = variant
    if device == "cpu":
        torch.set_num_threads(threads or DEFAULT_THREADS)
    else:
        #@tf32
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
)py";

/// Characters that show nothing or turn the text around them.
bool isHidden(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E ||
           (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFF) ||
           (c >= 0xE0000 && c <= 0xE0FFF);
}

std::string escapedForPython(char32_t c) {
    char digits[16];
    std::snprintf(digits, sizeof digits,
                  c < 0x100     ? "\\x%02x"
                  : c < 0x10000 ? "\\u%04x"
                                : "\\U%08x",
                  static_cast<unsigned>(c));
    return digits;
}

}  // namespace

std::string pythonLiteral(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text.substr(at));
        if (length == 0) {
            out += escapedForPython(0xDC00U + static_cast<unsigned char>(text[at++]));
            continue;
        }
        const std::string_view character = text.substr(at, length);
        const char32_t c = nextCodePoint(text, at);
        if (c == '"' || c == '\\') out += '\\';
        out += isHidden(c) ? escapedForPython(c) : std::string(character);
    }
    return out + '"';
}

std::string pythonValue(const Json& value) {
    if (value.is_string()) return pythonLiteral(value.get_ref<const std::string&>());
    if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
    if (value.is_null()) return "None";
    std::string out;
    if (value.is_object()) {
        for (const auto& [key, item] : value.items())
            out += (out.empty() ? "" : ", ") + pythonLiteral(key) + ": " + pythonValue(item);
        return "{" + out + "}";
    }
    if (!value.is_array()) return value.dump();
    out = "[";
    for (const Json& item : value) out += (out.size() == 1 ? "" : ", ") + pythonValue(item);
    return out + "]";
}

void PythonProgram::begin(std::initializer_list<const char*> keys,
                          std::vector<std::pair<std::string, std::string>> modules) {
    std::string needs;
    for (const auto& [module, package] : modules) {
        m_packages += (m_packages.empty() ? "" : " ") + package;
        needs +=
            (needs.empty() ? "" : ", ") + pythonLiteral(module) + ": " + pythonLiteral(package);
    }
    line("#!/usr/bin/env python3");
    for (const char* key : keys) comment(key);
    line("import importlib.util");
    line("import sys");
    line("");
    comment("packages");
    line("NEEDS = {" + needs + "}");
    line("MISSING = [NEEDS[name] for name in NEEDS if importlib.util.find_spec(name) is None]");
    line("if MISSING:");
    line("    sys.exit(" + pythonLiteral(words("script.packages_missing")) +
         ".format(missing=\" \".join(MISSING)))");
}

void PythonProgram::variants(std::initializer_list<std::string_view> unequalled,
                             std::initializer_list<std::string_view> same) {
    const Block& block = plan().variants.front();
    const auto list = [&](const char* name, std::string_view axis, const Json& usual) {
        const std::vector<Json>& values = valuesIn(block, axis);
        line(std::string(name) + " = " +
             pythonValue(values.empty() ? Json::array({usual}) : Json(values)));
    };
    const auto modes = [&](const char* name, std::initializer_list<std::string_view> of) {
        line(name + (" = " + pythonValue(Json(std::vector<std::string>(of.begin(), of.end())))));
    };
    comment("devices");
    std::vector<Json> devices = valuesIn(block, "device");
    // PyTorch has no devices by OpenCL.
    std::erase_if(devices, [](const Json& one) {
        return deviceOf(Params{{kDeviceAxis, one}}).api == Api::OpenCl;
    });
    if (std::ranges::find(devices, Json("cuda")) == devices.end()) devices.emplace_back("cuda");
    line("DEVICES = " + pythonValue(Json(devices)));
    comment("threads");
    list("THREADS", "threads", 0);
    line("DEFAULT_THREADS = torch.get_num_threads()");
    list("PRECISIONS", "precision", word(Precision::Fp32));
    list("MODES", "mode", word(Mode::Eager));
    if (unequalled.size() > 0) comment("fused");
    modes("UNEQUALLED", unequalled);
    if (same.size() > 0) comment("same");
    modes("SAME_MATHEMATICS", same);
}

void PythonProgram::protocol() {
    const Protocol& protocol = protocolOf(plan().preset);
    comment("protocol");
    line("WARM_UP = " + std::to_string(kWarmUpCalls));
    line("MIN_RUNS = " + std::to_string(protocol.n_min));
    line("MIN_SECONDS = " + formatExact(protocol.t_min_ms / 1000));
    line("MAX_SECONDS = " + formatExact(protocol.t_max_ms / 1000));
}

void PythonProgram::deviceWords(const std::string& name, const char* cpu, const char* cuda) {
    line(name + " = {\"cpu\": " + pythonLiteral(words(cpu)) + ",");
    line(std::string(name.size() + 4, ' ') + "\"cuda\": " + pythonLiteral(words(cuda)) + "}");
}

void PythonProgram::functions() {
    endSettings();
    part(kVariants);
}

void PythonProgram::endSettings() {
    m_head = std::exchange(m_out, {});
}

std::string PythonProgram::take() {
    return m_head + sayings() + m_out;
}

/// Returns the sentences that the program's functions say, and no others.
std::string PythonProgram::sayings() const {
    std::string out = "SAY = {\n";
    for (const std::string& key : text().keys("script"))
        if (m_out.find("SAY[\"" + key + "\"]") != std::string::npos)
            out += "    \"" + key + "\": " + pythonLiteral(words("script." + key)) + ",\n";
    return out + "}\n";
}

}  // namespace duelo
