#include "proc/left_post.h"

#include <algorithm>
#include <sys/epoll.h>

namespace tern::proc {

namespace {

constexpr int kMostAtOnce = 4096;

}  // namespace

Error LeftPost::open() noexcept {
    late_ = Fd(epoll_create1(EPOLL_CLOEXEC));
    return late_.open() ? Error::ok : last_error();
}

bool LeftPost::is_of(uint32_t seat) const noexcept { return std::ranges::find(seats_, seat) != seats_.end(); }

void LeftPost::add(uint32_t seat) noexcept {
    if (!is_of(seat)) seats_.push_back(seat);
    deliver();
}

void LeftPost::unwatch(uint32_t seat) noexcept {
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, mailboxes_.ring_fd(seat), nullptr);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, mailboxes_.line_fd(seat), nullptr);
}

void LeftPost::deliver() noexcept {
    look_for_late();
    std::erase_if(seats_, [this](uint32_t seat) { return empty_box(seat) && watch(seat); });
    if (seats_.empty()) room_.release();
}

void LeftPost::look_for_late() noexcept {
    epoll_event event{};
    while (epoll_wait(late_.get(), &event, 1, 0) == 1) {
        unwatch(event.data.u32);
        seats_.push_back(event.data.u32);
    }
}

// False: it has come.
bool LeftPost::watch(uint32_t seat) noexcept {
    if (!mailboxes_.sleep(seat)) return false;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = seat;
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, mailboxes_.ring_fd(seat), &event);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, mailboxes_.line_fd(seat), &event);
    return true;
}

bool LeftPost::empty_box(uint32_t seat) noexcept { return empty_line(seat) && empty_ring(seat); }

// True: it has gone, or there is nobody to read it, and a socket is closed here.
bool LeftPost::pass_on_held() noexcept {
    if (!held_.socket.open()) return true;
    const int to = state_.current_seat(held_.head.to_worker);
    const Error error =
        to < 0 ? Error::ok
               : mailboxes_.send_socket(static_cast<uint32_t>(to), held_.head, held_.payload, {}, held_.socket.get());
    if (error == Error::server_pipe_buffer_full) return false;
    held_.socket = Fd();
    return true;
}

bool LeftPost::empty_line(uint32_t seat) noexcept {
    for (int n = 0; n < kMostAtOnce && pass_on_held(); ++n) {
        Result<Letter> letter = mailboxes_.receive_socket(seat, room_);
        if (letter.error() == Error::protocol_error) continue;
        if (!letter.ok()) return true;
        held_ = {letter.value().head, std::string(letter.value().payload), std::move(letter.value().socket)};
    }
    return false;
}

bool LeftPost::empty_ring(uint32_t seat) noexcept {
    for (int n = 0; n < kMostAtOnce; ++n) {
        const Result<Letter> letter = mailboxes_.peek(seat, room_);
        if (!letter.ok()) return letter.error() == Error::would_block;
        const LetterHead& head = letter.value().head;
        if (outlives_its_reader(head.kind)) {
            const int to = state_.current_seat(head.to_worker);
            if (to < 0) return false;
            const Error error = mailboxes_.forward(static_cast<uint32_t>(to), letter.value());
            if (error == Error::server_pipe_buffer_full) return false;
        }
        mailboxes_.take(seat);
    }
    return false;
}

}  // namespace tern::proc
