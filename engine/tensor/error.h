// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace duelo {

/// An error of LibTorch, which needs none of its headers. Every function of this room may throw one
/// unless its comment says otherwise. The text is LibTorch's, without its stack trace.
class TensorError : public std::runtime_error {
public:
    enum class Kind {
        OutOfMemory,  ///< c10::OutOfMemoryError: the memory of a GPU
        Accelerator,  ///< c10::AcceleratorError: the device reported an error, see code()
        Index,        ///< c10::IndexError: a dimension or index that a tensor does not have
        Distributed,  ///< c10::DistBackendError: other processes are lost
        Other         ///< any other c10::Error, also where the host has no memory left
    };

    TensorError(Kind kind, const std::string& words, int code = 0)
        : std::runtime_error(words), m_kind(kind), m_code(code) {}

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Returns the CUDA runtime's error number of Kind::Accelerator; else 0.
    [[nodiscard]] int code() const { return m_code; }

private:
    Kind m_kind;
    int m_code;
};

}  // namespace duelo
