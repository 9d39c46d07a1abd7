// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_result.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "gpu/kernel_cache.h"
#include "measure/work.h"
#include "tensor/operators.h"

namespace duelo {

namespace {

/// Numbers on either side: a tile too many in one direction still falls into it at usual sizes, and
/// 16 bytes at a time are where they were.
constexpr std::int64_t kRoom = 1 << 16;

}  // namespace

Result<std::shared_ptr<const std::string>> compiledOwn(const OwnKernel& own,
                                                       const std::string& architecture) {
    const auto compiler = KernelCompiler::find();
    if (!compiler) return tl::unexpected(Reason{"nvrtc_missing", Json::object(), compiler.error()});
    const Resource text{own.name, own.text};
    KernelCompiler::Compiled made =
        compiledKernel(*compiler, KernelCache::standard(), text, architecture);
    if (!made.code.empty()) return std::make_shared<const std::string>(std::move(made.code));
    CompilerRemark first;
    for (CompilerRemark& remark : remarksOf(made.log, own.name))
        if (remark.error) {
            first = std::move(remark);
            break;
        }
    return tl::unexpected(Reason{"own_kernel_not_compiled",
                                 {{"name", own.name},
                                  {"line", first.line},
                                  {"detail", first.text.substr(0, first.text.find('\n'))}},
                                 made.log});
}

OwnResult::OwnResult(IntArrayRef shape, const TensorDevice& device) {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    m_all = ops::full({count + 2 * kRoom}, std::numeric_limits<float>::quiet_NaN(),
                      TensorOptions(ScalarType::Float).device(device));
    m_values = m_all.narrow(0, kRoom, count).view(shape);
}

void OwnResult::checkRoom(const std::string& name) const {
    const std::int64_t count = m_values.numel();
    for (const std::int64_t first : {std::int64_t{0}, kRoom + count}) {
        const Tensor room = m_all.narrow(0, first, kRoom).cpu();
        const float* values = room.const_data_ptr<float>();
        for (std::int64_t i = 0; i < kRoom; ++i)
            if (!std::isnan(values[i]))
                throw WorkFailed{{"own_kernel_out_of_bounds",
                                  {{"name", name}, {"index", first + i - kRoom}, {"count", count}},
                                  {}}};
    }
}

void checkOwn(const std::string& name, std::span<const float> found,
              std::span<const float> expected, const std::function<bool(std::size_t)>& isWrong,
              std::int64_t columns) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        const bool written = !std::isnan(found[i]);
        if (written && !isWrong(i)) continue;
        Json args{{"name", name},
                  {"row", static_cast<std::int64_t>(i) / columns},
                  {"column", static_cast<std::int64_t>(i) % columns}};
        if (!written) throw WorkFailed{{"own_kernel_unwritten", std::move(args), {}}};
        args["found"] = std::isinf(found[i]) ? Json(found[i] > 0 ? "∞" : "−∞") : Json(found[i]);
        args["expected"] = expected[i];
        throw WorkFailed{{"own_kernel_wrong", std::move(args), {}}};
    }
}

}  // namespace duelo
