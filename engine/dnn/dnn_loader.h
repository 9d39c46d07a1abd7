// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "dnn/dnn.h"

namespace duelo {

/// Finds, loads and keeps the module duelo_dnn, at the first question for it.
class Dnn {
public:
    explicit Dnn(const std::filesystem::path& module = standardModule());

    /// The process's own, made at the first call.
    [[nodiscard]] static Dnn& instance();
    /// The environment's DUELO_DNN_MODULE; else the program's ../lib/duelo or its own folder.
    [[nodiscard]] static std::filesystem::path standardModule();

    /// The module owns it and it lives until the process ends. Reasons: "compiled_library_missing"
    /// {library}, "compiled_library_broken" {library, detail}, "compiled_module_mismatch"
    /// {library}.
    [[nodiscard]] Result<DnnApi*> api() const;

private:
    DnnApi* m_api = nullptr;
    std::optional<Reason> m_reason;
};

}  // namespace duelo
