// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/batches.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "data/shuffle.h"
#include "experiments/pinned_team.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace duelo {
namespace {

/// Samples that one thread makes before it asks for more: a digit takes about as long as waking a
/// thread.
constexpr std::int64_t samples_per_task = 8;

std::size_t rowsOf(const Tensor& tensor) {
    return static_cast<std::size_t>(tensor.size(0));
}

std::int64_t bytesOf(const Tensor& tensor) {
    return tensor.defined() ? static_cast<std::int64_t>(tensor.nbytes()) : 0;
}

Transform transformOf(const BatchOptions& options) {
    Transform transform = options.augment ? trainTransform() : testTransform();
    transform.channels = options.channels;
    transform.size_px = options.size_px;
    return transform;
}

}  // namespace

Batches::Batches(std::shared_ptr<const TrainingData> data, std::span<const std::size_t> part,
                 const BatchOptions& options, GpuApi* gpu)
    : m_data(std::move(data)),
      m_part(part.begin(), part.end()),
      m_order(part.size()),
      m_options(options),
      m_transform(transformOf(options)),
      m_shape(transformedShape(m_transform, m_data->samples.shape())),
      m_gpu(gpu),
      m_copy([gpu](Tensor& to, const Tensor& from) { gpu->copy(to, from); }) {
    m_options.batch = static_cast<int>(
        std::min<std::size_t>(m_part.size(), static_cast<std::size_t>(options.batch)));
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
}

Result<Batches> Batches::create(std::shared_ptr<const TrainingData> data,
                                std::span<const std::size_t> part, const BatchOptions& options,
                                GpuApi* gpu) {
    if (part.empty() || options.batch < 1)
        throw std::invalid_argument("Batches::create: nothing to make a batch of");
    const auto valid = checkTransform(transformOf(options));
    if (!valid) return tl::unexpected(valid.error());
    if (options.decode_every_epoch && !data->listing) return fail("decode_needs_folder");

    Batches batches(std::move(data), part, options, gpu);
    if (options.augment || options.decode_every_epoch) return batches;
    if (batches.partBytes() > options.resident_bytes) {
        batches.m_note = Reason{
            "data_not_resident",
            {{"needed_bytes", batches.partBytes()}, {"limit_bytes", options.resident_bytes}}};
        return batches;
    }
    if (auto made = batches.makeResident(); !made) return tl::unexpected(made.error());
    return batches;
}

void Batches::begin(std::uint64_t epoch, bool shuffled) {
    m_epoch = epoch;
    m_next = 0;
    m_direct = resident() && !shuffled;
    if (m_direct) return;
    orderSamples(shuffled);
    if (!m_window.images.defined()) makeWindow();
    if (m_gpu && resident()) copyOrder();
}

ResidentPart Batches::beginResident(std::uint64_t epoch, bool shuffled) {
    if (!resident()) throw std::logic_error("Batches: the part does not rest anywhere");
    m_epoch = epoch;
    orderSamples(shuffled);
    if (shuffled || !m_index_is_part) copyOrder();
    m_index_is_part = !shuffled;
    return {m_resident.images, m_resident.labels, m_index, m_options.batch};
}

void Batches::orderSamples(bool shuffled) {
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    if (!shuffled) return;
    std::mt19937_64 random = epochRandom(m_options.seed, m_epoch);
    shuffle(m_order, random);
}

void Batches::copyOrder() {
    const auto places = TensorOptions(ScalarType::Long);
    const auto count = static_cast<std::int64_t>(size());
    if (!m_index.defined()) m_index = ops::empty({count}, places.device(device()));
    Tensor order = m_gpu ? ops::empty({count}, places) : m_index;
    std::copy(m_order.begin(), m_order.end(), order.data_ptr<std::int64_t>());
    if (m_gpu) m_copy(m_index, order);
    m_index_is_part = false;
}

Result<bool> Batches::next() {
    if (m_next >= size()) return false;
    const auto batch = static_cast<std::size_t>(m_options.batch);
    const std::size_t number = m_next / batch;
    const std::size_t rows = std::min(batch, size() - m_next);
    m_share = shareOf(static_cast<std::int64_t>(rows), m_options.place);
    if (m_direct) {
        m_current = &m_resident_views[number];
        if (!m_options.place.isAlone()) shareCurrent(m_share.first);
    } else if (!m_options.place.isAlone()) {
        m_current = &m_window;
        shareCurrent(0);
        const std::size_t first = m_next + static_cast<std::size_t>(m_share.first);
        if (m_share.count > 0)
            if (auto filled = fill(first, m_shared); !filled) return tl::unexpected(filled.error());
    } else if (rowsOf(m_window.images) == size()) {
        if (m_next == 0)
            if (auto filled = fill(0, m_window); !filled) return tl::unexpected(filled.error());
        m_current = &m_window_views[number];
    } else {
        m_current = &m_window_views[rows == batch ? 0 : 1];
        if (auto filled = fill(m_next, *m_current); !filled) return tl::unexpected(filled.error());
    }
    m_next += rows;
    return true;
}

/// Takes this process's share of the rows at hand: m_share.count rows from `first` on.
void Batches::shareCurrent(std::int64_t first) {
    m_shared = {m_current->images.narrow(0, first, m_share.count),
                m_current->labels.narrow(0, first, m_share.count)};
    m_current = &m_shared;
}

std::size_t Batches::updatesPerEpoch() const {
    const auto batch = static_cast<std::size_t>(m_options.batch);
    return (size() + batch - 1) / batch;
}

std::int64_t Batches::bytes() const {
    std::int64_t sum = bytesOf(m_index);
    for (const View* view : {&m_resident, &m_window})
        sum += bytesOf(view->images) + bytesOf(view->labels);
    return sum;
}

