#include "proc/orphaned_messages.h"

#include <algorithm>
#include <sys/epoll.h>

namespace tern::proc {

namespace {

constexpr int kMostAtOnce = 4096;

}  // namespace

Error OrphanedMessages::open() noexcept {
    late_ = Fd(epoll_create1(EPOLL_CLOEXEC));
    return late_.open() ? Error::ok : last_error();
}

bool OrphanedMessages::is_of(uint32_t seat) const noexcept { return std::ranges::find(seats_, seat) != seats_.end(); }

void OrphanedMessages::add(uint32_t seat) noexcept {
    if (!is_of(seat)) seats_.push_back(seat);
    deliver();
}

void OrphanedMessages::unwatch(uint32_t seat) noexcept {
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, mailboxes_.ring_fd(seat), nullptr);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, mailboxes_.line_fd(seat), nullptr);
}

void OrphanedMessages::deliver() noexcept {
    look_for_late();
    std::erase_if(seats_, [this](uint32_t seat) { return empty_box(seat) && watch(seat); });
    if (seats_.empty()) room_.release();
}

void OrphanedMessages::look_for_late() noexcept {
    epoll_event event{};
    while (epoll_wait(late_.get(), &event, 1, 0) == 1) {
        unwatch(event.data.u32);
        seats_.push_back(event.data.u32);
    }
}

// False: it has come.
bool OrphanedMessages::watch(uint32_t seat) noexcept {
    if (!mailboxes_.sleep(seat)) return false;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = seat;
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, mailboxes_.ring_fd(seat), &event);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, mailboxes_.line_fd(seat), &event);
    return true;
}

bool OrphanedMessages::empty_box(uint32_t seat) noexcept { return empty_line(seat) && empty_ring(seat); }

// True: it has gone, or there is nobody to read it, and a socket is closed here.
bool OrphanedMessages::pass_on_held() noexcept {
    if (!held_.socket.open()) return true;
    const int to = state_.current_seat(held_.head.to_worker);
    const Error error =
        to < 0 ? Error::ok
               : mailboxes_.send_socket(static_cast<uint32_t>(to), held_.head, held_.payload, {}, held_.socket.get());
    if (error == Error::server_pipe_buffer_full) return false;
    held_.socket = Fd();
    return true;
}

bool OrphanedMessages::empty_line(uint32_t seat) noexcept {
    for (int n = 0; n < kMostAtOnce && pass_on_held(); ++n) {
        Result<Message> message = mailboxes_.receive_socket(seat, room_);
        if (message.error() == Error::protocol_error) continue;
        if (!message.ok()) return true;
        held_ = {message.value().head, std::string(message.value().payload), std::move(message.value().socket)};
    }
    return false;
}

bool OrphanedMessages::empty_ring(uint32_t seat) noexcept {
    for (int n = 0; n < kMostAtOnce; ++n) {
        const Result<Message> message = mailboxes_.peek(seat, room_);
        if (!message.ok()) return message.error() == Error::would_block;
        const MessageHead& head = message.value().head;
        if (outlives_its_reader(head.kind)) {
            const int to = state_.current_seat(head.to_worker);
            if (to < 0) return false;
            const Error error = mailboxes_.forward(static_cast<uint32_t>(to), message.value());
            if (error == Error::server_pipe_buffer_full) return false;
        }
        mailboxes_.take(seat);
    }
    return false;
}

}  // namespace tern::proc
