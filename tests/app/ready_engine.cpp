// SPDX-License-Identifier: Apache-2.0
// duelo-engine, kept ready: LibTorch is loaded once, and each command that a test asks for runs in
// a fork of this process. Loading takes longer than most commands. Started with any other arguments
// this is the engine itself, because an engine starts its own program again for its children.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/private_folder.h"
#include "base/result.h"
#include "base/standard_output.h"
#include "program.h"

namespace duelo {
namespace {

void redirect(int stream, const std::string& file, int flags) {
    const int opened = open(file.c_str(), flags | O_CLOEXEC, 0600);
    if (opened < 0 || dup2(opened, stream) < 0) std::_Exit(127);
}

[[noreturn]] void runRequest(const Json& request, pid_t server) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server) std::_Exit(127);  // it has ended before this line
    for (const auto& [name, value] : request.at("environment").items())
        setenv(name.c_str(), value.get<std::string>().c_str(), 1);
    if (chdir(request.at("folder").get<std::string>().c_str()) != 0) std::_Exit(127);
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, request.at("out"), O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, request.at("err"), O_WRONLY | O_CREAT | O_TRUNC);
    auto arguments = request.at("arguments").get<std::vector<std::string>>();
    std::vector<char*> words;
    for (std::string& one : arguments) words.push_back(one.data());
    words.push_back(nullptr);
    std::_Exit(engineMain(static_cast<int>(arguments.size()), words.data()));
}

/// Answers each line on standard input, a request, by the exit code of its command; by -1 where a
/// signal ended it.
int serveRequests() {
    const pid_t server = getpid();
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line);
        const pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) runRequest(request, server);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        std::cout << (WIFEXITED(status) ? WEXITSTATUS(status) : -1) << std::endl;
    }
    return 0;
}

}  // namespace
}  // namespace duelo

int main(int argc, char** argv) {
    if (argc == 2 && std::string_view(argv[1]) == "--keep-ready") return duelo::serveRequests();
    return duelo::engineMain(argc, argv);
}
