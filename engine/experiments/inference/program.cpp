// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/program.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "base/places.h"
#include "base/utf8.h"
#include "experiments/inference/params.h"
#include "experiments/inference/program_parts.h"
#include "plan/protocol.h"

namespace duelo {
namespace {

constexpr std::string_view kLite0 = "efficientnet_lite0";
constexpr std::size_t kCommentWidth = 92;
constexpr int kWarmUpCalls = 5;

/// Characters that show nothing or turn the text around them.
bool isHidden(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || c == 0x180E ||
           (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFF) ||
           (c >= 0xE0000 && c <= 0xE0FFF);
}

std::string escaped(char32_t c) {
    char digits[16];
    std::snprintf(digits, sizeof digits,
                  c < 0x100     ? "\\x%02x"
                  : c < 0x10000 ? "\\u%04x"
                                : "\\U%08x",
                  static_cast<unsigned>(c));
    return digits;
}

std::size_t lengthOf(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

template <typename List, typename Show>
std::string pythonList(const List& list, const Show& show) {
    std::string out = "[";
    for (const auto& item : list) out += (out.size() == 1 ? "" : ", ") + show(item);
    return out + "]";
}

std::string literalOf(const Json& value) {
    return value.is_string() ? pythonLiteral(value.get<std::string>()) : value.dump();
}

/// A list of a block as Python writes it.
std::string listOf(const Block& block, std::string_view axis) {
    return pythonList(valuesIn(block, axis), literalOf);
}

std::string inputPath(const std::string& input) {
    if (!input.starts_with(kSamplePrefix)) return input;
    const std::string name = input.substr(kSamplePrefix.size());
    const auto shipped = shippedFile("samples/" + name);
    return shipped ? utf8(*shipped) : name;
}

class Script {
public:
    Script(const Plan& plan, const Text& text) : m_plan(plan), m_text(text) {
        for (const Block& block : plan.cases) {
            for (const Json& input : valuesIn(block, "input")) m_photos |= input != kRandomInput;
            for (const Json& model : valuesIn(block, "model")) {
                m_lite0 |= model == kLite0;
                for (const Json& file : valuesIn(block, "weights")) m_weights.emplace(model, file);
            }
        }
    }

    std::string write() {
        m_out = "#!/usr/bin/env python3\n";
        for (const char* key : {"title", "plan", "needs", "differs"}) comment(key, {});
        part(pytorch::imports);
        part(pytorch::after_imports);
        if (m_photos) part(pytorch::photo_imports);
        settings();
        std::string head = std::exchange(m_out, {});
        functions();
        return head + sayings() + m_out;
    }

private:
    void settings() {
        m_out += "\n";
        comment("work", {});
        m_out += "SWEEPS = [\n";
        for (const Block& block : m_plan.cases)
            m_out += "    {\"models\": " + listOf(block, "model") + ", \"inputs\": " +
                     pythonList(valuesIn(block, "input"),
                                [](const Json& input) {
                                    return pythonLiteral(inputPath(input.get<std::string>()));
                                }) +
                     ",\n     \"sizes\": " + listOf(block, "size_px") +
                     ", \"batches\": " + listOf(block, "batch") + "},\n";
        const Block& variants = m_plan.variants.front();
        m_out += "]\nDEVICES = " + listOf(variants, "device") + "\n";
        comment("threads", {});
        m_out += "THREADS = " + listOf(variants, "threads") + "\n";
        m_out += "DEFAULT_THREADS = torch.get_num_threads()\n";
        m_out += "PRECISIONS = " + listOf(variants, "precision") + "\n";
        comment("dtype", {});
        m_out +=
            "DTYPES = {\"fp32\": torch.float32, \"tf32\": torch.float32,\n"
            "          \"bf16\": torch.bfloat16, \"fp16\": torch.float16}\n";
        m_out += "MODES = " + listOf(variants, "mode") + "\n";
        m_out += "SEED = " + setting("seed").dump() + "\n";
        protocol();
        comment("download", {});
        m_out += "DOWNLOAD = False\n";
        if (!m_weights.empty()) {
            comment("weight_files", {});
            m_out += "WEIGHT_FILES = {\n";
            for (const auto& [model, file] : m_weights)
                m_out += "    " + literalOf(model) + ": " + literalOf(file) + ",\n";
            m_out += "}\n";
        }
        if (m_photos) normalisation();
        devices("TITLES", "report.column_cpu", "report.column_gpu");
        devices("LINES", "report.time_cpu", "report.time_gpu");
    }

    /// The same in all blocks.
    const Json& setting(std::string_view axis) const {
        return valuesIn(m_plan.cases.front(), axis).front();
    }

    void devices(const std::string& name, const char* cpu, const char* cuda) {
        m_out += name + " = {\"cpu\": " + pythonLiteral(words(cpu)) + ",\n" +
                 std::string(name.size() + 4, ' ') + "\"cuda\": " + pythonLiteral(words(cuda)) +
                 "}\n";
    }

    void protocol() {
        const Protocol& protocol = protocolOf(m_plan.preset);
        comment("protocol", {});
        m_out += "WARM_UP = " + std::to_string(kWarmUpCalls) + "\n";
        m_out += "MIN_RUNS = " + std::to_string(protocol.n_min) + "\n";
        m_out += "MIN_SECONDS = " + formatExact(protocol.t_min_ms / 1000) + "\n";
        m_out += "MAX_SECONDS = " + formatExact(protocol.t_max_ms / 1000) + "\n";
    }

    void normalisation() {
        const char* imagenet = "([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])";
        const bool script = setting("preprocess") == "script";
        comment(script ? "normalise_script" : "normalise_imagenet", {});
        m_out += std::string("MEAN_AND_STD = {\"*\": ") +
                 (script ? "([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])" : imagenet);
        if (m_lite0 && setting("preprocess") == "model")
            m_out +=
                ",\n                \"efficientnet_lite0\": ([127 / 255] * 3, [128 / 255] * 3)";
        m_out += "}\n";
    }

    void functions() {
        if (!m_weights.empty()) part(pytorch::weight_files);
        if (m_lite0) part(pytorch::lite0);
        std::string build(pytorch::build);
        replace(build, "@weights@", m_weights.empty() ? "" : pytorch::build_weights);
        replace(build, "@lite0@", m_lite0 ? pytorch::build_lite0 : "");
        part(build);
        if (m_photos) {
            part(pytorch::photo_begin);
            part(setting("fit") == "letterbox"     ? pytorch::photo_letterbox
                 : setting("fit") == "centre_crop" ? pytorch::photo_centre_crop
                                                   : pytorch::photo_square);
            part(pytorch::photo_end);
        }
        part(m_photos ? pytorch::input_photo : pytorch::input_random);
        for (const std::string_view each :
             {pytorch::measuring, pytorch::variants, pytorch::reporting, pytorch::main})
            part(each);
    }

    /// What the functions written so far say, and nothing else.
    std::string sayings() const {
        std::string out =
            "SAY = {\n    \"size\": " + pythonLiteral(words("report.column_size")) + ",\n";
        for (const std::string& key : m_text.keys("script"))
            if (m_out.find("SAY[\"" + key + "\"]") != std::string::npos)
                out += "    \"" + key + "\": " + pythonLiteral(words("script." + key)) + ",\n";
        return out + "}\n";
    }

    static void replace(std::string& in, std::string_view what, std::string_view by) {
        in.replace(in.find(what), what.size(), by);
    }

    /// The placeholders of the texts stay for Python's str.format().
    std::string words(const std::string& key) const {
        return m_text(key, {{"time", "{time:.4f}"},
                            {"share", "{share:.1f}"},
                            {"label", "{label}"},
                            {"error", "{error}"},
                            {"model", "{model}"},
                            {"path", "{path}"},
                            {"variant", "{variant}"},
                            {"n", "{n}"},
                            {"hash", planHash(toJson(m_plan))},
                            {"preset", word(m_plan.preset)}});
    }

    void comment(const std::string& key, std::string_view indent) {
        const std::string text = words("script." + key);
        const std::string head = std::string(indent) + "#";
        std::string line = head;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find(' ', at), text.size());
            const std::string_view next = std::string_view(text).substr(at, end - at);
            if (lengthOf(line) + 1 + lengthOf(next) > kCommentWidth && line != head) {
                m_out += line + "\n";
                line = head;
            }
            line += " " + std::string(next);
            at = end + 1;
        }
        m_out += line + "\n";
    }

