// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/program.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/places.h"
#include "experiments/inference/params.h"
#include "experiments/inference/program_parts.h"
#include "experiments/python_network.h"
#include "experiments/python_program.h"
#include "experiments/specs.h"
#include "networks/registry.h"
#include "networks/trainable.h"
#include "networks/trained_network.h"
#include "plan/instances.h"

namespace duelo {
namespace {

constexpr std::string_view kLite0 = "efficientnet_lite0";
constexpr int kShownOutputs = 10;  ///< of a network that has learnt nothing

std::string pythonValues(const Block& block, std::string_view axis) {
    return pythonValue(Json(valuesIn(block, axis)));
}

std::string inputPath(const std::string& input) {
    if (!input.starts_with(kSamplePrefix)) return input;
    const std::string name = input.substr(kSamplePrefix.size());
    const auto shipped = shippedFile("samples/" + name);
    return shipped ? utf8(*shipped) : name;
}

Json inputPaths(const Json& input) {
    if (!input.is_array()) return inputPath(input.get<std::string>());
    Json paths = Json::array();
    for (const Json& one : input) paths.push_back(inputPath(one.get<std::string>()));
    return paths;
}

/// torchvision makes such a network for images of one size.
bool hasPositions(const std::string& model) {
    const auto info = findModel(model);
    return info && std::ranges::count((*info)->network.nodes(), Op::Positions, &Node::op) > 0;
}

class Script {
public:
    Script(const Plan& plan, const Text& text) : m_plan(plan), m_out(plan, text) {
        for (const Block& block : plan.cases) {
            for (const Json& input : valuesIn(block, "input")) m_photos |= input != kRandomInput;
            for (const Json& model : networksOf(block)) {
                const auto name = model.get<std::string>();
                m_lite0 |= name == kLite0;
                m_sized |= hasPositions(name);
                if (fixedSidePx(name) > 0) m_trained.insert(name);
                for (const Json& file : valuesIn(block, "weights")) m_weights.emplace(model, file);
            }
        }
        for (const Json& mode : valuesIn(plan.variants.front(), "mode"))
            m_graphs |= mode == "graph";
    }

    Result<std::string> write() {
        std::vector<std::pair<std::string, std::string>> modules{{"torch", "torch"},
                                                                 {"torchvision", "torchvision"}};
        if (m_photos) modules.emplace_back("PIL", "pillow");
        if (readsSafetensors()) modules.emplace_back("safetensors", "safetensors");
        m_out.begin({"title", "plan", "needs", "differs"}, std::move(modules));
        m_out.part(pytorch::imports);
        m_out.part(pytorch::after_imports);
        if (!m_trained.empty()) m_out.part(pytorch::network_imports);
        if (m_photos) m_out.part(pytorch::photo_imports);
        settings();
        if (!m_trained.empty())
            if (auto written = networks(); !written) return tl::unexpected(written.error());
        m_out.functions();
        functions();
        return m_out.take();
    }

private:
    void settings() {
        m_out.line("");
        m_out.comment("work");
        m_out.line("SWEEPS = [");
        for (const Block& block : m_plan.cases) {
            Json inputs = Json::array();
            for (const Json& input : valuesIn(block, "input")) inputs.push_back(inputPaths(input));
            m_out.line("    {\"models\": " + pythonValue(networksOf(block)) +
                       ", \"inputs\": " + pythonValue(inputs) + ",");
            m_out.line("     \"sizes\": " + pythonValues(block, "size_px") +
                       ", \"batches\": " + pythonValues(block, "batch") + "},");
        }
        m_out.line("]");
        m_out.variants({"compiled", "overlapped"}, {"fused"});
        if (!valuesIn(m_plan.variants.front(), kInstancesAxis).empty()) m_out.comment("instances");
        m_out.comment("dtype");
        m_out.line("DTYPES = {\"fp32\": torch.float32, \"tf32\": torch.float32,");
        m_out.line("          \"bf16\": torch.bfloat16, \"fp16\": torch.float16}");
        m_out.line("SEED = " + setting("seed").dump());
        m_out.protocol();
        m_out.comment("download");
        m_out.line("DOWNLOAD = False");
        if (!m_weights.empty()) {
            m_out.comment("weight_files");
            m_out.line("WEIGHT_FILES = {");
            for (const auto& [model, file] : m_weights)
                m_out.line("    " + pythonValue(model) + ": " + pythonValue(file) + ",");
            m_out.line("}");
        }
        if (m_photos) normalisation();
        m_out.line("SIZE = " + pythonLiteral(m_out.words("head.size_px")));
        m_out.deviceWords("TITLES", "report.column_cpu", "report.column_gpu");
        m_out.deviceWords("LINES", "report.time_cpu", "report.time_gpu");
    }

    [[nodiscard]] bool readsSafetensors() const {
        return std::ranges::any_of(m_weights, [](const auto& one) {
            return one.second.is_string() &&
                   one.second.template get<std::string>().ends_with(".safetensors");
        });
    }

    static Json networksOf(const Block& block) {
        return networkNames(valuesIn(block, "model"), valuesIn(block, "hidden"));
    }

