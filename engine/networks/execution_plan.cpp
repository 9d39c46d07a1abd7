// SPDX-License-Identifier: Apache-2.0
#include "networks/execution_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace duelo {
namespace {

Activation activationOf(Op op) {
    if (op == Op::Relu) return Activation::Relu;
    if (op == Op::Relu6) return Activation::Relu6;
    if (op == Op::Gelu) return Activation::Gelu;
    return Activation::None;
}

/// Builds the steps and keeps, for every value, which step makes it and how many nodes read it.
class Planner {
public:
    Planner(const Network& network, Merging merging)
        : m_network(network),
          m_merging(merging),
          m_name(network.valueCount()),
          m_maker(network.valueCount(), -1),
          m_readers(network.valueCount(), 0) {
        std::iota(m_name.begin(), m_name.end(), 0);
    }

    std::vector<Step> build() {
        for (const Node& node : m_network.nodes()) {
            ++m_readers[node.input];
            if (node.other >= 0) ++m_readers[node.other];
        }
        for (int i = 0; i < static_cast<int>(m_network.nodes().size()); ++i) visit(i);
        markLifetimes();
        return std::move(m_steps);
    }

private:
    void visit(int index) {
        const Node& node = m_network.nodes()[index];
        const int output = index + 1;
        const int input = m_name[node.input];
        if (node.op == Op::Dropout) {
            // An alias: its readers read the original, and one of them was the dropout itself.
            m_name[output] = input;
            m_readers[input] += m_readers[output] - 1;
            return;
        }
        if (m_merging == Merging::Complete && merge(index, output)) return;
        m_maker[output] = static_cast<int>(m_steps.size());
        m_steps.push_back({.node = index,
                           .activation = activationOf(node.op),
                           .input = input,
                           .residual = node.other < 0 ? -1 : m_name[node.other],
                           .output = output,
                           .dead = {}});
    }

    /// The step that makes `value`, if this value is read once and more can be merged into it.
    Step* mergeable(int value) {
        const int maker = m_maker[value];
        if (maker < 0 || m_readers[value] != 1) return nullptr;
        Step& step = m_steps[maker];
        const bool open = m_network.nodes()[step.node].isConvOrLinear() &&
                          step.activation == Activation::None && step.output == value;
        return open ? &step : nullptr;
    }

    bool merge(int index, int output) {
        const Node& node = m_network.nodes()[index];
        const int input = m_name[node.input];
        Step* step = nullptr;
        if (node.op == Op::BatchNorm) {
            step = mergeable(input);
            if (!step || m_network.nodes()[step->node].op != Op::Conv || step->residual >= 0 ||
                step->batch_norm >= 0)
                return false;
            step->batch_norm = index;
        } else if (activationOf(node.op) != Activation::None) {
            step = mergeable(input);
            if (!step || !knows(*step, node.op)) return false;
            step->activation = activationOf(node.op);
        } else if (node.op == Op::Add) {
            step = mergeAdd(input, m_name[node.other]);
        }
        if (!step) return false;
        step->output = output;
        m_maker[output] = static_cast<int>(step - m_steps.data());
        return true;
    }

    /// No library has a convolution with GELU for every device.
    [[nodiscard]] bool knows(const Step& step, Op activation) const {
        return activation != Op::Gelu || m_network.nodes()[step.node].op == Op::Linear;
    }

    /// Adds in whichever operand's layer runs later, when the other operand is there.
    Step* mergeAdd(int x, int y) {
        if (m_maker[x] < m_maker[y]) std::swap(x, y);
        Step* step = mergeable(x);
        if (!step || step->residual >= 0 || x == y) return nullptr;
        step->residual = y;
        return step;
    }

    /// A view shares its bytes, so a storage lives as long as the last of its names.
    void markLifetimes() {
        std::vector<int> owner(m_network.valueCount());
        std::iota(owner.begin(), owner.end(), 0);
        std::vector<int> value_end(m_network.valueCount(), -1);
        std::vector<int> storage_end(m_network.valueCount(), -1);
        for (int i = 0; i < static_cast<int>(m_steps.size()); ++i) {
            const Step& step = m_steps[i];
            if (m_network.nodes()[step.node].isView()) owner[step.output] = owner[step.input];
            for (const int value : {step.input, step.residual}) {
                if (value < 0) continue;
                value_end[value] = i;
                storage_end[owner[value]] = i;
            }
        }
        for (int i = 0; i < static_cast<int>(m_steps.size()); ++i) {
            Step& step = m_steps[i];
            const Op op = m_network.nodes()[step.node].op;
            const bool elementwise =
                activationOf(op) != Activation::None || op == Op::Add || op == Op::Positions;
            const int operand = elementwise ? step.input : step.residual;
            step.in_place = operand > 0 && owner[operand] != Network::kImage &&
                            storage_end[owner[operand]] == i &&
                            !(step.residual >= 0 && step.input == step.residual);
            if (value_end[step.input] == i) step.dead.push_back(step.input);
            if (step.residual >= 0 && step.residual != step.input && value_end[step.residual] == i)
                step.dead.push_back(step.residual);
        }
    }

    const Network& m_network;
    const Merging m_merging;
    std::vector<int> m_name;   // value -> the value that stands for it (Dropout is an alias)
    std::vector<int> m_maker;  // value -> step, -1 for the image
    std::vector<int> m_readers;
    std::vector<Step> m_steps;
};

}  // namespace

std::vector<Step> executionPlan(const Network& network, Merging merging) {
    return Planner(network, merging).build();
}

}  // namespace duelo
