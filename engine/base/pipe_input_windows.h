// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <streambuf>

namespace duelo::windows {

/// Reads standard input where that is a pipe. Qt opens the pipe to a program that it starts for
/// overlapped reading, and the C library does not know that: its own read may return before the
/// bytes are there, loses them, and takes that for the end. Here each read is waited for by an
/// event of its own.
class PipeInput : public std::streambuf {
public:
    /// `pipe` is a HANDLE for reading; it stays the caller's.
    explicit PipeInput(void* pipe);
    ~PipeInput() override;
    PipeInput(const PipeInput&) = delete;
    PipeInput& operator=(const PipeInput&) = delete;

protected:
    int_type underflow() override;

private:
    void* m_pipe;
    void* m_arrived;  ///< the event; null where Windows has none to give
    std::array<char, 4096> m_bytes{};
};

}  // namespace duelo::windows
