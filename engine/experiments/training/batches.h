// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "data/transforms.h"
#include "experiments/training/ranks.h"
#include "experiments/training/resident_part.h"
#include "experiments/training/training_data.h"
#include "gpu/gpu.h"
#include "tensor/tensor.h"

namespace duelo {

struct BatchOptions {
    int batch = 256;
    std::uint64_t seed = 0;  ///< of the order and of the random transforms
    bool augment = false;    ///< the random transforms of S2-04; without: resize and normalise only
    bool decode_every_epoch = false;  ///< as the scripts do (S2-M06); image folders only
    int channels = 0;                 ///< 1 or 3; 0: as the data have them
    int size_px = 0;                  ///< both sides; 0: as the data have them
    /// The most device memory for normalised samples. A part that needs more is made from bytes
    /// batch by batch, and a note says so.
    std::int64_t resident_bytes = std::int64_t{2} << 30;
    std::stop_token stop{};  ///< asked for every sample
    /// This process makes only its own share of each batch.
    RankPlace place{};
};

/// One part of the data as batches of tensors on the CPU or the GPU. All variants, devices and
/// thread counts, and a resumed run, get the same batches in the same order.
///
/// Without random transforms the part is normalised once and stays on the device; a shuffled epoch
/// is gathered from there, on the CPU batch by batch (a batch fits into its cache), on the GPU in
/// one go (a launch costs more than the copy). With random transforms the samples are made from
/// bytes, batch by batch, while the GPU trains on the batch before. The buffers, and the views of
/// them that are handed out, are made once and keep their addresses from epoch to epoch.
///
/// Worker thread only. Throws TensorError where memory is short.
class Batches {
public:
    /// `gpu` is null for the CPU, else open and in its measuringStream(). Neither `part` (indices
    /// of the samples) is empty nor the batch below 1: std::invalid_argument.
    ///
    /// Errors: transform_invalid {field}; decode_needs_folder; cancelled_by_user.
    static Result<Batches> create(std::shared_ptr<const TrainingData> data,
                                  std::span<const std::size_t> part, const BatchOptions& options,
                                  GpuApi* gpu);

    /// Starts an epoch. The order depends on (seed, epoch) only; without `shuffle` it is that of
    /// the part.
    void begin(std::uint64_t epoch, bool shuffle);

    /// begin() for a trainer that picks the batches itself: those that next() would make. Where
    /// resident() only, else std::logic_error; next() has nothing to do with such an epoch.
    [[nodiscard]] ResidentPart beginResident(std::uint64_t epoch, bool shuffle);

    /// Makes the next batch; the last one of an epoch may be smaller. False at the end. Does not
    /// wait for the GPU.
    ///
    /// Errors: cancelled_by_user; with decode_every_epoch those of loadImage, with {file}.
    Result<bool> next();

    /// fp32 [n, channels, height, width] and int64 [n], contiguous, on the device; valid until the
    /// next next(). None where the batch has fewer rows than there are processes.
    [[nodiscard]] const Tensor& images() const { return m_current->images; }
    [[nodiscard]] const Tensor& labels() const { return m_current->labels; }
    /// Returns which rows of the batch images() and labels() are.
    [[nodiscard]] RowShare share() const { return m_share; }

    /// Sets what copies to the GPU from now on, where there is one.
    void setCopy(GpuCopy copy) { m_copy = std::move(copy); }

    [[nodiscard]] std::size_t size() const { return m_part.size(); }
    [[nodiscard]] std::size_t updatesPerEpoch() const;
    [[nodiscard]] SampleShape shape() const { return m_shape; }
    /// Tells whether the normalised part stays on the device.
    [[nodiscard]] bool resident() const { return m_resident.images.defined(); }
    /// Returns the bytes of all tensors that are kept, on the device and beside it. The first epoch
    /// that shuffles adds its buffer.
    [[nodiscard]] std::int64_t bytes() const;
    /// data_not_resident {needed_bytes, limit_bytes} where `resident_bytes` was too little.
    [[nodiscard]] const std::optional<Reason>& note() const { return m_note; }

private:
    struct View {
        Tensor images;
        Tensor labels;
    };

    Batches(std::shared_ptr<const TrainingData> data, std::span<const std::size_t> part,
            const BatchOptions& options, GpuApi* gpu);

    [[nodiscard]] std::int64_t partBytes() const;
    [[nodiscard]] View empty(std::size_t rows, TensorDevice device) const;
    [[nodiscard]] TensorDevice device() const;
    void copyToGpu(const View& from, const View& to);
    [[nodiscard]] std::vector<View> viewsOf(const View& whole, std::size_t rows) const;
    void shareCurrent(std::int64_t first);
    void orderSamples(bool shuffled);
    void copyOrder();
    Result<void> makeResident();
    void makeWindow();
    Result<void> fill(std::size_t first, const View& to);
    void gather(std::size_t first, const View& to);
    Result<void> makeSamples(std::size_t first, const View& to);
    Result<void> decodeSamples(std::size_t first, const View& to);
    void writeSample(const Picture& picture, std::size_t index, std::size_t row, const View& to);

    std::shared_ptr<const TrainingData> m_data;
    std::vector<std::size_t> m_part;
    std::vector<std::size_t> m_order;  ///< places in m_part
    BatchOptions m_options;
    Transform m_transform;
    SampleShape m_shape;
    GpuApi* m_gpu = nullptr;
    GpuCopy m_copy;
    std::optional<Reason> m_note;

    View m_resident;                     ///< the whole part
    std::vector<View> m_resident_views;  ///< its batches, for epochs that are not shuffled
    /// The buffer that gathered and made batches are views of: the whole epoch or one batch.
    View m_window;
    std::vector<View> m_window_views;
    Tensor m_index;                ///< m_order on the device, for who picks from it
    bool m_index_is_part = false;  ///< it holds the order of the part, which no epoch changes

    std::uint64_t m_epoch = 0;
    bool m_direct = false;  ///< this epoch hands out m_resident_views
    std::size_t m_next = 0;
    RowShare m_share;
    View m_shared;  ///< those rows, where others have the rest
    const View* m_current = nullptr;
};

}  // namespace duelo
