#include "worker/moves.h"

#include "worker/messages.h"

namespace tern::worker {

namespace {

// Servers of two versions exchange it: a change needs another number.
constexpr uint32_t kVersion = 1;
constexpr size_t kMaxUnread = 64 * 1024;

// The bytes that were read but not used follow.
struct MoveHead {
    uint32_t version = kVersion;
    uint16_t family = 0;
    uint16_t remote_port = 0;
    int64_t connect_time_us = 0;
    std::array<uint8_t, 16> ip{};
    uint16_t server_port = 0;
    uint8_t secure = 0;
    uint8_t unused[5]{};
};
static_assert(sizeof(MoveHead) == 40);

}  // namespace

Error ConnectionExport::hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) {
    const shm::SessionOrigin& origin = connection.origin;
    if (!line_.writer.open() || unread.size() > kMaxUnread) return Error::session_not_exist;
    MoveHead head{.family = origin.family,
                  .remote_port = origin.remote_port,
                  .connect_time_us = origin.connect_time_us,
                  .ip = origin.ip,
                  .server_port = origin.server_port,
                  .secure = origin.secure};
    const iovec parts[] = {{&head, sizeof head}, {const_cast<char*>(unread.data()), unread.size()}};
    const Error error = line_.send(parts, fd);
    const bool is_full = error == Error::server_pipe_buffer_full || error == proc::DescriptorLine::kSystemBusy;
    if (is_full) return Error::would_block;
    return error == Error::ok ? error : Error::session_not_exist;
}

ConnectionImport::ConnectionImport(Messenger& messenger, loop::Loop& loop, ArrivalPorts& ports) noexcept
    : messenger_(messenger),
      loop_(loop),
      ports_(ports),
      watch_([](void* self) { static_cast<ConnectionImport*>(self)->on_readable(); }, this) {}

Error ConnectionImport::open(Fd socket) noexcept {
    if (!socket.open()) return Error::ok;
    line_.reader = std::move(socket);
    return loop_.watch(line_.reader.get(), loop::kReadable, loop::Trigger::exclusive, watch_);
}

void ConnectionImport::stop() noexcept {
    if (!line_.reader.open()) return;
    loop_.unwatch(line_.reader.get(), watch_);
    line_.reader.reset();
}

void ConnectionImport::on_readable() noexcept {
    for (int n = 0; n < kPerTurn; ++n) {
        if (!take_one()) return;
    }
}

bool ConnectionImport::take_one() noexcept {
    Fd socket;
    room_.clear();
    constexpr size_t kRoom = sizeof(MoveHead) + kMaxUnread;
    iovec part{room_.extend(kRoom), kRoom};
    const Result<size_t> got = line_.receive(std::span(&part, 1), 0, socket);
    if (!got.ok() && got.error() == Error::would_block) return false;
    if (!got.ok() || got.value() == 0) {
        if (got.ok() || got.error() != Error::protocol_error) stop();
        return line_.reader.open();
    }
    room_.shrink(kRoom - got.value());
    if (socket.open()) take(std::move(socket), room_.view());
    return true;
}

void ConnectionImport::take(Fd socket, Bytes message) noexcept {
    MoveHead head;
    if (!take_head(message, head) || head.version != kVersion) return;
    net::Address local;
    local.size = sizeof local.storage;
    if (::getsockname(socket.get(), local.raw(), &local.size) != 0) return;
    const int port = ports_.port_for(local);
    if (port < 0) return;
    const shm::SessionOrigin origin{.ip = head.ip,
                                    .connect_time_us = head.connect_time_us,
                                    .family = head.family,
                                    .remote_port = head.remote_port,
                                    .server_port = head.server_port,
                                    .listener = static_cast<uint16_t>(port),
                                    .secure = head.secure};
    const Result<int64_t> session =
        messenger_.state().sessions().allocate(messenger_.generation(), messenger_.worker_id(), origin);
    if (session.ok()) ports_.arrive(std::move(socket), {session.value(), origin}, message);
}

}  // namespace tern::worker
