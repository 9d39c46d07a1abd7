// SPDX-License-Identifier: Apache-2.0
// Stands for one of the NVIDIA libraries that the module needs; tests take it away.
extern "C" __attribute__((visibility("default"))) int duelo_stub_needed() {
    return 1;
}
