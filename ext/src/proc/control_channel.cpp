#include "proc/control_channel.h"

#include <sys/socket.h>

namespace tern::proc {

Result<ControlChannel::Pair> ControlChannel::open_pair() noexcept {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return last_error();
    Pair pair;
    pair.master = ControlChannel(Fd(ends[0]));
    pair.worker = ControlChannel(Fd(ends[1]));
    return Result<Pair>(std::move(pair));
}

Error ControlChannel::send(ControlMessage message) noexcept {
    ssize_t sent = ::send(fd_.get(), &message, sizeof message, MSG_NOSIGNAL);
    if (sent == static_cast<ssize_t>(sizeof message)) return Error::ok;
    return errno == ECONNRESET ? Error::broken_pipe : last_error();
}

Result<ControlMessage> ControlChannel::receive() noexcept {
    ControlMessage message;
    ssize_t got = 0;
    do {
        got = recv(fd_.get(), &message, sizeof message, 0);
    } while (got < 0 && errno == EINTR);
    if (got == static_cast<ssize_t>(sizeof message)) return message;
    if (got == 0 || (got < 0 && errno == ECONNRESET)) return Error::broken_pipe;
    return got < 0 ? last_error() : Error::protocol_error;
}

}  // namespace tern::proc