    /// Writes the networks that Duelo trains: the mode of their pictures, their side, and their
    /// layers with the names that their tensors have in a file.
    Result<void> networks() {
        m_out.comment("trained_networks");
        m_out.line("OUTPUTS = " + std::to_string(kShownOutputs));
        if (m_weights.empty()) m_out.line("WEIGHT_FILES = {}");
        m_out.line("NETWORKS = {");
        for (const std::string& name : m_trained) {
            const auto model = trainableModel(name, 1);
            if (!model) return tl::unexpected(model.error());
            m_out.line("    " + pythonLiteral(name) + ": (" +
                       (model->channels == 1 ? "\"L\"" : "\"RGB\"") + ", " +
                       std::to_string(model->size_px) + ", lambda outputs: [");
            const auto nodes = model->network.nodes();
            for (std::size_t i = 0; i < nodes.size(); ++i)
                m_out.line("        (" + pythonLiteral(nodes[i].name) + ", " +
                           pythonLayer(nodes[i], i + 1 == nodes.size()) + "),");
            m_out.line("    ]),");
        }
        m_out.line("}");
        return {};
    }

    /// The same in all blocks.
    const Json& setting(std::string_view axis) const {
        return valuesIn(m_plan.cases.front(), axis).front();
    }

    [[nodiscard]] bool isScaled() const {
        const auto& decoding = valuesIn(m_plan.cases.front(), "decoding");
        return !decoding.empty() && decoding.front() == word(Decoding::Scaled);
    }

    void normalisation() {
        const char* imagenet = "([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])";
        const bool script = setting("preprocess") == "script";
        m_out.comment(script ? "normalise_script" : "normalise_imagenet");
        std::string values = std::string("MEAN_AND_STD = {\"*\": ") +
                             (script ? "([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])" : imagenet);
        if (m_lite0 && setting("preprocess") == "model")
            values +=
                ",\n                \"efficientnet_lite0\": ([127 / 255] * 3, [128 / 255] * 3)";
        // As they were trained.
        if (setting("preprocess") == "model")
            for (const std::string& name : m_trained)
                values += ",\n                " + pythonLiteral(name) + ": ([0.5] * 3, [0.5] * 3)";
        m_out.line(values + "}");
    }

    void functions() {
        if (!m_weights.empty() || !m_trained.empty()) m_out.part(pytorch::weight_files);
        if (!m_trained.empty()) m_out.part(pytorch::trained);
        if (m_lite0) m_out.part(pytorch::lite0);
        std::string build(pytorch::build);
        replace(build, "@weights@", m_weights.empty() ? "" : pytorch::build_weights);
        replace(build, "@trained@", m_trained.empty() ? "" : pytorch::build_trained);
        replace(build, "@lite0@", m_lite0 ? pytorch::build_lite0 : "");
        m_out.part(build);
        if (m_sized) m_out.part(pytorch::of_size);
        if (m_photos) {
            std::string begin(pytorch::photo_begin);
            replace(begin, "@draft@", isScaled() ? pytorch::photo_draft : "");
            m_out.part(begin);
            m_out.part(setting("fit") == "letterbox"     ? pytorch::photo_letterbox
                       : setting("fit") == "centre_crop" ? pytorch::photo_centre_crop
                                                         : pytorch::photo_square);
            std::string end(pytorch::photo_end);
            replace(end, "@mode@", m_trained.empty() ? "" : pytorch::photo_mode);
            m_out.part(end);
        }
        std::string input(m_photos ? pytorch::input_photo : pytorch::input_random);
        replace(input, "@channels@", m_trained.empty() ? "3" : pytorch::channels);
        m_out.part(input);
        if (m_graphs) m_out.part(pytorch::graph);
        std::string measuring(pytorch::measuring);
        replace(measuring, "@graph@", m_graphs ? pytorch::measuring_graph : "");
        m_out.part(measuring);
        m_out.part(pytorch::reporting);
        std::string last(pytorch::main);
        replace(last, "@sizes@", m_trained.empty() ? pytorch::sizes : pytorch::own_size);
        replace(last, "@sized@", m_sized ? pytorch::run_of_size : "");
        replace(last, "@network@", m_sized ? "sized" : "network");
        m_out.part(last);
    }

    static void replace(std::string& in, std::string_view what, std::string_view by) {
        in.replace(in.find(what), what.size(), by);
    }

    const Plan& m_plan;
    PythonProgram m_out;
    std::map<Json, Json> m_weights;   ///< model -> file
    std::set<std::string> m_trained;  ///< networks that Duelo trains
    bool m_photos = false, m_lite0 = false, m_graphs = false;
    bool m_sized = false;  ///< a network is made anew for each size
};

}  // namespace

Result<std::string> pytorchScript(const Plan& plan, const Text& text) {
    // The program has one value of each setting.
    for (const char* axis : {"seed", "preprocess", "fit", "decoding"})
        for (std::size_t i = 0; i < plan.cases.size(); ++i) {
            const std::string field = "cases[" + std::to_string(i) + "]." + axis;
            const std::vector<Json>& values = valuesIn(plan.cases[i], axis);
            if (values.empty() && !findSpec("inference")->find(axis)->optional)
                return fail("field_missing", {{"field", field}});
            if (values != valuesIn(plan.cases.front(), axis))
                return fail("script_blocks_differ", {{"field", field}});
        }
    if (valuesIn(plan.cases.front(), "fit").front() == "own") return fail("script_own_size");
    // It reads files.
    for (const Block& block : plan.cases) {
        for (const Json& inputs : valuesIn(block, "input"))
            for (const Json& input : inputs.is_array() ? inputs : Json::array({inputs}))
                if (const auto name = input.get<std::string>();
                    name != kRandomInput && !name.starts_with(kSamplePrefix) &&
                    findSpec("inference")->find("input")->names(name))
                    return fail("script_input_of_set", {{"input", input}});
    }
    return Script(plan, text).write();
}

}  // namespace duelo
