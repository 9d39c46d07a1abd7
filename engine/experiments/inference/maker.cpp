// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/maker.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "base/json_fields.h"
#include "base/places.h"
#include "experiments/inference/feature_maps.h"
#include "experiments/inference/feature_plane.h"
#include "experiments/inference/output.h"
#include "experiments/inference/questions.h"
#include "experiments/inference/work_torch.h"
#include "experiments/pinned_team.h"
#include "gpu/failure.h"
#include "machine/process_memory.h"
#include "models/compiled_network.h"
#include "models/model.h"
#include "models/numerics.h"
#include "models/trained_file.h"
#include "networks/cost.h"
#include "plan/instances.h"

namespace duelo {

namespace {

/// Returns the facts that are told of a cell before its first call.
Result<Prepared> prepared(const InferenceCase& work, const Variant& variant, const ModelInfo& info,
                          const ModelInput& input, const Identity& weights) {
    const auto cost =
        modelCost(info.network, imageOf(work, info.network), valueBytes(variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    return Prepared{.parts = input.parts,
                    .identities = {input.identity, weights},
                    .quantities = {{"images", work.batch, "throughput", "image/s"},
                                   {"flop", cost->flop},
                                   {"bytes_moved", cost->layer_bytes},
                                   {"parameters", info.parameters}}};
}

/// Returns a note where a network that learned a vector for each place gets images of another size.
std::optional<Reason> otherPositions(const InferenceCase& work, const ModelInfo& info) {
    const auto shapes = inferShapes(info.network, imageOf(work, info.network));
    for (const Node& node : info.network.nodes()) {
        if (!shapes || node.op != Op::Positions) continue;
        const Shape& map = (*shapes)[static_cast<std::size_t>(node.map)];
        if (map.height == node.trained_side && map.width == node.trained_side) continue;
        return Reason{
            "positions_interpolated",
            {{"model", info.name}, {"size_px", work.size_px}, {"trained", node.trained_side}},
            {}};
    }
    return std::nullopt;
}

/// One pass, of which the layers' pictures are made, takes no more than a few seconds.
constexpr int kMostMaps_px = 1024;

/// The shorter and the longer side of its images.
std::pair<int, int> sidesOf(const InferenceCase& work) {
    return std::minmax({work.size_px, work.width_px > 0 ? work.width_px : work.size_px});
}

/// Returns how many use each tensor or its memory.
std::vector<std::int64_t> usersOf(const WeightMap& weights) {
    std::vector<std::int64_t> users;
    for (const auto& [name, tensor] : weights) users.push_back(tensor.useCount());
    return users;
}

/// Instances have their own processors, one after the other; their parent's cell has the first's.
Result<std::vector<int>> cpusOf(const Cell& cell) {
    return pinnedCpus(cell.variant, static_cast<std::size_t>(instancesOf(cell.variant)));
}

/// Returns the bytes of the tensors that a model made meanwhile uses where they lie.
std::int64_t bytesUsedSince(const std::vector<std::int64_t>& before, const WeightMap& weights) {
    const std::vector<std::int64_t> now = usersOf(weights);
    std::int64_t bytes = 0;
    auto tensor = weights.begin();
    for (std::size_t i = 0; i < now.size(); ++i, ++tensor)
        if (now[i] > before[i]) bytes += static_cast<std::int64_t>(tensor->second.nbytes());
    return bytes;
}

}  // namespace

InferenceMaker::InferenceMaker(Gpu& gpu, std::string maps) : m_gpu(gpu), m_maps(std::move(maps)) {}

InferenceMaker::~InferenceMaker() = default;

Result<InferenceCase> InferenceMaker::sized(InferenceCase work) {
    if (!isOwnSize(work)) return work;
    const auto network = networkOf(work);
    if (!network) return tl::unexpected(network.error());
    if ((*network)->info.network.imageSidePx() > 0)
        return fail("own_size_of_fixed",
                    {{"model", work.model}, {"size_px", (*network)->info.network.imageSidePx()}});
    const std::vector<std::string> pictures = picturesIn(work);
    const auto known = m_sides.find(pictures);
    if (known == m_sides.end()) {
        auto found = atOwnSize(std::move(work));
        if (found) m_sides.emplace(pictures, std::pair(found->width_px, found->size_px));
        return found;
    }
    std::tie(work.width_px, work.size_px) = known->second;
    return work;
}

Result<Forecast> InferenceMaker::forecast(const Cell& cell) {
    const auto sizedWork = sized(inferenceCase(cell.work));
    if (!sizedWork) return tl::unexpected(sizedWork.error());
    const InferenceCase& work = *sizedWork;
    const Variant variant = variantOf(cell.variant);
    const auto found = networkOf(work);
    if (!found) return tl::unexpected(found.error());
    const Network& network = (*found)->info.network;
    const Shape image = imageOf(work, network);
    const auto memory =
        forecastMemory(network, image, variant.device, variant.mode, variant.precision);
    if (!memory) return tl::unexpected(memory.error());
    const auto cost = modelCost(network, image, valueBytes(variant.precision));
    if (!cost) return tl::unexpected(cost.error());
    Forecast forecast{.bytes = memory->total(),
                      .free_bytes = freeMemoryBytes(),
                      .flop = cost->flop,
                      .bytes_moved = cost->layer_bytes};
    if (variant.precision == Precision::Int8) {
        // Its scales come from fp32, which is gone again before the first call.
        const auto exact = forecastMemory(network, CalibrationStore::imagesFor(work, **found),
                                          Device::Cpu, Mode::Fused, Precision::Fp32);
        if (!exact) return tl::unexpected(exact.error());
        forecast.bytes = std::max(forecast.bytes, exact->total());
    }
    if (auto support = precisionSupport(variant.device, variant.precision, m_gpu.status().sheet))
        forecast.emulated = support->slow.has_value();
    if (variant.mode == Mode::Overlapped) forecast.least_calls = kCallsOverlapped;
    if (variant.device.isGpu()) {
        if (m_gpu.api() == nullptr) return tl::unexpected(m_gpu.whyNoNetworks());
        forecast.free_bytes = usableBytes(m_gpu.api()->memory());
    }
    return forecast;
}

Result<std::optional<CourseForecast>> InferenceMaker::look(const Cell& cell, bool) {
    for (const std::string& input : picturesIn(inferenceCase(cell.work))) {
        const auto [known, isNew] = m_looked.try_emplace(input);
        if (isNew && input != kRandomInput) known->second = whyNoPhotograph(input);
        if (known->second) return tl::unexpected(*known->second);
    }
    return std::nullopt;
}

Result<void> InferenceMaker::check(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    if (variant.device.isGpu() && m_gpu.api() == nullptr)
        return tl::unexpected(m_gpu.whyNoNetworks());
    if (variant.device.isGpu() && needsGpu(variant.mode))
        if (auto why = m_gpu.api()->whyNoGraphs()) return tl::unexpected(*std::move(why));
    if (variant.device.isGpu() && isFused(variant.mode))  // which kernels of Duelo's own follow
        if (auto possible = m_gpu.canUse(NvidiaLibrary::Nvrtc); !possible) return possible;
    // A plan has no such cell; what names a work by itself may.
    if (variant.device.isCpu() && needsGpu(variant.mode))
        return tl::unexpected(whyNotOnCpu(variant.mode));
    if (auto support = precisionSupport(variant.device, variant.precision, m_gpu.status().sheet);
        !support)
        return tl::unexpected(support.error());
    if (auto possible = checkMode(variant.device, variant.mode, variant.precision); !possible)
        return possible;
    if (auto cpus = cpusOf(cell); !cpus) return tl::unexpected(cpus.error());
    const auto network = networkOf(work);
    if (!network) return tl::unexpected(network.error());
    const auto sizedWork = sized(work);
    if (!sizedWork) return tl::unexpected(sizedWork.error());
    const auto [shorter, longer] = sidesOf(*sizedWork);
    if (longer > kMaxSizePx)
        return fail("size_out_of_range",
                    {{"value", longer}, {"min", kMinSizePx}, {"max", kMaxSizePx}});
    if (auto possible = checkSize((*network)->info, shorter); !possible) return possible;
    return checkSize((*network)->info, longer);
}

Result<std::unique_ptr<Work>> InferenceMaker::create(const Cell& cell) {
    if (auto possible = check(cell); !possible) return tl::unexpected(possible.error());
    const auto sizedWork = sized(inferenceCase(cell.work));
    if (!sizedWork) return tl::unexpected(sizedWork.error());
    const InferenceCase work = *sizedWork;
    const Variant variant = variantOf(cell.variant);
    const auto network = networkOf(work);
    const bool onGpu = variant.device.isGpu();
    if (onGpu) m_stream.take(*m_gpu.api());
    const auto make = [this, work, variant, used = *network]() -> Result<InferenceParts> {
        return parts(work, variant, *used);
    };
    const auto fetch = [this, work, used = *network] { return fetchShared(work, used->info); };
    if (onGpu) return std::make_unique<GpuInference>(variant, make, fetch, *m_gpu.api());
    return std::make_unique<CpuInference>(variant, make, fetch, *cpusOf(cell));
}

Result<void> InferenceMaker::fetchShared(const InferenceCase& work, const ModelInfo& info) {
    if (auto weights = weightsOf(work, info); !weights) return tl::unexpected(weights.error());
    if (auto input = m_inputs.input(work, info); !input) return tl::unexpected(input.error());
    return {};
}

Result<KnownWeights> InferenceMaker::weightsOf(const InferenceCase& work, const ModelInfo& info) {
    return m_weights.weights(info,
                             {.file = work.weights, .key = work.weights_key, .seed = work.seed});
}

Result<std::shared_ptr<const UsableNetwork>> InferenceMaker::networkOf(const InferenceCase& work) {
    const std::tuple key(work.model, work.weights, work.weights_key, work.classes);
    if (const auto known = m_networks.find(key); known != m_networks.end()) return known->second;
    auto network = work.weights.empty()
                       ? usableNetwork(work.model)
                       : networkOfFile(work.model, {fromUtf8(work.weights), work.weights_key,
                                                    fromUtf8(work.classes)});
    if (network) m_networks.emplace(key, *network);
    return network;
}

Result<InferenceParts> InferenceMaker::parts(const InferenceCase& work, const Variant& variant,
                                             const UsableNetwork& network) {
    const ModelInfo& info = network.info;
    auto weights = weightsOf(work, info);
    if (!weights) return tl::unexpected(weights.error());
    auto input = m_inputs.input(work, info);
    if (!input) return tl::unexpected(input.error());
    const std::vector<std::int64_t> usersBefore = usersOf(*weights->tensors);
    ModelOptions options{
        .mode = variant.mode, .device = variant.device, .precision = variant.precision};
    if (variant.device.isGpu())
        options.finish = [gpu = m_gpu.api()](Tensor& y, const Tensor& bias, const Tensor& residual,
                                             float low, float high) {
            gpu->addBiasClip(y, bias, residual, low, high);
        };
    const bool narrow = variant.precision == Precision::Int8;
    if (narrow) {
        auto calibration = m_calibrations.calibration(work, network, *weights);
        if (!calibration) return tl::unexpected(calibration.error());
        options.calibration = *std::move(calibration);
    }
    auto model = makeModel(info, weights->tensors, options);
    if (!model) return tl::unexpected(model.error());
    std::optional<Reason> accuracy;
    if (narrow) {
        auto told = m_calibrations.told(work, network, *weights, **model);
        if (!told) return tl::unexpected(told.error());
        accuracy = *std::move(told);
    }
    const std::int64_t sharedWeights = bytesUsedSince(usersBefore, *weights->tensors);
    if (auto laidOut = (*model)->prepare(imageOf(work, info.network)); !laidOut)
        return tl::unexpected(laidOut.error());
    auto known = prepared(work, variant, info, *input, weights->identity);
    if (!known) return tl::unexpected(known.error());
    if (const CompiledNetwork* compiled = (*model)->compiled())
        std::ranges::find(known->quantities, "flop", &Quantity::id)->per_call = compiled->flop();
    // A report needs the number of classes of a network that its file alone describes.
    if (!network.sheet.classes.empty() || network.isTrainable())
        known->quantities.push_back({"outputs", info.classes});
    known->notes = weights->notes;
    std::ranges::copy(network.notes, std::back_inserter(known->notes));
    known->load_ms = weights->read_ms;
    if (accuracy) known->notes.push_back(*std::move(accuracy));
    if (auto other = otherPositions(work, info)) known->notes.push_back(*std::move(other));
    const auto support = precisionSupport(variant.device, variant.precision, m_gpu.status().sheet);
    if (support && support->slow) known->notes.push_back(*support->slow);
    return InferenceParts{
        .model = std::move(*model),
        .input = input->images,
        .prepared = std::move(*known),
        .shared_bytes = sharedWeights + static_cast<std::int64_t>(input->images.nbytes()),
        .copies = variant.mode == Mode::Overlapped ||
                  (variant.device.isGpu() && work.input != kRandomInput),
        .recognises = weights->identity.origin != kRandomOrigin,
        .sheet = network.sheet,
        .pictures = work.together.empty() ? std::vector<std::string>() : picturesIn(work),
        .beside = besideOf(work, network, *weights, *input)};
}

std::function<Result<Json>()> InferenceMaker::besideOf(const InferenceCase& work,
                                                       const UsableNetwork& network,
                                                       const KnownWeights& weights,
                                                       const ModelInput& input) {
    const bool plane = !work.together.empty() && picturesIn(work).size() >= kLeastForPlane &&
                       weights.identity.origin != kRandomOrigin;
    if (m_maps.empty() && !plane) return {};
    return [this, work, &network, tensors = weights.tensors, input, plane]() -> Result<Json> {
        Json told = Json::object();
        if (m_told == work) return told;
        m_told = work;
        if (!m_maps.empty() && sidesOf(work).second > kMostMaps_px)
            return fail("maps_too_large",
                        {{"size_px", sidesOf(work).second}, {"max_px", kMostMaps_px}});
        if (!m_maps.empty()) {
            const auto maps = mapsOfLayer(m_maps, work, network, tensors, input);
            if (!maps) return tl::unexpected(maps.error());
            told.update(*maps);
        }
        if (!plane) return told;
        const auto features = featurePlane(work, network, tensors, input);
        if (!features) return tl::unexpected(features.error());
        told.update(toJson(*features));
        return told;
    };
}

Result<Json> InferenceMaker::answer(std::string_view query, const Json& args) {
    if (query == "feature_maps") return mapsAnswer(args);
    return inferenceAnswer(query, args);
}

Result<Json> InferenceMaker::mapsAnswer(const Json& args) {
    try {
        Fields fields(args, "args");
        InferenceCase work = inferenceCase(Params::from(fields.at("case")));
        fields.refuseRest();
        work.batch = 1;
        work.together.clear();  // the first of them
        const auto network = networkOf(work);
        if (!network) return tl::unexpected(network.error());
        auto sizedWork = sized(std::move(work));
        if (!sizedWork) return tl::unexpected(sizedWork.error());
        work = *std::move(sizedWork);
        const auto [shorter, longer] = sidesOf(work);
        if (auto possible = checkSize((*network)->info, shorter); !possible)
            return tl::unexpected(possible.error());
        if (longer > kMostMaps_px)
            return fail("maps_too_large", {{"size_px", longer}, {"max_px", kMostMaps_px}});
        const auto weights = weightsOf(work, (*network)->info);
        if (!weights) return tl::unexpected(weights.error());
        const auto input = m_inputs.input(work, (*network)->info);
        if (!input) return tl::unexpected(input.error());
        return featureMaps(work, **network, weights->tensors,
                           weights->identity.origin != kRandomOrigin, *input);
    } catch (const FieldError& error) {
        return tl::unexpected(error.reason);
    }
}

Failure InferenceMaker::describe(const std::exception_ptr& error) {
    return describeFailure(error, m_gpu);
}

void InferenceMaker::release() {
    m_inputs.clear();
    m_told.reset();
    m_stream.release();
}

}  // namespace duelo
