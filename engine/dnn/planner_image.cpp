// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include <omp.h>

#include "dnn/image_conv.h"
#include "dnn/planner.h"

namespace duelo {

bool Planner::imageConv(std::size_t i) {
    using dnnl::memory;
    const DnnLayer& layer = m_work.layers[i];
    const bool bf16 = m_type == memory::data_type::bf16;
    if (layer.input != Network::kImage || layer.residual >= 0 || !layer.bias ||
        !ImageConv::takes(layer.node, layer.in, layer.activation, bf16))
        return false;
    const Held from = m_held.at(layer.input);
    const Shape& out = layer.out;
    const Held to = newHeld(
        {{out.batch, out.channels, out.height, out.width}, m_type, memory::format_tag::acdb});
    m_held[layer.output] = to;
    auto own = std::make_shared<ImageConv>();
    own->in = layer.in;
    own->out = out;
    own->kernel = layer.node.kernel;
    own->stride = layer.node.stride;
    own->rows = paddingOf(layer.node, layer.in.height);
    own->columns = paddingOf(layer.node, layer.in.width);
    own->bf16 = bf16;
    own->activation = layer.activation;
    own->threads = omp_get_max_threads();
    const memory::dims packed{own->packedValues()};
    const Argument weight =
        weights(i, DNNL_ARG_WEIGHTS, {packed, m_type, memory::format_tag::a}, packed);
    m_list.pieces.back().pack = [own](const float* given, void* place) { own->pack(given, place); };
    const std::int64_t scratch_bytes = own->scratchBytes();
    appendOwn(i, "image_conv", own,
              {{DNNL_ARG_SRC, from.desc, from.place},
               weight,
               {DNNL_ARG_DST, to.desc, to.place},
               bias(i, DNNL_ARG_BIAS)},
              scratch_bytes);
    return true;
}

}  // namespace duelo