std::int64_t Batches::partBytes() const {
    return static_cast<std::int64_t>(size() * m_shape.bytes() * sizeof(float));
}

TensorDevice Batches::device() const {
    return m_gpu ? m_gpu->device() : TensorDevice(TensorDevice::Cpu);
}

Batches::View Batches::empty(std::size_t rows, TensorDevice device) const {
    const auto count = static_cast<std::int64_t>(rows);
    return {ops::empty({count, m_shape.channels, m_shape.height_px, m_shape.width_px},
                       TensorOptions(ScalarType::Float).device(device)),
            ops::empty({count}, TensorOptions(ScalarType::Long).device(device))};
}

void Batches::copyToGpu(const View& from, const View& to) {
    Tensor images = to.images, labels = to.labels;
    m_copy(images, from.images);
    m_copy(labels, from.labels);
}

std::vector<Batches::View> Batches::viewsOf(const View& whole, std::size_t rows) const {
    std::vector<View> views;
    for (std::size_t first = 0; first < rows;) {
        const std::size_t count = std::min(static_cast<std::size_t>(m_options.batch), rows - first);
        const auto from = static_cast<std::int64_t>(first);
        const auto length = static_cast<std::int64_t>(count);
        views.push_back(
            {whole.images.narrow(0, from, length), whole.labels.narrow(0, from, length)});
        first += count;
    }
    return views;
}

Result<void> Batches::makeResident() {
    View host = empty(size(), TensorDevice::Cpu);
    if (auto made = makeSamples(0, host); !made) return made;
    if (m_gpu) {
        m_resident = empty(size(), device());
        copyToGpu(host, m_resident);
    } else {
        m_resident = std::move(host);
    }
    m_resident_views = viewsOf(m_resident, size());
    return {};
}

void Batches::makeWindow() {
    const bool whole = m_gpu && resident() && 2 * partBytes() <= m_options.resident_bytes;
    const auto batch = static_cast<std::size_t>(m_options.batch);
    m_window = empty(whole ? size() : batch, device());
    m_window_views = viewsOf(m_window, whole ? size() : batch);
    if (const std::size_t last = size() % batch; !whole && last != 0)
        m_window_views.push_back(viewsOf(m_window, last).front());
}

Result<void> Batches::fill(std::size_t first, const View& to) {
    if (resident()) {
        gather(first, to);
        return {};
    }
    const auto make =
        m_options.decode_every_epoch ? &Batches::decodeSamples : &Batches::makeSamples;
    if (!m_gpu) return (this->*make)(first, to);
    const View host{m_gpu->emptyPinned(to.images), m_gpu->emptyPinned(to.labels)};
    if (auto made = (this->*make)(first, host); !made) return made;
    copyToGpu(host, to);
    return {};
}

void Batches::gather(std::size_t first, const View& to) {
    const auto rows = to.images.size(0);
    if (m_gpu) {
        const auto index = m_index.narrow(0, static_cast<std::int64_t>(first), rows);
        Tensor images = to.images, labels = to.labels;
        ops::index_select_out(images, m_resident.images, 0, index);
        ops::index_select_out(labels, m_resident.labels, 0, index);
        return;
    }
    const std::size_t values = m_shape.bytes();
    const float* from = m_resident.images.const_data_ptr<float>();
    const std::int64_t* labels_from = m_resident.labels.const_data_ptr<std::int64_t>();
    float* images = to.images.data_ptr<float>();
    std::int64_t* labels = to.labels.data_ptr<std::int64_t>();
    const auto copyRows = [&](std::int64_t begin, std::int64_t end) {
        for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end);
             ++row) {
            const std::size_t place = m_order[first + row];
            std::memcpy(images + row * values, from + place * values, values * sizeof(float));
            labels[row] = labels_from[place];
        }
    };
    // A thread is worth waking for some tens of kilobytes.
    constexpr std::size_t values_per_task = 16384;
    ops::parallel_for(0, rows, static_cast<std::int64_t>(values_per_task / values + 1), copyRows);
}

Result<void> Batches::makeSamples(std::size_t first, const View& to) {
    const LabelledSet& samples = m_data->samples;
    ops::parallel_for(0, to.images.size(0), samples_per_task,
                      [&](std::int64_t begin, std::int64_t end) {
                          for (auto row = static_cast<std::size_t>(begin);
                               row < static_cast<std::size_t>(end); ++row) {
                              if (m_options.stop.stop_requested()) return;
                              const std::size_t index = m_part[m_order[first + row]];
                              writeSample(pictureOf(samples, index), index, row, to);
                          }
                      });
    if (m_options.stop.stop_requested()) return fail("cancelled_by_user");
    return {};
}

Result<void> Batches::decodeSamples(std::size_t first, const View& to) {
    const FolderListing& listing = *m_data->listing;
    const UnpinnedHelpers helpers;  // each file is read by one
    for (std::size_t row = 0; row < rowsOf(to.images); ++row) {
        if (m_options.stop.stop_requested()) return fail("cancelled_by_user");
        const std::size_t index = m_part[m_order[first + row]];
        const auto loaded =
            loadImage(listing.images[index], listing.shape, m_data->reader, m_options.stop);
        if (!loaded) return tl::unexpected(loaded.error());
        writeSample(loaded->picture, index, row, to);
    }
    return {};
}

void Batches::writeSample(const Picture& picture, std::size_t index, std::size_t row,
                          const View& to) {
    const std::size_t values = m_shape.bytes();
    applyTransform(m_transform, picture, {m_options.seed, m_epoch, index},
                   {to.images.data_ptr<float>() + row * values, values});
    to.labels.data_ptr<std::int64_t>()[row] = m_data->samples.label(index);
}

}  // namespace duelo
