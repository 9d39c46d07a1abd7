// SPDX-License-Identifier: Apache-2.0
// Does what each line of its input says, for tst_child_pipe.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string word = line.substr(0, line.find(' '));
        const std::string rest = line.substr(std::min(line.size(), word.size() + 1));
        if (word == "say") std::cout << rest << std::endl;
        if (word == "err") std::cerr << rest << std::endl;
        if (word == "noise") std::cerr << std::string(std::stoul(rest), 'x') << std::endl;
        if (word == "exit") std::_Exit(std::stoi(rest));
        if (word == "abort") std::abort();
        if (word == "sleep") std::this_thread::sleep_for(std::chrono::hours(1));
#ifdef _WIN32
        if (word == "pid") std::cout << ::_getpid() << std::endl;
#else
        if (word == "pid") std::cout << ::getpid() << std::endl;
        if (word == "broken") std::raise(SIGPIPE);
#endif
    }
}
