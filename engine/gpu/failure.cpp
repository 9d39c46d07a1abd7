// SPDX-License-Identifier: Apache-2.0
#include "gpu/failure.h"

#include <new>
#include <optional>

#include "gpu/cuda_errors.h"
#include "gpu/gpu_failure.h"
#include "gpu/nvidia_library.h"
#include "tensor/error.h"

namespace duelo {

Failure describeFailure(const std::exception_ptr& error, Gpu& gpu) {
    std::optional<Failure> failure = describeGpuFailure(error);
    if (!failure) {
        try {
            std::rethrow_exception(error);
        } catch (const std::bad_alloc&) {
            failure = Failure{{"out_of_host_memory", {{"asked", "?"}}, "std::bad_alloc"}};
        } catch (const NvidiaError& other) {
            failure = Failure{{"library_error", {{"library", other.library()}}, other.what()}};
        } catch (const TensorError& other) {
            failure = Failure{{"library_error", {{"library", "LibTorch"}}, other.what()}};
        } catch (const std::exception& other) {
            failure = Failure{{"library_error", {{"library", "C++"}}, other.what()}};
        } catch (...) {
            failure = Failure{{"library_error", {{"library", "?"}}, {}}};
        }
    }
    // "Execution failed" of cuDNN or cuBLAS may hide a fault that every later call would meet.
    if (!failure->sticky && gpu.plain() != nullptr)
        if (const int stuck = gpu.plain()->health(); stuck != 0)
            if (const Failure hidden = classifyCudaError(stuck); hidden.sticky) failure = hidden;
    return *failure;
}

}  // namespace duelo
