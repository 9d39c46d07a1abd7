// SPDX-License-Identifier: Apache-2.0
#include "base/pipe_input_windows.h"

#include <windows.h>

namespace duelo::windows {

PipeInput::PipeInput(void* pipe)
    : m_pipe(pipe), m_arrived(CreateEventW(nullptr, TRUE, FALSE, nullptr)) {}

PipeInput::~PipeInput() {
    if (m_arrived != nullptr) CloseHandle(m_arrived);
}

std::streambuf::int_type PipeInput::underflow() {
    DWORD got = 0;
    OVERLAPPED read{};
    read.hEvent = m_arrived;
    const bool done =
        ReadFile(m_pipe, m_bytes.data(), static_cast<DWORD>(m_bytes.size()), nullptr, &read) != 0;
    // What has failed is the end: whoever wrote has closed the pipe, or is gone.
    if (!done && GetLastError() != ERROR_IO_PENDING) return traits_type::eof();
    if (GetOverlappedResult(m_pipe, &read, &got, TRUE) == 0 || got == 0) return traits_type::eof();
    setg(m_bytes.data(), m_bytes.data(), m_bytes.data() + got);
    return traits_type::to_int_type(m_bytes.front());
}

}  // namespace duelo::windows
