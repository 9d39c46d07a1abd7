// SPDX-License-Identifier: Apache-2.0
#include "gpu/gpu_failure.h"

#include <array>
#include <cstdio>
#include <new>
#include <string>

#include "gpu/cuda_errors.h"
#include "gpu/opencl_calls.h"
#include "tensor/error.h"

namespace duelo {
namespace {

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// "3.10 GiB", "512.00 MiB", "4096 bytes": a number, one space, a unit.
bool isSize(std::string_view text) {
    const std::size_t digits = text.find_first_not_of("0123456789.");
    if (digits == 0 || digits == std::string_view::npos || text[digits] != ' ') {
        return false;
    }
    const std::string_view unit = text.substr(digits + 1);
    return unit == "bytes" || unit == "KiB" || unit == "MiB" || unit == "GiB";
}

std::string sizeAfter(std::string_view message, std::string_view words) {
    const std::size_t begin = message.find(words);
    if (begin == std::string_view::npos) {
        return "?";
    }
    const std::string_view rest = message.substr(begin + words.size());
    const std::size_t space = rest.find(' ');
    const std::size_t end = rest.find_first_of(" .,;\n", space == rest.npos ? 0 : space + 1);
    const std::string_view size = rest.substr(0, end);
    return isSize(size) ? std::string(size) : "?";
}

std::string sizeBefore(std::string_view message, std::string_view words) {
    const std::size_t end = message.find(words);
    if (end == std::string_view::npos) {
        return "?";
    }
    const std::string_view before = message.substr(0, end);
    const std::size_t unit = before.rfind(' ');
    if (unit == std::string_view::npos || unit == 0) {
        return "?";
    }
    const std::size_t number = before.rfind(' ', unit - 1);
    const std::string_view size = before.substr(number == std::string_view::npos ? 0 : number + 1);
    return isSize(size) ? std::string(size) : "?";
}

Failure gpuShortage(const std::string& message) {
    const MemoryShortage sizes = parseMemoryShortage(message);
    return {{"out_of_memory", {{"asked", sizes.asked}, {"free", sizes.free}}, message}, false};
}

Failure hostShortage(const std::string& message) {
    const MemoryShortage sizes = parseMemoryShortage(message);
    return {{"out_of_host_memory", {{"asked", sizes.asked}}, message}, false};
}

}  // namespace

std::string gibibytes(std::size_t bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f GiB", static_cast<double>(bytes) / (1 << 30));
    return text.data();
}

MemoryShortage parseMemoryShortage(std::string_view message) {
    MemoryShortage sizes;
    sizes.asked = sizeAfter(message, "Tried to allocate ");
    if (sizes.asked == "?") {
        sizes.asked = sizeAfter(message, "you tried to allocate ");
    }
    sizes.free = sizeBefore(message, " is free");
    return sizes;
}

std::optional<Failure> describeGpuFailure(const std::exception_ptr& error) {
    if (!error) {
        return std::nullopt;
    }
    try {
        std::rethrow_exception(error);
    } catch (const TensorError& e) {
        const std::string message = e.what();
        if (e.kind() == TensorError::Kind::OutOfMemory) return gpuShortage(message);
        if (e.kind() == TensorError::Kind::Accelerator) {
            Failure failure = classifyCudaError(e.code());
            failure.reason.message = message;
            return failure;
        }
        if (contains(message, "_STATUS_ALLOC_FAILED")) {
            return gpuShortage(message);
        }
        if (contains(message, "DefaultCPUAllocator") ||
            contains(message, "can't allocate memory")) {
            return hostShortage(message);
        }
    } catch (const opencl::Error& e) {
        if (e.number() == opencl::kAllocationFailure) return gpuShortage(e.what());
        return Failure{{"opencl_failed",
                        {{"function", e.function()}, {"error", opencl::errorName(e.number())}},
                        e.what()},
                       e.isSticky()};
    } catch (const std::bad_alloc& e) {
        return hostShortage(e.what());
    } catch (...) {
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace duelo
