// SPDX-License-Identifier: Apache-2.0
#include "tensor/written_optimizer.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// Moves the parameters one after the other, each by its gradient.
class WrittenOptimizer : public LibraryOptimizer {
public:
    WrittenOptimizer(const std::vector<Tensor>& parameters, double rate)
        : m_rate(rate), m_parameters(parameters) {}

    void step() override {
        const GradMode unrecorded(false);
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            const Tensor gradient = gradientOf(m_parameters[i]);
            if (gradient.defined()) move(i, m_parameters[i], gradient);
        }
    }
    void zeroGradients() override {
        for (const Tensor& parameter : m_parameters) setGradient(parameter, Tensor());
    }
    void setLearningRate(double rate) override { m_rate = rate; }

protected:
    double m_rate;

private:
    virtual void move(std::size_t i, const Tensor& parameter, const Tensor& gradient) = 0;

    const std::vector<Tensor> m_parameters;
};

class WrittenAdam final : public WrittenOptimizer {
public:
    WrittenAdam(const std::vector<Tensor>& parameters, const std::vector<Tensor>& means,
                const std::vector<Tensor>& squares, double rate)
        : WrittenOptimizer(parameters, rate),
          m_means(means),
          m_squares(squares),
          m_steps(parameters.size(), 0) {}

    void setSteps(std::int64_t steps) override { m_steps.assign(m_steps.size(), steps); }

private:
    // torch::optim's defaults
    static constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEps = 1e-8;

    void move(std::size_t i, const Tensor& parameter, const Tensor& gradient) override {
        const auto steps = static_cast<double>(++m_steps[i]);
        const double mean_correction = 1 - std::pow(kBeta1, steps);
        const double square_correction = 1 - std::pow(kBeta2, steps);

        m_means[i].mul_(kBeta1).add_(gradient, 1 - kBeta1);
        m_squares[i].mul_(kBeta2).addcmul_(gradient, gradient, 1 - kBeta2);
        // torch::optim makes these two tensors in each step too, so time and memory are the same.
        const Tensor divisor =
            ops::div(ops::sqrt(m_squares[i]), std::sqrt(square_correction)).add_(kEps);
        parameter.addcdiv_(m_means[i], divisor, -(m_rate / mean_correction));
    }

    const std::vector<Tensor> m_means, m_squares;
    std::vector<std::int64_t> m_steps;  ///< for each parameter, which makes none without a gradient
};

class WrittenSgd final : public WrittenOptimizer {
public:
    WrittenSgd(const std::vector<Tensor>& parameters, const std::vector<Tensor>& buffers,
               double rate, double momentum)
        : WrittenOptimizer(parameters, rate), m_buffers(buffers), m_momentum(momentum) {}

    void setSteps(std::int64_t) override {}  // SGD corrects nothing

private:
    void move(std::size_t i, const Tensor& parameter, const Tensor& gradient) override {
        const bool heavy = !m_buffers.empty();
        if (heavy) m_buffers[i].mul_(m_momentum).add_(gradient, 1.0);
        parameter.add_(heavy ? m_buffers[i] : gradient, -m_rate);
    }

    const std::vector<Tensor> m_buffers;
    const double m_momentum;
};

}  // namespace

std::unique_ptr<LibraryOptimizer> makeWrittenAdam(const std::vector<Tensor>& parameters,
                                                  const std::vector<Tensor>& means,
                                                  const std::vector<Tensor>& squares, double rate) {
    return std::make_unique<WrittenAdam>(parameters, means, squares, rate);
}

std::unique_ptr<LibraryOptimizer> makeWrittenSgd(const std::vector<Tensor>& parameters,
                                                 const std::vector<Tensor>& buffers, double rate,
                                                 double momentum) {
    return std::make_unique<WrittenSgd>(parameters, buffers, rate, momentum);
}

}  // namespace duelo
