// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace duelo {

/// Insertion order is part of the record format: a person reads these lines.
using Json = nlohmann::ordered_json;
}  // namespace duelo

// Compiled once, in json_text.cpp, and not in each of the hundreds of files that use it.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace duelo {

/// Why something was refused, skipped or failed.
///
/// `code` is stable and names a sentence of Text (what, where, what to do), `args` fill
/// that sentence's {placeholders}, `message` is the technical detail for whoever mends it
/// (a library's own words, errno); it is never the only thing shown to a student.
struct Reason {
    std::string code{};
    Json args = Json::object();
    std::string message{};

    bool operator==(const Reason&) const = default;
};

/// Errors are values at every boundary of the engine; exceptions stay inside.
template <typename T>
using Result = tl::expected<T, Reason>;

[[nodiscard]] inline tl::unexpected<Reason> fail(std::string code, Json args = Json::object(),
                                                 std::string message = {}) {
    return tl::unexpected<Reason>({std::move(code), std::move(args), std::move(message)});
}

}  // namespace duelo
