// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/spec.h"

#include <algorithm>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/transfer/params.h"
#include "experiments/transfer/view.h"

namespace duelo {

namespace {

/// Each size four times the one before: caches show as steps, and the table stays short.
Json usualSizes() {
    Json sizes = Json::array();
    for (std::int64_t bytes = 4096; bytes <= 256 << 20; bytes *= 4) sizes.push_back(bytes);
    return sizes;
}

/// Variants of which nothing is left: the processor copies within the host alone, the GPU only what
/// has an end in its memory.
std::vector<Problem> problemsOfDirections(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const Block& block = plan.variants[i];
        const std::vector<Json>& directions = valuesIn(block, "direction");
        const bool within =
            std::ranges::find(directions, Json(word(Direction::WithinHost))) != directions.end();
        const bool others = directions.size() > (within ? 1U : 0U);
        if ((within && hasDevice(block, DeviceKind::Cpu)) ||
            (others && hasDevice(block, DeviceKind::Gpu)))
            continue;
        return {{"direction", i, 0, {within ? "direction_needs_cpu" : "direction_needs_gpu"}}};
    }
    return {};
}

}  // namespace

Spec transferSpec() {
    const When overTheBus{.axis = "direction", .in = {"to_device", "from_device"}};
    const When withinHost{.axis = "direction", .in = {"within_host"}};
    Axis direction =
        wordsAxis<Direction>("direction", AxisRole::Variant,
                             {"within_host", "to_device", "from_device", "within_device"},
                             "within_host,to_device,from_device,within_device");
    direction.value_when["within_host"] = {onCpu()};
    for (const char* ofGpu : {"to_device", "from_device", "within_device"})
        direction.value_when[ofGpu] = {onGpu()};
    Axis memory = wordsAxis<HostMemory>("memory", AxisRole::Variant, Json(wordsOf<HostMemory>),
                                        "pageable,pinned,mapped,shared");
    memory.when = {overTheBus};
    // Only OpenCL tells whether memory is shared; a call hands it over and takes it back.
    memory.value_when["shared"] = {{.axis = std::string(kDeviceAxis), .not_by = Api::Cuda},
                                   {.axis = "direction", .in = {"to_device"}}};
    memory.advanced = true;
    Axis beside =
        wordsAxis<Beside>("beside", AxisRole::Variant, Json(wordsOf<Beside>), "nothing,compute");
    beside.when = {overTheBus};
    beside.advanced = true;
    // The driver copies pageable memory itself and waits, and a kernel that copies is no copy.
    beside.value_when["compute"] = {{.axis = "memory", .in = {"pinned"}}};
    Axis copy =
        wordsAxis<CopyBy>("copy", AxisRole::Variant, Json::array({"memcpy"}), "memcpy,loop");
    copy.when = {withinHost};
    copy.advanced = true;
    Axis threads = threadsAxis();
    threads.usual = Json::array({1, 0});
    threads.when.push_back(withinHost);

    Spec spec{.id = "transfer",
              .command = "transfer",
              .help = "copy between the memories of host and GPU"};
    spec.axes = {{.id = "bytes",
                  .unit = std::string(kByteUnit),
                  .many = true,
                  .usual = usualSizes(),
                  .min = 1,
                  .max = static_cast<double>(kMostCopied),
                  .option = "--bytes",
                  .help = "size of the copy, e.g. 4096,1048576",
                  .offered = usualSizes()},
                 deviceAxis(Devices::All),
                 std::move(direction),
                 std::move(memory),
                 std::move(beside),
                 std::move(copy),
                 std::move(threads)};
    spec.metrics = {{.id = "copy_rate", .unit = "byte/s", .in_table = true}};
    spec.parts = {
        {"copy"}, {"h2d"}, {"d2h"}, {"both"}, {"copy_alone", false}, {"compute_alone", false}};
    spec.validate = problemsOfDirections;
    spec.view = &transferView();
    return spec;
}

}  // namespace duelo
