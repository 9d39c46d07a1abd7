// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

/// Hides how oneDNN 2, which Debian has, and oneDNN 3, which Windows has, are called. All other
/// sources compile with both.
namespace duelo::onednn {

#if DNNL_VERSION_MAJOR < 3

[[nodiscard]] inline dnnl::memory::dims dimsIn(const dnnl::memory::desc& desc) {
    return desc.dims();
}
[[nodiscard]] inline dnnl::memory::data_type typeIn(const dnnl::memory::desc& desc) {
    return desc.data_type();
}

/// Describes a primitive by the arguments that its descriptor takes in both versions.
template <typename Primitive, typename... Asked>
[[nodiscard]] typename Primitive::primitive_desc describe(const dnnl::engine& engine,
                                                          const dnnl::primitive_attr& attributes,
                                                          bool allow_empty, const Asked&... asked) {
    return {typename Primitive::desc(asked...), attributes, engine, allow_empty};
}
/// Describes one whose result lies as what it reads.
[[nodiscard]] inline dnnl::eltwise_forward::primitive_desc describeEltwise(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes, dnnl::algorithm algorithm,
    const dnnl::memory::desc& desc, float alpha, float beta) {
    return {{dnnl::prop_kind::forward_inference, algorithm, desc, alpha, beta}, attributes, engine};
}
[[nodiscard]] inline dnnl::pooling_forward::primitive_desc describePooling(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes, dnnl::algorithm algorithm,
    const dnnl::memory::desc& from, const dnnl::memory::desc& to, const dnnl::memory::dims& stride,
    const dnnl::memory::dims& window, const dnnl::memory::dims& before,
    const dnnl::memory::dims& after) {
    return describe<dnnl::pooling_forward>(engine, attributes, /*allow_empty=*/false,
                                           dnnl::prop_kind::forward_inference, algorithm, from, to,
                                           stride, window, before, after);
}

inline void appendEltwise(dnnl::post_ops& then, dnnl::algorithm algorithm, float alpha,
                          float beta) {
    then.append_eltwise(1, algorithm, alpha, beta);
}
inline void appendSum(dnnl::post_ops& then, float scale,
                      dnnl::memory::data_type type = dnnl::memory::data_type::undef) {
    then.append_sum(scale, type);
}
inline void appendDepthwise(dnnl::post_ops& then, dnnl::memory::data_type type, int kernel,
                            int stride) {
    then.append_dw(type, dnnl::memory::data_type::f32, type, kernel, stride, 1, 0, {});
}

/// Whether a call reads factors as an argument of its own. Else they are part of the primitive.
inline constexpr bool kFactorsAreRead = false;
/// The argument that holds the factors of the argument `of`.
[[nodiscard]] constexpr int factorsOf(int of) {
    return of;
}
/// Has the sums of a product multiplied, channel by channel.
inline void setFactors(dnnl::primitive_attr& attributes, const std::vector<float>& factors,
                       bool /*in_groups*/) {
    attributes.set_output_scales(1 << 1, factors);
}
inline void setReorderFactor(dnnl::primitive_attr& attributes, float factor) {
    attributes.set_output_scales(0, {factor});
}
/// Returns what a bias is divided by: it is added to the sums before they are multiplied.
[[nodiscard]] inline float biasScale(float of_sums, float /*of_result*/) {
    return of_sums;
}

#else

[[nodiscard]] inline dnnl::memory::dims dimsIn(const dnnl::memory::desc& desc) {
    return desc.get_dims();
}
[[nodiscard]] inline dnnl::memory::data_type typeIn(const dnnl::memory::desc& desc) {
    return desc.get_data_type();
}

template <typename Primitive, typename... Asked>
[[nodiscard]] typename Primitive::primitive_desc describe(const dnnl::engine& engine,
                                                          const dnnl::primitive_attr& attributes,
                                                          bool allow_empty, const Asked&... asked) {
    return {engine, asked..., attributes, allow_empty};
}
[[nodiscard]] inline dnnl::eltwise_forward::primitive_desc describeEltwise(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes, dnnl::algorithm algorithm,
    const dnnl::memory::desc& desc, float alpha, float beta) {
    return {engine,    dnnl::prop_kind::forward_inference, algorithm, desc, desc, alpha, beta,
            attributes};
}
[[nodiscard]] inline dnnl::pooling_forward::primitive_desc describePooling(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes, dnnl::algorithm algorithm,
    const dnnl::memory::desc& from, const dnnl::memory::desc& to, const dnnl::memory::dims& stride,
    const dnnl::memory::dims& window, const dnnl::memory::dims& before,
    const dnnl::memory::dims& after) {
    const dnnl::memory::dims dense{0, 0};
    return describe<dnnl::pooling_forward>(engine, attributes, /*allow_empty=*/false,
                                           dnnl::prop_kind::forward_inference, algorithm, from, to,
                                           stride, window, dense, before, after);
}

inline void appendEltwise(dnnl::post_ops& then, dnnl::algorithm algorithm, float alpha,
                          float beta) {
    then.append_eltwise(algorithm, alpha, beta);
}
inline void appendSum(dnnl::post_ops& then, float scale,
                      dnnl::memory::data_type type = dnnl::memory::data_type::undef) {
    then.append_sum(scale, 0, type);
}
inline void appendDepthwise(dnnl::post_ops& then, dnnl::memory::data_type type, int kernel,
                            int stride) {
    then.append_dw(type, dnnl::memory::data_type::f32, type, kernel, stride, 1);
}

inline constexpr bool kFactorsAreRead = true;
[[nodiscard]] constexpr int factorsOf(int of) {
    return DNNL_ARG_ATTR_SCALES | of;
}
/// Has each output's weights multiplied: with groups, the first two dimensions number the outputs.
inline void setFactors(dnnl::primitive_attr& attributes, const std::vector<float>& /*factors*/,
                       bool in_groups) {
    attributes.set_scales_mask(DNNL_ARG_WEIGHTS, in_groups ? 0b11 : 0b01);
}
inline void setReorderFactor(dnnl::primitive_attr& attributes, float /*factor*/) {
    attributes.set_scales_mask(DNNL_ARG_FROM, 0);
}
/// Returns what a bias is divided by: it is added to the sums after they are multiplied.
[[nodiscard]] inline float biasScale(float /*of_sums*/, float of_result) {
    return of_result;
}

#endif

}  // namespace duelo::onednn
