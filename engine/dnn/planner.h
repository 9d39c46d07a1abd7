// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "dnn/task.h"

namespace duelo {

/// Makes calls of layers. Every primitive chooses the layouts that it is fastest in, and what comes
/// before brings them about; where they differ, a call of its own.
/// Exceptions of oneDNN pass through.
class Planner {
public:
    /// `weights`: asked in int8 alone, whose scales go by them.
    Planner(dnnl::engine engine, const DnnWork& work, const DnnWeightsOf& weights);

    /// Reason: "compiled_operation_unknown" {operation}.
    [[nodiscard]] Result<TaskList> plan();

private:
    /// Where a value is, and how it lies there.
    struct Held {
        dnnl::memory::desc desc{};
        BytePlace place{};
        float scale = 1;  ///< what its numbers are to be multiplied by, where they are int8
    };
    struct Operands {
        Held input{};
        std::vector<Argument> arguments{};
    };
    using Desc = dnnl::memory::desc;

    /// Plans the layer `i` and those that it takes along. Returns the next layer to plan.
    [[nodiscard]] Result<std::size_t> layer(std::size_t i);
    void conv(std::size_t i);
    /// Plans it by WinogradConv; returns false where winogradOutputs() says that this does not pay.
    [[nodiscard]] bool winogradConv(std::size_t i);
    /// Plans a 1x1 convolution and the depthwise one behind it as one call: the large value between
    /// them is then never written to memory. Uses expandedDepthwise() where multipliesWide() in
    /// fp32, else oneDNN where it has that.
    [[nodiscard]] bool convWithDepthwise(std::size_t i);
    /// Plans the same two by ExpandedDepthwise, where the value between them would leave the
    /// caches.
    [[nodiscard]] bool expandedDepthwise(std::size_t i);
    /// Plans a convolution of the image, which nothing has laid out yet, by ImageConv; returns
    /// false where that does not take it.
    [[nodiscard]] bool imageConv(std::size_t i);
    /// Plans it in int8: whole numbers in and, unless the answer follows, out.
    void wholeConv(std::size_t i);
    void linear(std::size_t i);
    void wholeLinear(std::size_t i);
    /// The numbers that a value is held in, in int8.
    struct Numbers {
        dnnl::memory::data_type type{};
        float scale = 1;
    };
    [[nodiscard]] Numbers wholeNumbers(int value) const;
    [[nodiscard]] static bool isWhole(const Held& held);
    /// A layer's product of whole numbers: how its sums become the numbers of the result.
    struct WholeProduct {
        std::vector<float> weight_scales{};  ///< of each output
        std::vector<float> factors{};        ///< by which the sums are multiplied
        std::vector<float> bias_scales{};    ///< by which the bias is divided
        dnnl::primitive_attr attributes{};
    };
    [[nodiscard]] WholeProduct wholeProduct(std::size_t i, float in_scale, float out_scale,
                                            const Held* residual) const;
    [[nodiscard]] Argument wholeWeights(std::size_t i, const Desc& wanted,
                                        const dnnl::memory::dims& dims,
                                        const WholeProduct& product);
    [[nodiscard]] Argument wholeBias(std::size_t i, const WholeProduct& product);
    /// Plans a linear layer of tokens by PackedLinear; returns false where that does not take it.
    [[nodiscard]] bool packedLinear(std::size_t i);
    /// Plans a 1x1 convolution that is added to another value by PackedLinear too: in bf16 oneDNN
    /// 2.6 takes up to 2.5 times as long for the sum.
    [[nodiscard]] bool packedConv(std::size_t i);
    [[nodiscard]] bool isPacked(const DnnLayer& layer) const;
    /// The weights of a product of rows, as PackedLinear asks for them.
    [[nodiscard]] Argument panels(std::size_t i);
    void appendPacked(std::size_t i, const Held& from, const Held& to);
    void maxPool(std::size_t i);
    void averagePool(std::size_t i);
    void ownAveragePool(std::size_t i);
    /// The windows of a pooling layer: rows, then columns.
    struct Windows {
        dnnl::memory::dims window{}, stride{}, before{0, 0}, after{0, 0};
    };
    void pool(std::size_t i, dnnl::algorithm algorithm, const Windows& windows);
    void sum(std::size_t i);
    void activation(std::size_t i);
    /// Sequences of tokens are matrices here: a row for each token of each image.
    void tokens(std::size_t i);
    void classToken(std::size_t i);
    void positions(std::size_t i);
    void layerNorm(std::size_t i);
    void attention(std::size_t i);
    void firstToken(std::size_t i);
    [[nodiscard]] Held heldAsRows(int value, const Shape& shape);
    /// Returns a value as a matrix of `dims`. A picture can be one too: all its values are then one
    /// row.
    [[nodiscard]] Held heldAsMatrix(int value, const dnnl::memory::dims& dims);
    /// Work of Duelo's own. `name` follows "duelo:"; `scratch_bytes` become the last argument.
    void appendOwn(std::vector<std::size_t> layers, const char* name,
                   std::shared_ptr<const PlanKernel> own, std::vector<Argument> arguments,
                   std::int64_t scratch_bytes = 0);

    using ConvDesc = dnnl::convolution_forward::primitive_desc;
    /// Describes a convolution; empty where oneDNN has none.
    [[nodiscard]] ConvDesc convDesc(const DnnLayer& layer, const dnnl::primitive_attr& attributes,
                                    const Desc& from, dnnl::memory::data_type weights,
                                    const Desc& to) const;
    [[nodiscard]] ConvDesc convDesc(const DnnLayer& layer, const dnnl::primitive_attr& attributes,
                                    const Desc& to) const;
    /// Returns where the result of a layer with a residual is added to it: in place, or in a copy.
    [[nodiscard]] Held sumPlace(const DnnLayer& layer, const Held& residual, const Desc& wanted);
    [[nodiscard]] Held sumPlace(const DnnLayer& layer, const Desc& wanted);
    [[nodiscard]] Held newHeld(const Desc& desc);
    /// Returns a value in the layout that is wanted. In int8 `scale` is that of the wanted numbers.
    [[nodiscard]] Held heldAs(int value, const Desc& wanted, float scale = 1);
    /// The image in the numbers of the plan, other values as they lie.
    [[nodiscard]] Held heldAsNumbers(int value);
    void reorder(const Held& from, const Held& to);
    [[nodiscard]] Argument weights(std::size_t layer, int id, const Desc& wanted,
                                   const dnnl::memory::dims& dims);
    [[nodiscard]] Argument bias(std::size_t layer, int id);
    /// Adds an argument with what the argument `of` is multiplied by, where oneDNN reads that.
    void appendFactors(std::vector<Argument>& arguments, int of, std::vector<float> factors);
    void append(dnnl::primitive primitive, const dnnl::primitive_desc_base& desc,
                std::vector<std::size_t> layers, std::vector<Argument> arguments);
    void deliverAnswer();

    const dnnl::engine m_engine;
    const DnnWork& m_work;
    const DnnWeightsOf& m_weights;
    const dnnl::memory::data_type m_type;        // of what is not whole numbers
    std::vector<int> m_readers;                  // of each value
    std::map<int, Held> m_held;                  // by value
    std::map<int, std::vector<Held>> m_brought;  // the same values in other layouts
    TaskList m_list;
};

}  // namespace duelo
