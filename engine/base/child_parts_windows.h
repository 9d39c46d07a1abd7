// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// Functions and types that the files which start programs share on Windows; a void* is a HANDLE
/// there.
namespace duelo::windows {

/// The bytes that are kept of what a child writes to its standard error: the first ones.
inline constexpr std::size_t kKeptErrors = 4096;

[[nodiscard]] std::string lastError();

/// Closes it when it goes.
class Handle {
public:
    explicit Handle(void* handle = nullptr) : m_handle(handle) {}
    ~Handle() { reset(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    [[nodiscard]] void* get() const { return m_handle; }
    void reset(void* handle = nullptr);

private:
    void* m_handle;
};

/// The ends of a child, as it sees them; inheritable.
struct ChildEnds {
    void* input = nullptr;
    void* output = nullptr;
    void* errors = nullptr;
};

/// Starts a program. Returns false where that fails: lastError() says why. With a `job` the program
/// and what it starts belong to the job from its first instruction on.
[[nodiscard]] bool startChild(const std::filesystem::path& program,
                              const std::vector<std::string>& arguments, const ChildEnds& ends,
                              Handle& child, void* job = nullptr);

/// Takes out of a pipe what is in it, so that a talkative child never blocks.
void drainErrors(void* pipe, std::string& errors);

}  // namespace duelo::windows
