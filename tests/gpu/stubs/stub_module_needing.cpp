// SPDX-License-Identifier: Apache-2.0
// A module that cannot be loaded once libduelo_stub_needed.so is gone; it has no entry point.
extern "C" int duelo_stub_needed();
extern "C" __attribute__((visibility("default"))) int duelo_stub_uses() {
    return duelo_stub_needed();
}
