// SPDX-License-Identifier: Apache-2.0
#include "opencl_c/kernel_resources.h"

namespace duelo {

namespace {

constexpr std::string_view kKernelFolder = "kernels/";

}  // namespace

Resource kernelText(std::string_view resource_name) {
    return {resource_name.substr(kKernelFolder.size()), resource(resource_name)};
}

std::vector<Resource> kernelHeaders() {
    std::vector<Resource> headers;
    for (const Resource& one : resources())
        if (one.name.starts_with(kKernelFolder) && one.name.ends_with(".h"))
            headers.push_back(kernelText(one.name));
    return headers;
}

}  // namespace duelo
