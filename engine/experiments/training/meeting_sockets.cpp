// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/meeting_sockets.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "machine/clock.h"

namespace duelo {

namespace {

constexpr std::chrono::milliseconds kAskAgain{200};

std::error_code lastError() {
    return {errno, std::generic_category()};
}

class Socket {
public:
    explicit Socket(int family, int flags = 0)
        : m_number(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)) {}
    ~Socket() {
        if (m_number >= 0) ::close(m_number);
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

struct Free {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, Free>;

Addresses addressesOf(const std::string& name, int port) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int why = ::getaddrinfo(name.c_str(), std::to_string(port).c_str(), &wanted, &found);
    if (why != 0)
        throw std::system_error(std::make_error_code(std::errc::address_not_available),
                                ::gai_strerror(why));
    return Addresses(found);
}

/// Connects to an address; returns no error where somebody has answered.
std::error_code ask(const addrinfo& address, double limit_ms) {
    const Socket socket(address.ai_family, SOCK_NONBLOCK);
    if (::connect(socket.number(), address.ai_addr, address.ai_addrlen) == 0) return {};
    if (errno != EINPROGRESS) return lastError();
    pollfd answer{.fd = socket.number(), .events = POLLOUT, .revents = 0};
    if (::poll(&answer, 1, static_cast<int>(limit_ms)) <= 0)
        return std::make_error_code(std::errc::timed_out);
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &error, &size) != 0) return lastError();
    return {error, std::generic_category()};
}

}  // namespace

int listeningToThisPc(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    Socket socket(AF_INET);
    const int yes = 1;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(socket.number(), SOMAXCONN) != 0)
        throw std::system_error(lastError());
    return socket.release();
}

void awaitServer(const std::string& address, int port, double limit_s) {
    const std::int64_t beganNs = nowNs();
    const Addresses addresses = addressesOf(address, port);
    for (;;) {
        std::error_code why;
        for (const addrinfo* one = addresses.get(); one != nullptr; one = one->ai_next) {
            const double left_ms = limit_s * 1e3 - msSince(beganNs);
            why = ask(*one, std::max(1.0, left_ms));
            if (!why) return;
        }
        if (msSince(beganNs) >= limit_s * 1e3) throw std::system_error(why);
        std::this_thread::sleep_for(kAskAgain);
    }
}

}  // namespace duelo
