#include <array>
#include <atomic>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "loop/poller.h"

namespace tern::loop {

struct Poller::Batch {
    std::array<epoll_event, kBatch> events;
    int next = 0;
    int count = 0;
};

namespace {

uint32_t to_epoll(Events wanted, Trigger trigger) noexcept {
    uint32_t events = 0;
    if (wanted & kReadable) events |= EPOLLIN;
    if (wanted & kWritable) events |= EPOLLOUT;
    if (wanted & kPeerClosed) events |= EPOLLRDHUP;
    if (wanted & kUrgent) events |= EPOLLPRI;
    if (trigger == Trigger::once) events |= EPOLLONESHOT;
    if (trigger == Trigger::edge) events |= EPOLLET;
    if (trigger == Trigger::exclusive) events |= EPOLLEXCLUSIVE;
    return events;
}

epoll_event to_event(Events wanted, Trigger trigger, EventHandler& handler) noexcept {
    epoll_event event{};
    event.events = to_epoll(wanted, trigger);
    event.data.ptr = &handler;
    return event;
}

Events from_epoll(uint32_t ready) noexcept {
    Events events = 0;
    if (ready & EPOLLIN) events |= kReadable;
    if (ready & EPOLLOUT) events |= kWritable;
    if (ready & EPOLLRDHUP) events |= kPeerClosed;
    if (ready & EPOLLPRI) events |= kUrgent;
    if (ready & (EPOLLERR | EPOLLHUP)) events |= kBroken;
    return events;
}

// The number of forks between this process and the one that made the first poller.
std::atomic<uint32_t> forks{0};

void count_forks() noexcept {
    static const bool counted = pthread_atfork(nullptr, nullptr, [] { ++forks; }) == 0;
    (void)counted;
}

}  // namespace

Poller::~Poller() {
    leave();
    delete batch_;
}

Error Poller::open() noexcept {
    fd_ = epoll_create1(EPOLL_CLOEXEC);
    if (fd_ < 0) return last_error();
    batch_ = new Batch;
    count_forks();
    forks_ = forks.load(std::memory_order_relaxed);
    return Error::ok;
}

bool Poller::copied() const noexcept { return forks_ != forks.load(std::memory_order_relaxed); }

void Poller::leave() noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

void Poller::remember(int fd, EventHandler& handler) {
    const auto at = static_cast<size_t>(fd);
    if (at >= watchers_.size()) watchers_.resize(at + 1, nullptr);
    watchers_[at] = &handler;
}

Error Poller::add(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
    epoll_event event = to_event(wanted, trigger, handler);
    if (copied()) return Error::operation_not_supported;
    if (epoll_ctl(fd_, EPOLL_CTL_ADD, fd, &event) < 0) return last_error();
    remember(fd, handler);
    return Error::ok;
}

Error Poller::change(int fd, Events wanted, Trigger trigger, EventHandler& handler) noexcept {
    epoll_event event = to_event(wanted, trigger, handler);
    if (copied()) return Error::operation_not_supported;
    if (epoll_ctl(fd_, EPOLL_CTL_MOD, fd, &event) < 0) return last_error();
    remember(fd, handler);
    return Error::ok;
}

void Poller::remove(int fd, EventHandler& handler) noexcept {
    const auto at = static_cast<size_t>(fd);
    if (at < watchers_.size() && watchers_[at] == &handler) {
        watchers_[at] = nullptr;
        // A closed descriptor has left the epoll set already, so this may fail.
        if (!copied()) (void)epoll_ctl(fd_, EPOLL_CTL_DEL, fd, nullptr);
    }
    for (int i = batch_->next; i < batch_->count; ++i) {
        if (batch_->events[i].data.ptr == &handler) batch_->events[i].data.ptr = nullptr;
    }
}

Error Poller::wait(int timeout_ms) noexcept {
    // In a turn within a callback of another turn: the events of the outer turn come first, as an edge is reported only
    // once.
    if (batch_->next < batch_->count) return Error::ok;
    if (copied()) return Error::operation_not_supported;
    int count = epoll_wait(fd_, batch_->events.data(), kBatch, timeout_ms);
    if (count < 0) return errno == EINTR ? Error::ok : last_error();
    batch_->count = count;
    batch_->next = 0;
    return Error::ok;
}

bool Poller::has_events() const noexcept { return batch_->next < batch_->count; }

void Poller::deliver() noexcept {
    while (batch_->next < batch_->count) {
        const epoll_event& event = batch_->events[batch_->next++];
        if (event.data.ptr == nullptr) continue;
        static_cast<EventHandler*>(event.data.ptr)->on_events(from_epoll(event.events));
    }
}

}  // namespace tern::loop
