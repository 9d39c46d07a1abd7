// SPDX-License-Identifier: Apache-2.0
// Prints what the loader finds, as JSON. A process of its own, because the system reads
// LD_LIBRARY_PATH at the start and never unloads a library. Argument: another driver library.
#include <cstdio>

#include "base/dynamic_library.h"
#include "gpu/gpu_loader.h"

int main(int argc, char** argv) {
    duelo::GpuPaths paths = duelo::GpuPaths::standard();
    if (argc > 1) {
        paths.driver = argv[1];
    }
    const duelo::Gpu gpu(paths);
    const duelo::GpuStatus& status = gpu.status();
    duelo::Json out = {
        {"available", status.available},
        {"api", gpu.api() != nullptr},
        {"plain", gpu.plain() != nullptr},
        {"sheet", toJson(status.sheet)},
        {"devices", duelo::sheets::told(status.devices)},
        {"module", paths.module.string()},
        {"module_loaded", duelo::DynamicLibrary::loaded(paths.module.string()).has_value()},
        {"torch_cuda_loaded", duelo::DynamicLibrary::loaded("libtorch_cuda.so").has_value()}};
    if (status.networks_reason)
        out["networks"] = {{"code", status.networks_reason->code},
                           {"library", status.networks_reason->args.at("library")}};
    if (status.reason) {
        out["code"] = status.reason->code;
        out["args"] = status.reason->args;
        out["message"] = status.reason->message;
    }
    std::puts(out.dump(-1, ' ', true, duelo::Json::error_handler_t::replace).c_str());
    return 0;
}
