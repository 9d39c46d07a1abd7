// SPDX-License-Identifier: Apache-2.0
#include "models/token_kernels.h"

#include <array>
#include <cmath>
#include <utility>

#include <ATen/ATen.h>

namespace duelo {
namespace {

/// A view of a map in channels-last; what reads it next copies any other.
class TokensKernel final : public Kernel {
public:
    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return x.flatten(2).transpose(1, 2);
    }
};

class ClassTokenKernel final : public Kernel {
public:
    explicit ClassTokenKernel(at::Tensor token) : m_token(std::move(token)) {}

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::cat({m_token.expand({x.size(0), -1, -1}), x}, 1);
    }

private:
    const at::Tensor m_token;
};

class PositionsKernel final : public Kernel {
public:
    PositionsKernel(const Node& node, bool in_place, at::Tensor learned,
                    const at::TensorOptions& like)
        : m_node(node), m_in_place(in_place), m_learned(std::move(learned)), m_like(like) {}

    void prepare(const Shape& map) override {
        m_positions = positionsFor(m_node, m_learned, map).to(m_like).contiguous();
    }

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        if (!m_in_place) return at::add(x, m_positions);
        at::Tensor y = x;
        return y.add_(m_positions);
    }

private:
    const Node m_node;
    const bool m_in_place;
    const at::Tensor m_learned;
    const at::TensorOptions m_like;
    at::Tensor m_positions;
};

class LayerNormKernel final : public Kernel {
public:
    LayerNormKernel(double eps, LayerWeights weights)
        : m_eps(eps), m_weights(std::move(weights)), m_size{m_weights.weight.numel()} {}

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return at::layer_norm(x, m_size, m_weights.weight, m_weights.bias, m_eps);
    }

private:
    const double m_eps;
    const LayerWeights m_weights;
    const std::array<std::int64_t, 1> m_size;
};

class AttentionKernel final : public Kernel {
public:
    AttentionKernel(const Node& node, bool fused)
        : m_heads(node.heads),
          m_width(node.out_channels / node.heads),
          m_scale(1 / std::sqrt(static_cast<double>(m_width))),
          m_fused(fused) {}

    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        const std::int64_t batch = x.size(0), tokens = x.size(1);
        // [3, N, heads, S, width]
        const at::Tensor parts =
            x.view({batch, tokens, 3, m_heads, m_width}).permute({2, 0, 3, 1, 4});
        const at::Tensor query = parts[0], key = parts[1], value = parts[2];
        const at::Tensor found =
            m_fused
                ? at::scaled_dot_product_attention(query, key, value)
                : at::softmax(at::matmul(query * m_scale, key.transpose(-2, -1)), -1).matmul(value);
        return found.transpose(1, 2).reshape({batch, tokens, m_heads * m_width});
    }

private:
    const std::int64_t m_heads, m_width;
    const double m_scale;
    const bool m_fused;
};

class FirstTokenKernel final : public Kernel {
public:
    at::Tensor run(const at::Tensor& x, at::Tensor& /*residual*/) override {
        return x.select(1, 0);
    }
};

}  // namespace

at::Tensor positionsFor(const Node& node, const at::Tensor& learned, const Shape& map) {
    const std::int64_t side = node.trained_side, channels = learned.size(2);
    if (map.height == side && map.width == side) return learned;
    const at::Tensor places = learned.narrow(1, node.leading, side * side)
                                  .to(at::kFloat)
                                  .transpose(1, 2)
                                  .reshape({1, channels, side, side});
    const std::array<std::int64_t, 2> size{map.height, map.width};
    const at::Tensor resized =
        at::upsample_bicubic2d(places, size, /*align_corners=*/true).flatten(2).transpose(1, 2);
    return at::cat({learned.narrow(1, 0, node.leading).to(at::kFloat), resized}, 1);
}

std::unique_ptr<Kernel> makeTokenKernel(const Node& node, const Step& step, LayerWeights weights,
                                        bool fused, const at::TensorOptions& like) {
    switch (node.op) {
        case Op::Tokens:
            return std::make_unique<TokensKernel>();
        case Op::ClassToken:
            return std::make_unique<ClassTokenKernel>(weights.weight.to(like));
        case Op::Positions:
            return std::make_unique<PositionsKernel>(node, step.in_place, std::move(weights.weight),
                                                     like);
        case Op::LayerNorm:
            return std::make_unique<LayerNormKernel>(node.eps, std::move(weights));
        case Op::Attention:
            return std::make_unique<AttentionKernel>(node, fused);
        case Op::FirstToken:
            return std::make_unique<FirstTokenKernel>();
        default:
            return nullptr;
    }
}

}  // namespace duelo
