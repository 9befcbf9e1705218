// A kernel that does what a script says: sockets whose bytes arrive, whose room to send appears, and which end or break
// when told, readiness as edge-triggered epoll tells it, and no real descriptor. scripted_calls.h puts it in place of
// the real one. A registration lives as long as any descriptor of its socket, as in a real kernel.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>
#include <vector>

namespace tern::fuzz {

struct Socket {
    std::string to_arrive;  // sent by the client, still on its way
    std::string arrived;    // and not read yet
    std::string sent;       // by the server
    uint64_t room = 0;      // bytes that will be taken before EAGAIN
    int interruptions = 0;  // calls that will fail with EINTR
    bool fin_to_arrive = false;
    bool fin = false;
    bool reset = false;
    bool write_shut = false;
    bool wants_room = false;  // was refused some: will be told of more
    int descriptors = 0;
};

struct Registration {
    int fd;
    std::shared_ptr<Socket> socket;
    uint32_t events;
    void* data;
    bool pending;
};

class Kernel {
public:
    static constexpr int kFirstSocket = 1 << 12;  // no real one is so high, and the loop has a table up to it
    static constexpr int kEpoll = 1 << 22;
    static constexpr int kFile = 1 << 23;

    int open(const std::shared_ptr<Socket>& socket) {
        ++socket->descriptors;
        descriptors_.push_back(socket);
        return kFirstSocket + static_cast<int>(descriptors_.size()) - 1;
    }
    std::shared_ptr<Socket> at(int fd) const {
        auto index = static_cast<size_t>(fd - kFirstSocket);
        return fd >= kFirstSocket && index < descriptors_.size() ? descriptors_[index] : nullptr;
    }
    bool idle() const {
        return std::none_of(watched_.begin(), watched_.end(), [](const Registration& one) { return one.pending; });
    }
    size_t watched() const { return watched_.size(); }
    void notify(const Socket& socket) {
        for (Registration& one : watched_) one.pending |= one.socket.get() == &socket;
    }

    // What the script does.
    void arrive(Socket& socket, size_t count) {
        count = std::min(count, socket.to_arrive.size());
        socket.arrived.append(socket.to_arrive, 0, count);
        socket.to_arrive.erase(0, count);
        bool ends = socket.fin_to_arrive && socket.to_arrive.empty() && !socket.fin;
        socket.fin |= ends;
        if (count > 0 || ends) notify(socket);
    }
    void give_room(Socket& socket, uint64_t count) {
        socket.room += count;
        if (count > 0 && std::exchange(socket.wants_room, false)) notify(socket);
    }
    void break_off(Socket& socket) {
        socket.reset = true;
        notify(socket);
    }

    // What the server calls.
    ssize_t receive(int fd, char* into, size_t room, bool peeks = false) {
        std::shared_ptr<Socket> socket = at(fd);
        if (int error = trouble(socket.get())) return fail(error);
        if (socket->arrived.empty()) return socket->fin ? 0 : fail(EAGAIN);
        size_t count = std::min(room, socket->arrived.size());
        std::memcpy(into, socket->arrived.data(), count);
        if (!peeks) socket->arrived.erase(0, count);
        return static_cast<ssize_t>(count);
    }
    // Waits for one socket: lets go on what the script has given it. False: nothing will come.
    bool wait_for(int fd, bool to_write) {
        std::shared_ptr<Socket> socket = at(fd);
        if (socket == nullptr) return false;
        const size_t step = next_step();
        if (to_write) {
            give_room(*socket, step);
        } else if (socket->arrived.empty() && !socket->fin) {
            if (socket->to_arrive.empty()) socket->fin_to_arrive = true;
            arrive(*socket, step);
        }
        return true;
    }
    // How many bytes go on in each wait, in turns; none: all.
    std::string steps;
    // How many of `wanted` bytes are taken now; negative: errno says why none.
    ssize_t reserve(int fd, uint64_t wanted) {
        std::shared_ptr<Socket> socket = at(fd);
        if (int error = trouble(socket.get())) return fail(error);
        if (socket->write_shut) return fail(EPIPE);
        uint64_t count = std::min(wanted, socket->room);
        if (count < wanted) socket->wants_room = true;
        if (count == 0) return fail(EAGAIN);
        socket->room -= count;
        return static_cast<ssize_t>(count);
    }
    int shut_writing(int fd) {
        std::shared_ptr<Socket> socket = at(fd);
        if (socket == nullptr) return static_cast<int>(fail(EBADF));
        socket->write_shut = true;
        if (socket->fin) notify(*socket);
        return 0;
    }
    bool close(int fd) {
        std::shared_ptr<Socket> socket = at(fd);
        if (socket == nullptr) return fd >= kFirstSocket;
        descriptors_[static_cast<size_t>(fd - kFirstSocket)] = nullptr;
        if (--socket->descriptors > 0) return true;
        std::erase_if(watched_, [&](const Registration& one) { return one.socket == socket; });
        return true;
    }
    int control(int operation, int fd, const epoll_event* event) {
        std::shared_ptr<Socket> socket = at(fd);
        if (socket == nullptr) return static_cast<int>(fail(EBADF));
        if (operation == EPOLL_CTL_ADD) {
            watched_.push_back({fd, socket, event->events, event->data.ptr, true});
        } else {
            std::erase_if(watched_, [&](const Registration& one) { return one.fd == fd; });
        }
        return 0;
    }
    int wait(epoll_event* events, int most) {
        int count = 0;
        for (Registration& one : watched_) {
            if (!one.pending || count == most) continue;
            one.pending = false;
            uint32_t ready = readiness(*one.socket) & (one.events | EPOLLERR | EPOLLHUP);
            if (ready == 0) continue;
            events[count].events = ready;
            events[count++].data.ptr = one.data;
        }
        return count;
    }

private:
    size_t next_step() {
        if (steps.empty()) return SIZE_MAX;
        const auto step = static_cast<unsigned char>(steps.front());
        std::rotate(steps.begin(), steps.begin() + 1, steps.end());
        return step == 0 ? 1 : step;
    }
    static uint32_t readiness(const Socket& socket) {
        uint32_t ready = 0;
        if (!socket.arrived.empty() || socket.fin || socket.reset) ready |= EPOLLIN;
        if (socket.room > 0 || socket.reset) ready |= EPOLLOUT;
        if (socket.fin || socket.reset) ready |= EPOLLRDHUP;
        if (socket.reset) ready |= EPOLLERR;
        if ((socket.fin && socket.write_shut) || socket.reset) ready |= EPOLLHUP;
        return ready;
    }
    static int trouble(Socket* socket) {
        if (socket == nullptr) return EBADF;
        if (socket->interruptions > 0) {
            --socket->interruptions;
            return EINTR;
        }
        return socket->reset ? ECONNRESET : 0;
    }
    static ssize_t fail(int error) {
        errno = error;
        return -1;
    }

    std::vector<std::shared_ptr<Socket>> descriptors_;
    std::vector<Registration> watched_;
};

inline Kernel* kernel = nullptr;
inline uint64_t file_bytes = 0;  // how long every file is

}  // namespace tern::fuzz
