// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "experiments/aligned_floats.h"
#include "experiments/training/dense_bf16.h"
#include "experiments/training/dense_kernels.h"
#include "experiments/training/dense_shares.h"
#include "experiments/training/gradient_buckets.h"
#include "experiments/training/optimizer.h"
#include "experiments/training/resident_part.h"
#include "networks/network.h"
#include "tensor/tensor.h"

namespace duelo {

/// A whole update of a network with one hidden layer on the CPU, in one parallel region. A thread
/// owns hidden units: it computes them, the gradient of their weights and how these move, tile by
/// tile, so that no gradient is ever written to memory; nothing is computed that only the images
/// would learn from. Threads meet three times in between: when the batch is turned, when all hidden
/// units are known, and when the gradient of the answers is.
///
/// Every sum has one order, whatever the number of threads and who owns what: their results are
/// equal bit by bit.
class MlpStep {
public:
    /// Returns whether a network is [flatten], linear, ReLU, linear.
    [[nodiscard]] static bool suits(const Network& network);

    /// `optimizer` must outlive the step. `shared` as in TrainerPass: with it nothing moves before
    /// the gradients of all processes are added up. `bf16`: what the products with the hidden
    /// layer's weights are done by, null for fp32.
    MlpStep(const Network& network, FlatOptimizer& optimizer, GradientBuckets* shared,
            const Bf16Kernels* bf16);

    /// Asked before an update and when half of it is done; throws Stopped to end it.
    using Ask = std::function<void()>;

    /// Trains with a batch: fp32 [n, …] and int64 [n], contiguous. Adds the loss of what the
    /// network answered, and how often it was right, to the sums, then updates by the mean over
    /// `whole` rows: those here, or of all processes.
    void train(const Tensor& images, const Tensor& labels, std::int64_t whole, Tensor& loss_sum,
               Tensor& right, const Ask& ask);
    /// Does the same with `count` samples from place `first` of the part's order on, which are read
    /// where they lie.
    void train(const ResidentPart& part, std::int64_t first, std::int64_t count, Tensor& loss_sum,
               Tensor& right, const Ask& ask);
    /// Does the first half of both: adds to the sums and updates nothing.
    void evaluate(const Tensor& images, const Tensor& labels, Tensor& loss_sum, Tensor& right);
    void evaluate(const ResidentPart& part, std::int64_t first, std::int64_t count,
                  Tensor& loss_sum, Tensor& right);
    [[nodiscard]] Tensor logits(const Tensor& images);

private:
    struct Member;
    struct Layer {
        LearntRows weight, bias;
        long inputs, units;
    };

    [[nodiscard]] Layer layerOf(const Node& node, bool keeps) const;
    void makeRoom(long samples);
    void take(const Tensor& images);
    void take(const Tensor& images, const Tensor& labels);
    void take(const ResidentPart& part, std::int64_t first, std::int64_t count);
    void checkLabels() const;
    void trainTaken(std::int64_t whole, Tensor& loss_sum, Tensor& right, const Ask& ask);
    void evaluateTaken(Tensor& loss_sum, Tensor& right);
    template <typename Work>
    void together(const Work& work) const;
    [[nodiscard]] DenseShare share(const Member& member, long count) const;

    void pack(const Member& member);
    void forward(const Member& member);
    /// Computes softmax, cross entropy and its gradient, in place of the answers.
    void judge(DenseShare samples, float share);
    void learn(const Member& member, const UpdateRule& rule);
    void addSums(Tensor& loss_sum, Tensor& right) const;

    FlatOptimizer& m_optimizer;
    GradientBuckets* const m_shared;
    const DenseKernels& m_kernels;
    const Bf16Kernels* const m_bf16;
    const Layer m_hidden, m_last;
    const long m_stride;  ///< from row to row of m_rows
    long m_most = 0;      ///< samples that there is memory for
    AlignedFloats m_image_values, m_hidden_values, m_answer_values, m_gradient_values, m_rows;
    /// Pairs in bf16: of the images' units and samples, and of the gradient.
    AlignedNumbers<Bf16Pair> m_unit_pairs, m_sample_pairs, m_gradient_pairs;
    Panels m_images, m_units, m_answers, m_gradients;  ///< gradients: of the hidden units
    /// Pointers to the batch's images, and to the outputs of the hidden layer for each of them.
    std::vector<const float*> m_image_rows, m_unit_rows;
    std::vector<std::int64_t> m_labels;
    std::vector<double> m_losses;
    std::vector<char> m_right;
};

}  // namespace duelo
