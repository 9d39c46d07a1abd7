// SPDX-License-Identifier: Apache-2.0
#include "cuda/nccl_peers.h"

#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include <ATen/ATen.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>

#include "base/dynamic_library.h"
#include "cuda/nccl_api.h"
#include "tensor/libtorch.h"

namespace duelo {
namespace {

/// Joins whose stamps are kept; whoever waits is never so many behind.
constexpr std::size_t kKeptJoins = 64;

template <typename Function>
Function* ncclFunction(const char* name) {
    // libtorch_cuda needs it: where this module is loaded, so is that.
    static const auto library = DynamicLibrary::loaded(nccl::kLibrary);
    TORCH_CHECK(library, "NCCL is not loaded: ", nccl::kLibrary);
    auto* function = library->function<Function>(name);
    TORCH_CHECK(function != nullptr, nccl::kLibrary, " has no ", name);
    return function;
}

void ncclCheck(const char* name, int result) {
    if (result == nccl::kSuccess) return;
    const char* words = ncclFunction<nccl::GetErrorString>("ncclGetErrorString")(result);
    TORCH_CHECK_WITH(DistBackendError, false, name, ": ", words != nullptr ? words : "", " (",
                     result, ")");
}

template <typename Function, typename... Arguments>
void ncclCall(const char* name, Arguments... arguments) {
    ncclCheck(name, ncclFunction<Function>(name)(arguments...));
}

/// An event with timing on the device that is current when it is made.
class Stamp {
public:
    Stamp() { C10_CUDA_CHECK(cudaEventCreateWithFlags(&m_event, cudaEventDefault)); }
    ~Stamp() { C10_CUDA_IGNORE_ERROR(cudaEventDestroy(m_event)); }
    Stamp(const Stamp&) = delete;
    Stamp& operator=(const Stamp&) = delete;

    void record(const c10::cuda::CUDAStream& stream) {
        C10_CUDA_CHECK(cudaEventRecord(m_event, stream.stream()));
    }
    /// Makes the work that is submitted to `stream` from now on wait for this event.
    void hold(const c10::cuda::CUDAStream& stream) const {
        C10_CUDA_CHECK(cudaStreamWaitEvent(stream.stream(), m_event, 0));
    }
    [[nodiscard]] bool isPassed() const {
        const cudaError_t state = cudaEventQuery(m_event);
        if (state == cudaErrorNotReady) {
            C10_CUDA_CLEAR_ERROR();
            return false;
        }
        C10_CUDA_CHECK(state);
        return true;
    }
    /// Returns the time between both, which must be passed.
    [[nodiscard]] double msSince(const Stamp& earlier) const {
        float ms = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&ms, earlier.m_event, m_event));
        return double(ms);
    }

private:
    cudaEvent_t m_event = nullptr;
};

class NcclPeers final : public GpuPeers {
public:
    NcclPeers(const std::string& id, int rank, int ranks, const c10::cuda::CUDAStream& stream)
        : m_work(stream),
          // A sum that waits behind kernels of the work would not go on beside them.
          m_sums(c10::cuda::getStreamFromPool(/*isHighPriority=*/true, stream.device_index())) {
        const c10::cuda::CUDAGuard guard(stream.device_index());
        m_stamps.emplace();
        nccl::UniqueId unique{};
        TORCH_CHECK(id.size() == sizeof unique.internal, "NCCL: an id of ", id.size(), " bytes");
        std::memcpy(unique.internal, id.data(), id.size());
        ncclCall<nccl::CommInitRank>("ncclCommInitRank", &m_all, ranks, unique, rank);
    }

    ~NcclPeers() override {
        if (m_all == nullptr) return;
        // A kernel that waits for a process that is gone waits for ever, and an orderly end would
        // wait for that process too. Where all has gone well, nothing is on its way any more.
        try {
            const c10::cuda::CUDAGuard guard(m_work.device_index());
            static_cast<void>(ncclFunction<nccl::CommAbort>("ncclCommAbort")(m_all));
        } catch (const c10::Error&) {
            return;  // its functions were there when it began
        }
    }

    NcclPeers(const NcclPeers&) = delete;
    NcclPeers& operator=(const NcclPeers&) = delete;

    void addUp(const Tensor& values) override {
        translated([&] { submitSum(libtorch(values)); });
    }

    void join() override {
        translated([&] { submitJoin(); });
    }

    bool pending(std::size_t joins) override {
        return translated([&] {
            checkPeers();
            notePassed();
            return m_joins - m_passed > joins;
        });
    }

    double takeStoodMs() override { return std::exchange(m_stood_ms, 0); }

private:
    struct Join {
        Stamp arrived, left;  ///< of the work: at the sums, and behind them
    };
    struct Stamps {
        Stamp known, summed;
        std::array<Join, kKeptJoins> joins;
    };

    void submitSum(const at::Tensor& values) {
        TORCH_CHECK(
            values.is_cuda() && values.is_contiguous() && values.scalar_type() == at::kFloat,
            "addUp: fp32 on the GPU, one value after the other");
        const c10::cuda::CUDAGuard guard(m_work.device_index());
        m_stamps->known.record(m_work);
        m_stamps->known.hold(m_sums);
        c10::cuda::CUDACachingAllocator::recordStream(values.storage().data_ptr(), m_sums);
        void* const data = values.mutable_data_ptr();
        ncclCall<nccl::AllReduce>("ncclAllReduce", static_cast<const void*>(data), data,
                                  static_cast<std::size_t>(values.numel()), nccl::kFloat32,
                                  nccl::kSum, m_all, m_sums.stream());
    }

    void submitJoin() {
        TORCH_CHECK(m_joins - m_passed < kKeptJoins, "join: too many are on their way");
        const c10::cuda::CUDAGuard guard(m_work.device_index());
        Join& here = m_stamps->joins[m_joins % kKeptJoins];
        here.arrived.record(m_work);
        m_stamps->summed.record(m_sums);
        m_stamps->summed.hold(m_work);
        here.left.record(m_work);
        ++m_joins;
    }

    void checkPeers() {
        int state = nccl::kSuccess;
        ncclCall<nccl::CommGetAsyncError>("ncclCommGetAsyncError", m_all, &state);
        if (state != nccl::kInProgress) ncclCheck("ncclAllReduce", state);
    }

    void notePassed() {
        const c10::cuda::CUDAGuard guard(m_work.device_index());
        while (m_passed < m_joins) {
            const Join& next = m_stamps->joins[m_passed % kKeptJoins];
            if (!next.left.isPassed()) break;
            m_stood_ms += next.left.msSince(next.arrived);
            ++m_passed;
        }
    }

    const c10::cuda::CUDAStream m_work, m_sums;
    nccl::Communicator m_all = nullptr;
    std::optional<Stamps> m_stamps;
    std::size_t m_joins = 0, m_passed = 0;
    double m_stood_ms = 0;
};

}  // namespace

std::string ncclPeerId() {
    nccl::UniqueId id{};
    ncclCall<nccl::GetUniqueId>("ncclGetUniqueId", &id);
    return {id.internal, sizeof id.internal};
}

std::unique_ptr<GpuPeers> meetNcclPeers(const std::string& id, int rank, int ranks,
                                        const c10::cuda::CUDAStream& stream) {
    return std::make_unique<NcclPeers>(id, rank, ranks, stream);
}

}  // namespace duelo
