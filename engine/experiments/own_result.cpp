// SPDX-License-Identifier: Apache-2.0
#include "experiments/own_result.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "experiments/own_text.h"
#include "gpu/kernel_cache.h"
#include "gpu/opencl_gpu.h"
#include "measure/work.h"

namespace duelo {

namespace {

/// Numbers on either side: a tile too many in one direction still falls into it at usual sizes, and
/// 16 bytes at a time are where they were.
constexpr std::int64_t kRoom = 1 << 16;

}  // namespace

Result<std::shared_ptr<const std::string>> compiledOwn(const OwnKernel& own, PlainGpu& gpu) {
    const CudaFile file(own.text);
    const std::string source = deviceSource(file);
    if (auto* const opencl = dynamic_cast<OpenClGpu*>(&gpu)) {
        auto text = opencl->compiled(own.name, source);
        if (!text) return tl::unexpected(text.error());
        return std::make_shared<const std::string>(std::move(*text));
    }
    const std::string architecture = architectureOf(gpu.sheet().compute_capability);
    const auto compiler = KernelCompiler::find();
    if (!compiler)
        return tl::unexpected(Reason{"nvrtc_missing", Json::object(), compiler.error().message});
    const Resource text{own.name, source};
    KernelCompiler::Compiled made =
        compiledKernel(*compiler, KernelCache::standard(), text, architecture);
    if (!made.code.empty()) return std::make_shared<const std::string>(std::move(made.code));
    CompilerRemark first;
    for (CompilerRemark& remark : remarksOf(made.log, own.name))
        if (remark.error) {
            first = std::move(remark);
            break;
        }
    return tl::unexpected(refusedText(own.name, file, first.line, first.text, made.log));
}

OwnResult::OwnResult(PlainGpu& gpu, std::int64_t count)
    : m_gpu(gpu),
      m_count(count),
      m_all(gpu.allocate(static_cast<std::size_t>(count + 2 * kRoom) * sizeof(float),
                         std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()))) {}

const void* OwnResult::values() const {
    return m_all.as<float>() + kRoom;
}

std::vector<float> OwnResult::part(std::int64_t first, std::int64_t count) const {
    std::vector<float> values(static_cast<std::size_t>(count));
    m_gpu.copyBytes(values.data(), m_all.as<float>() + first, values.size() * sizeof(float));
    m_gpu.synchronize();
    return values;
}

std::vector<float> OwnResult::found() const {
    return part(kRoom, m_count);
}

void OwnResult::checkRoom(const std::string& name) const {
    for (const std::int64_t first : {std::int64_t{0}, kRoom + m_count}) {
        const std::vector<float> room = part(first, kRoom);
        const auto written =
            std::ranges::find_if_not(room, [](float one) { return std::isnan(one); });
        if (written != room.end())
            throw WorkFailed{{"own_kernel_out_of_bounds",
                              {{"name", name},
                               {"index", first + (written - room.begin()) - kRoom},
                               {"count", m_count}},
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
