#include "proc/predecessor.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace tern::proc {

namespace {

// Not open: the text has no number of a socket there.
Fd take_socket(const char*& text, const char* end) noexcept {
    int number = -1;
    const auto parsed = std::from_chars(text, end, number);
    text = parsed.ptr;
    int type = 0;
    socklen_t size = sizeof type;
    if (number < 3 || ::getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return {};
    const int flags = ::fcntl(number, F_GETFL);
    if (flags < 0 || ::fcntl(number, F_SETFL, flags | O_NONBLOCK) < 0) return {};
    return ::fcntl(number, F_SETFD, FD_CLOEXEC) < 0 ? Fd() : Fd(number);
}

PassedSocket take_passed(const char*& text, const char* end) noexcept {
    PassedSocket passed{take_socket(text, end)};
    for (; text != end && *text != ','; ++text) {
        if (*text == 'm') passed.is_managed = true;
        if (*text == 'p') passed.any_port = true;
    }
    if (text != end) ++text;
    return passed;
}

}  // namespace

bool Predecessor::exists() noexcept { return std::getenv(kVariable) != nullptr; }

void Predecessor::look() noexcept {
    const char* text = std::getenv(kVariable);
    if (text == nullptr) return;
    const char* end = text + std::strlen(text);
    channel_ = ControlChannel(take_passed(text, end).fd);
    arrivals_ = take_passed(text, end).fd;
    while (text != end) {
        PassedSocket passed = take_passed(text, end);
        if (passed.fd.open()) sockets_.push_back(std::move(passed));
    }
    (void)::unsetenv(kVariable);
    pending_ = channel_.open();
}

void Predecessor::report_ready() noexcept { (void)channel_.send({ControlKind::ready, getpid()}); }

Predecessor::News Predecessor::receive() noexcept {
    if (!channel_.open()) return News::none;
    const Result<ControlMessage> message = channel_.receive();
    if (!message.ok() && message.error() == Error::would_block) return News::none;
    if (message.ok() && message.value().kind == ControlKind::drain) return News::end;
    if (message.ok() && message.value().kind != ControlKind::take_over) return News::none;
    if (!message.ok()) leave();
    return std::exchange(pending_, false) ? News::take_over : News::none;
}

void Predecessor::go_alone() noexcept {
    if (pending_ || !channel_.open()) return;
    (void)channel_.send({ControlKind::goes_alone, 0});
    leave();
}

void Predecessor::leave() noexcept { channel_.close(); }

}  // namespace tern::proc
