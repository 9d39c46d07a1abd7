// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <string_view>

namespace duelo {

/// The result of read().
struct HeardLine {
    enum class What {
        Line,     ///< in `text`, without its line end
        Stopped,  ///< the caller's stop was asked for; the child is not listened to any more
        End       ///< the child has closed its output: it has ended, or is about to
    };
    What what = What::End;
    std::string text{};
};

struct ChildExit {
    /// Exit status; negative where a signal or its parent ended it: of a ChildPipe's the signal's
    /// number where there is one, else -1.
    int code = 0;
    bool stopped = false;  ///< because `tick` returned false
    std::string errors;    ///< the first 4096 bytes of what it wrote to its standard error
};

/// The way of lines to another process and back. For one thread at a time.
class LineChannel {
public:
    LineChannel() = default;
    virtual ~LineChannel() = default;
    LineChannel(const LineChannel&) = delete;
    LineChannel& operator=(const LineChannel&) = delete;

    /// One line; its end is added. False: the other does not take it any more.
    [[nodiscard]] virtual bool write(std::string_view line) = 0;
    /// Waits for the next line, as long as it takes: whoever needs a limit asks for a stop.
    [[nodiscard]] virtual HeardLine read(const std::stop_token& stop) = 0;
    /// Tells the other that nothing more is wanted of it, so that it begins to end. A caller that
    /// ends several tells all of them before it waits for the first.
    virtual void leave() {}
    /// Waits until the other has ended and returns how it did. Nothing may be asked of it
    /// afterwards.
    [[nodiscard]] virtual ChildExit end() = 0;
};

}  // namespace duelo
