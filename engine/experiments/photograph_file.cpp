// SPDX-License-Identifier: Apache-2.0
#include "experiments/photograph_file.h"

#include "base/places.h"

namespace duelo {

Result<std::filesystem::path> photographFile(const std::string& input) {
    if (!input.starts_with(kSamplePrefix)) return fromUtf8(input);
    const std::string name = input.substr(kSamplePrefix.size());
    if (auto file = shippedFile("samples/" + name)) return *file;
    return fail("sample_missing", {{"name", name}});
}

}  // namespace duelo
