// SPDX-License-Identifier: Apache-2.0
// Compares the time that `program` tells of a process with hyperfine's definition of it: the mean
// of the wall clock from the request to start it until it was waited for, without a shell. Both are
// taken in turns, so that a drift of the PC meets both alike. The goal is 1 %.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "base/timed_child.h"
#include "stats/statistics.h"

extern char** environ;

using namespace duelo;

namespace {

constexpr int kCalls = 60;

/// hyperfine 1.19, src/command.rs and src/timer: output to /dev/null, spawn, wait.
double referenceMs(std::vector<std::string> words) {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    posix_spawn_file_actions_init(&files);
    for (const int fd : {0, 1, 2})
        posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
    const auto start = std::chrono::steady_clock::now();
    pid_t pid = 0;
    if (::posix_spawnp(&pid, argv[0], &files, nullptr, argv.data(), environ) != 0) std::exit(1);
    int status = 0;
    ::waitpid(pid, &status, 0);
    const auto end = std::chrono::steady_clock::now();
    posix_spawn_file_actions_destroy(&files);
    return std::chrono::duration<double, std::milli>(end - start).count();
}

double duelMs(const std::vector<std::string>& words) {
    TimedCommand command{.program = words.front()};
    command.arguments.assign(words.begin() + 1, words.end());
    const auto exit = runTimed(command, {});
    if (!exit) std::exit(1);
    return exit->wall_ms;
}

}  // namespace

int main(int count, char** typed) {
    std::vector<std::string> words(typed + 1, typed + count);
    if (words.empty())
        words = {"sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo $i"};
    std::vector<double> own, reference;
    for (int i = 0; i < kCalls; ++i)
        for (const bool first : {i % 2 == 0, i % 2 != 0}) {
            if (first)
                own.push_back(duelMs(words));
            else
                reference.push_back(referenceMs(words));
        }
    std::printf("program mean %.3f ms, spawn and wait mean %.3f ms, ratio %.4f (goal: 1 +- 0.01)\n",
                mean(own), mean(reference), mean(own) / mean(reference));
    std::printf("program median %.3f ms, spawn and wait median %.3f ms, ratio %.4f\n", median(own),
                median(reference), median(own) / median(reference));
}
