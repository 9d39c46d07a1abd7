// SPDX-License-Identifier: Apache-2.0
// A program with the faults that programs have, one for each word: for the tests of program.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <unistd.h>
#endif

namespace {

/// A number that no compiler knows, after so much work.
unsigned long long spin(unsigned long long count) {
    volatile unsigned long long sum = 0;
    for (unsigned long long i = 0; i < count; ++i) sum = sum + i;
    return sum;
}

void hold(std::size_t mebibytes) {
    std::vector<char> block(mebibytes << 20);
    for (std::size_t i = 0; i < block.size(); i += 4096) block[i] = static_cast<char>(i);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    std::printf("%d\n", block[block.size() / 2]);
}

}  // namespace

int main(int count, char** words) {
    const std::string what = count > 1 ? words[1] : "";
    const std::string value = count > 2 ? words[2] : "0";
    if (what == "spin") std::printf("%llu\n", spin(std::stoull(value)));
    if (what == "say") std::printf("%s\n", value.c_str());
    if (what == "hold") hold(std::stoul(value));
    if (what == "exit") {
        std::fprintf(stderr, "it broke\n");
        return std::stoi(value);
    }
    if (what == "abort") std::abort();
    if (what == "sleep") std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(value)));
    if (what == "read") {
        const int first = std::getchar();
        std::printf("%d\n", first);
        return first == EOF ? 0 : 1;
    }
    if (what == "flood")
        for (;;) std::fwrite(std::string(1 << 16, 'x').data(), 1, 1 << 16, stdout);
    if (what == "grumble")
        for (;;) std::fwrite(std::string(1 << 16, 'x').data(), 1, 1 << 16, stderr);
    if (what == "clock")
        std::printf("%lld\n", static_cast<long long>(
                                  std::chrono::steady_clock::now().time_since_epoch().count()));
#ifndef _WIN32
    if (what == "fork" && ::fork() == 0) {
        std::this_thread::sleep_for(std::chrono::hours(1));
        return 0;
    }
    // Out of the group and the session, as a daemon goes; its number stands in the file.
    const bool leaves = what == "daemon" || what == "daemon_and_sleep";
    if (leaves && ::fork() == 0) {
        ::setsid();
        // Where its file says so, it becomes another user's, as sudo does.
        if (::setuid(::geteuid()) != 0) return 1;
        if (::fork() != 0) return 0;
        if (std::FILE* file = std::fopen(value.c_str(), "w")) {
            std::fprintf(file, "%d", ::getpid());
            std::fclose(file);
        }
        for (const int pipe : {0, 1, 2}) ::close(pipe);
        std::this_thread::sleep_for(std::chrono::hours(1));
        return 0;
    }
    // Whoever has started it ends when it has told who it is, or never.
    for (int i = 0; leaves && i < 1000 && ::access(value.c_str(), R_OK) != 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (what == "daemon_and_sleep") std::this_thread::sleep_for(std::chrono::hours(1));
    if (what == "pid") std::printf("%d\n", ::getpid());
#endif
    return 0;
}
