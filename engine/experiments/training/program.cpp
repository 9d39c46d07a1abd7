// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/program.h"

#include <set>
#include <utility>
#include <vector>

#include "base/places.h"
#include "experiments/python_network.h"
#include "experiments/python_program.h"
#include "experiments/specs.h"
#include "experiments/training/params.h"
#include "experiments/training/program_parts.h"
#include "networks/trainable.h"

namespace duelo {
namespace {

constexpr std::size_t kCodeWidth = 96;

class TrainingScript {
public:
    TrainingScript(const Plan& plan, const Spec& spec, const Text& text)
        : m_plan(plan), m_spec(spec), m_text(text), m_out(plan, text) {
        for (const Block& block : plan.cases) {
            m_blocks.push_back(blockOf(block));
            for (const Json& name : m_blocks.back()["networks"])
                m_networks.insert(name.get<std::string>());
        }
    }

    Result<std::string> write() {
        m_out.begin(
            {m_finder ? "finder_title" : "train_title", "plan", "train_needs", "train_differs"},
            {{"torch", "torch"}, {"PIL", "pillow"}});
        m_out.part(pytorch_training::imports);
        m_out.line("");
        settings();
        if (auto written = networks(); !written) return tl::unexpected(written.error());
        m_out.functions();
        for (const std::string_view each :
             {pytorch_training::tensors, pytorch_training::sources, pytorch_training::network,
              pytorch_training::passes,
              m_finder ? pytorch_training::finder : pytorch_training::train,
              pytorch_training::main})
            m_out.part(each);
        return m_out.take();
    }

private:
    /// The axes of a block by their names; networks in one list, whatever tells them apart.
    [[nodiscard]] Json blockOf(const Block& block) const {
        Json out{{"train_shares", {1.0}}};
        for (const Axis& axis : m_spec.axes) {
            const std::vector<Json> values = valuesOf(axis, block);
            if (axis.id == "model") {
                out["networks"] = networksOf(block);
            } else if (axis.id == "seed") {
                out["seeds"] = values;
            } else if (axis.id == "checkpoint") {
                continue;  // refused before
            } else if (axis.id == "train_share") {
                if (!values.empty()) out["train_shares"] = values;
            } else if (axis.role == AxisRole::Case && axis.id != "hidden") {
                if (axis.many)
                    out[axis.id] = values;
                else
                    out[axis.id] = values.empty() ? Json() : values.front();
            }
        }
        return out;
    }

    [[nodiscard]] Json networksOf(const Block& block) const {
        return networkNames(valuesOf(*m_spec.find("model"), block),
                            valuesOf(*m_spec.find("hidden"), block));
    }

    void settings() {
        m_out.comment("work");
        m_out.line("WORK = [");
        for (const Json& block : m_blocks) {
            std::string line = "    {";
            for (const auto& [name, value] : block.items()) {
                const std::string entry = pythonLiteral(name) + ": " + pythonValue(value) + ", ";
                if (line.size() > 5 && line.size() + entry.size() > kCodeWidth) {
                    m_out.line(line.substr(0, line.size() - 1));
                    line = "     ";
                }
                line += entry;
            }
            m_out.line(line.substr(0, line.size() - 2) + "},");
        }
        m_out.line("]");
        m_out.variants({}, {"fused", "graph", "plain"});
        m_out.deviceWords("TITLES", "device.cpu", "device.cuda");
        if (m_finder)
            sweep();
        else
            value("DIVERGED", kDivergence, "train_divergence");
        Json head = Json::array();
        const std::vector<const char*> titles =
            m_finder ? std::vector{"script.train_step", "column.learning_rate", "column.train_loss",
                                   "script.train_smooth"}
                     : std::vector{"column.epoch",      "script.train_seconds",
                                   "column.train_loss", "column.train_accuracy",
                                   "column.valid_loss", "column.valid_accuracy"};
        for (const char* key : titles) head.push_back(m_text(key));
        m_out.line("HEAD = " + pythonValue(head));
        const auto folder = shippedFile("data");
        m_out.comment("train_shipped_folder");
        m_out.line("SHIPPED = " + pythonLiteral(folder ? utf8(*folder) : std::string()));
    }

    void sweep() {
        value("STEPS", kRateSteps, "finder_sweep");
        value("LOWEST_RATE", kLowestRate);
        value("HIGHEST_RATE", kHighestRate);
        value("SMOOTHING", kRateSmoothing, "finder_smoothing");
        value("DIVERGENCE", kRateDivergence, "finder_divergence");
        value("SKIP", kRateSkip, "finder_skip");
        value("BELOW_LOWEST", kBelowLowest);
        value("LEAST_DESCENT", kLeastDescent, "finder_descent");
    }

    void value(const char* name, double number, const char* comment = nullptr) {
        if (comment) m_out.comment(comment);
        m_out.line(std::string(name) + " = " + formatExact(number));
    }

    /// Writes each network by its name: the mode of its pictures for Pillow, their side, and a
    /// function that makes it.
    Result<void> networks() {
        m_out.comment("train_networks");
        m_out.line("NETWORKS = {");
        for (const std::string& name : m_networks) {
            const auto model = trainableModel(name, 1);
            if (!model) return tl::unexpected(model.error());
            m_out.line("    " + pythonLiteral(name) + ": (" +
                       (model->channels == 1 ? "\"L\"" : "\"RGB\"") + ", " +
                       std::to_string(model->size_px) + ", lambda outputs: nn.Sequential(");
            const auto nodes = model->network.nodes();
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const bool last = i + 1 == nodes.size();
                m_out.line("        " + pythonLayer(nodes[i], last) + (last ? "))," : ","));
            }
        }
        m_out.line("}");
        return {};
    }

    const Plan& m_plan;
    const Spec& m_spec;
    const Text& m_text;
    const bool m_finder = m_plan.experiment == "lr_finder";
    PythonProgram m_out;
    std::vector<Json> m_blocks;
    std::set<std::string> m_networks;
};

}  // namespace

Result<std::string> trainingProgram(const Plan& plan, const Text& text) {
    for (const Block& block : plan.cases)
        if (!valuesIn(block, "checkpoint").empty()) return fail("script_from_start");
    const auto spec = knownSpec(plan.experiment);
    if (!spec) return tl::unexpected(spec.error());
    return TrainingScript(plan, **spec, text).write();
}

}  // namespace duelo
