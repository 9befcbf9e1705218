#include "proc/orphaned_messages.h"

#include <algorithm>
#include <sys/epoll.h>

namespace tern::proc {

namespace {

constexpr int kMostAtOnce = 4096;

}  // namespace

Error OrphanedMessages::open() noexcept {
    late_ = Fd(epoll_create1(EPOLL_CLOEXEC));
    if (!late_.open()) return last_error();
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = Inboxes::kMaster;
    return epoll_ctl(late_.get(), EPOLL_CTL_ADD, inboxes_.master_fd(), &event) == 0 ? Error::ok : last_error();
}

bool OrphanedMessages::is_of(uint32_t slot) const noexcept { return std::ranges::find(slots_, slot) != slots_.end(); }

void OrphanedMessages::add(uint32_t slot) noexcept {
    if (!is_of(slot)) slots_.push_back(slot);
    deliver();
}

void OrphanedMessages::unwatch(uint32_t slot) noexcept {
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, inboxes_.ring_fd(slot), nullptr);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_DEL, inboxes_.line_fd(slot), nullptr);
}

void OrphanedMessages::deliver() noexcept {
    look_for_late();
    needs_time_ = false;
    std::erase_if(slots_, [this](uint32_t slot) { return empty_box(slot) && watch(slot); });
    if (slots_.empty()) room_.release();
}

void OrphanedMessages::look_for_late() noexcept {
    epoll_event event{};
    while (epoll_wait(late_.get(), &event, 1, 0) == 1) {
        if (event.data.u32 == Inboxes::kMaster) {
            inboxes_.clear_wake(Inboxes::kMaster);
            continue;
        }
        unwatch(event.data.u32);
        slots_.push_back(event.data.u32);
    }
}

// Returns false when a message has come already.
bool OrphanedMessages::watch(uint32_t slot) noexcept {
    if (!inboxes_.sleep(slot)) return false;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u32 = slot;
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, inboxes_.ring_fd(slot), &event);
    (void)epoll_ctl(late_.get(), EPOLL_CTL_ADD, inboxes_.line_fd(slot), &event);
    return true;
}

bool OrphanedMessages::empty_box(uint32_t slot) noexcept { return empty_line(slot) && empty_ring(slot); }

// When the receiver's inbox is full, the receiver wakes the master once it has room.
Error OrphanedMessages::forward(uint32_t to, const Message& message) noexcept {
    const Error error = inboxes_.send_or_wake(to, Inboxes::kMaster, [&] { return inboxes_.forward(to, message); });
    if (error != Inboxes::kSystemBusy) return error;
    needs_time_ = true;
    return Error::server_pipe_buffer_full;
}

// True: the message was sent, or it has no receiver and its socket is closed here.
bool OrphanedMessages::pass_on_held() noexcept {
    if (!held_.socket.open()) return true;
    const int to = state_.current_slot(held_.head.to_worker);
    Message message = held_.release();
    const Error error = to < 0 ? Error::ok : forward(static_cast<uint32_t>(to), message);
    if (error != Error::server_pipe_buffer_full) return true;
    held_.socket = std::move(message.socket);
    return false;
}

bool OrphanedMessages::empty_line(uint32_t slot) noexcept {
    for (int n = 0; n < kMostAtOnce && pass_on_held(); ++n) {
        Result<Message> message = inboxes_.receive_socket(slot, room_);
        if (message.error() == Error::protocol_error) continue;
        if (!message.ok()) return true;
        held_ = OwnedMessage::of(std::move(message.value()));
    }
    if (!held_.socket.open()) inboxes_.wake(Inboxes::kMaster);  // there may be more messages
    return false;
}

bool OrphanedMessages::empty_ring(uint32_t slot) noexcept {
    for (int n = 0; n < kMostAtOnce; ++n) {
        const Result<Message> message = inboxes_.peek(slot, room_);
        if (!message.ok()) {
            if (message.error() == Error::would_block) return true;
            needs_time_ = true;
            return false;
        }
        const MessageHead& head = message.value().head;
        if (outlives_its_reader(head.kind)) {
            const int to = state_.current_slot(head.to_worker);
            if (to < 0) return false;
            const Error error = forward(static_cast<uint32_t>(to), message.value());
            if (error == Error::server_pipe_buffer_full) return false;
        }
        inboxes_.take(slot);
    }
    inboxes_.wake(Inboxes::kMaster);  // there may be more messages
    return false;
}

}  // namespace tern::proc