    void part(std::string_view source) {
        while (!source.empty()) {
            const std::size_t end = std::min(source.find('\n'), source.size());
            const std::string_view line = source.substr(0, end);
            const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
            if (line.substr(indent).starts_with("#@"))
                comment(std::string(line.substr(indent + 2)), line.substr(0, indent));
            else
                m_out.append(line) += '\n';
            source.remove_prefix(std::min(end + 1, source.size()));
        }
    }

    const Plan& m_plan;
    const Text& m_text;
    std::map<Json, Json> m_weights;  ///< model -> file
    bool m_photos = false, m_lite0 = false;
    std::string m_out;
};

}  // namespace

std::string pythonLiteral(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text.substr(at));
        if (length == 0) {
            out += escaped(0xDC00U + static_cast<unsigned char>(text[at++]));
            continue;
        }
        const std::string_view character = text.substr(at, length);
        const char32_t c = nextCodePoint(text, at);
        if (c == '"' || c == '\\') out += '\\';
        out += isHidden(c) ? escaped(c) : std::string(character);
    }
    return out + '"';
}

Result<std::string> pytorchScript(const Plan& plan, const Text& text) {
    if (plan.experiment != "inference") return fail("script_of_inference_only");
    for (const auto& [name, blocks] :
         {std::pair("cases", &plan.cases), {"variants", &plan.variants}})
        if (blocks->empty()) return fail("list_empty", {{"field", name}});
    // The program has one list of variants and one value of each setting.
    if (plan.variants.size() > 1) return fail("script_blocks_differ", {{"field", "variants[1]"}});
    for (const char* axis : {"seed", "preprocess", "fit"})
        for (std::size_t i = 0; i < plan.cases.size(); ++i) {
            const std::string field = "cases[" + std::to_string(i) + "]." + axis;
            const std::vector<Json>& values = valuesIn(plan.cases[i], axis);
            if (values.empty()) return fail("field_missing", {{"field", field}});
            if (values != valuesIn(plan.cases.front(), axis))
                return fail("script_blocks_differ", {{"field", field}});
        }
    return Script(plan, text).write();
}

}  // namespace duelo
