// SPDX-License-Identifier: Apache-2.0
// LibTorch defines these functions in a header, so on Linux none of its libraries exports them as
// torch_cpu.dll does on Windows. This library does.
#include <ATen/DeviceAccelerator.h>

extern "C" __attribute__((visibility("default"))) void* duelo_stub_accelerator(int which) {
    static void* const functions[] = {reinterpret_cast<void*>(&at::accelerator::emptyCache),
                                      reinterpret_cast<void*>(&at::accelerator::resetPeakStats),
                                      reinterpret_cast<void*>(&at::accelerator::getDeviceStats)};
    return functions[which];
}
