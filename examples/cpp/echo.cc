// SPDX-License-Identifier: MIT-0
// An echo server that closes idle connections.
//
// What it teaches: the timer is a member of the client. Its function closes the client, and
// so destroys the timer whose function it is.
//
//     echo  c++ -std=c++17 -Iinclude examples/cpp/echo.cc -o echo
//           echo 2000    closes a connection that is silent for 2000 ms; says its port
#include <arpa/inet.h>
#include <iostream>
#include <map>
#include <poll.h>
#include <string>
#include <tw/tw.hpp>
#include <unistd.h>

struct client {
    client(tw::timers &set, int socket, std::map<int, client> &all, std::chrono::milliseconds most)
        : fd(socket), limit(most), idle{set, [this, &all] { all.erase(all.find(fd)); }} {
        idle.after(limit);
    }

    ~client() { close(fd); }

    // Sends back what has come. False: the client has gone.
    bool echo() {
        char bytes[512];
        const ssize_t n = read(fd, bytes, sizeof bytes);

        idle.after(limit);
        return n > 0 && write(fd, bytes, static_cast<std::size_t>(n)) == n;
    }

    int fd;
    std::chrono::milliseconds limit;
    tw::timer idle;
};

static int listens() {
    sockaddr_in at{};
    socklen_t size = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM, 0);

    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(fd, reinterpret_cast<sockaddr *>(&at), size) < 0 || listen(fd, 16) < 0 ||
        getsockname(fd, reinterpret_cast<sockaddr *>(&at), &size) < 0)
        return -1;
    std::cout << ntohs(at.sin_port) << std::endl;
    return fd;
}

int main(int argc, char **argv) {
    const std::chrono::milliseconds limit(argc > 1 ? std::stoi(argv[1]) : 2000);
    const int door = listens();
    tw::timers set;
    std::map<int, client> clients;

    while (door >= 0) {
        std::vector<pollfd> fds{{door, POLLIN, 0}};
        for (const auto &[fd, c] : clients)
            fds.push_back({fd, POLLIN, 0});
        poll(fds.data(), fds.size(), set.wait_ms());
        for (const pollfd &p : fds) {
            if (!p.revents)
                continue;
            if (p.fd != door && !clients.at(p.fd).echo())
                clients.erase(p.fd);
            if (p.fd == door)
                if (const int fd = accept(door, nullptr, nullptr); fd >= 0)
                    clients.try_emplace(fd, set, fd, clients, limit);
        }
        set.run();
    }
    return 1;
}
