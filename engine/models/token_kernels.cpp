// SPDX-License-Identifier: Apache-2.0
#include "models/token_kernels.h"

#include <array>
#include <cmath>
#include <utility>

#include "tensor/operators.h"

namespace duelo {
namespace {

/// A view of a map in channels-last; what reads it next copies any other.
class TokensKernel final : public Kernel {
public:
    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return x.flatten(2).transpose(1, 2);
    }
};

class ClassTokenKernel final : public Kernel {
public:
    explicit ClassTokenKernel(Tensor token) : m_token(std::move(token)) {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return ops::cat({m_token.expand({x.size(0), -1, -1}), x}, 1);
    }

private:
    const Tensor m_token;
};

class PositionsKernel final : public Kernel {
public:
    PositionsKernel(const Node& node, bool in_place, Tensor learned, const TensorOptions& like)
        : m_node(node), m_in_place(in_place), m_learned(std::move(learned)), m_like(like) {}

    void prepare(const Shape& map) override {
        m_positions = positionsFor(m_node, m_learned, map).to(m_like).contiguous();
    }

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        if (!m_in_place) return ops::add(x, m_positions);
        Tensor y = x;
        return y.add_(m_positions);
    }

private:
    const Node m_node;
    const bool m_in_place;
    const Tensor m_learned;
    const TensorOptions m_like;
    Tensor m_positions;
};

class LayerNormKernel final : public Kernel {
public:
    LayerNormKernel(double eps, LayerWeights weights)
        : m_eps(eps), m_weights(std::move(weights)), m_size(m_weights.weight.numel()) {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        return ops::layer_norm(x, m_size, m_weights.weight, m_weights.bias, m_eps);
    }

private:
    const double m_eps;
    const LayerWeights m_weights;
    const std::int64_t m_size;
};

class AttentionKernel final : public Kernel {
public:
    AttentionKernel(const Node& node, bool fused)
        : m_heads(node.heads),
          m_width(node.out_channels / node.heads),
          m_scale(1 / std::sqrt(static_cast<double>(m_width))),
          m_fused(fused) {}

    Tensor run(const Tensor& x, Tensor& /*residual*/) override {
        const std::int64_t batch = x.size(0), tokens = x.size(1);
        // [3, N, heads, S, width]
        const Tensor parts = x.view({batch, tokens, 3, m_heads, m_width}).permute({2, 0, 3, 1, 4});
        const Tensor query = parts[0], key = parts[1], value = parts[2];
        const Tensor found =
            m_fused
                ? ops::scaled_dot_product_attention(query, key, value)
                : ops::matmul(ops::softmax(ops::matmul(query * m_scale, key.transpose(-2, -1)), -1),
                              value);
        return found.transpose(1, 2).reshape({batch, tokens, m_heads * m_width});
    }

private:
    const std::int64_t m_heads, m_width;
    const double m_scale;
    const bool m_fused;
};

class FirstTokenKernel final : public Kernel {
public:
    Tensor run(const Tensor& x, Tensor& /*residual*/) override { return x.select(1, 0); }
};

}  // namespace

Tensor positionsFor(const Node& node, const Tensor& learned, const Shape& map) {
    const std::int64_t side = node.trained_side, channels = learned.size(2);
    if (map.height == side && map.width == side) return learned;
    const Tensor places = learned.narrow(1, node.leading, side * side)
                              .to(ScalarType::Float)
                              .transpose(1, 2)
                              .reshape({1, channels, side, side});
    const std::array<std::int64_t, 2> size{map.height, map.width};
    const Tensor resized =
        ops::upsample_bicubic2d(places, size, /*align_corners=*/true).flatten(2).transpose(1, 2);
    return ops::cat({learned.narrow(1, 0, node.leading).to(ScalarType::Float), resized}, 1);
}

std::unique_ptr<Kernel> makeTokenKernel(const Node& node, const Step& step, LayerWeights weights,
                                        bool fused, const TensorOptions& like) {
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
