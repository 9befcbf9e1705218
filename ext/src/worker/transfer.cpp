#include "worker/transfer.h"

#include "proc/shared_state.h"
#include "worker/messages.h"

namespace tern::worker {

// --- To another worker

namespace {

constexpr uint32_t kFresh = 1;  // flag of a handover: the connection was accepted just now

}  // namespace

void Handovers::receive(proc::Message& message) noexcept {
    proc::SharedState& state = messenger_.state();
    std::atomic<uint32_t>& coming = state.slot(messenger_.slot()).coming;
    if (coming.load(std::memory_order_relaxed) > 0) coming.fetch_sub(1, std::memory_order_relaxed);
    proc::Handover handover;
    Bytes unread = message.payload;
    if (!take_head(unread, handover) || !message.socket.open()) return;
    if (!ports_.has_listener(handover.origin.listener)) return;
    serve::ConnectionInfo connection{handover.session_id, handover.origin};
    if (state.sessions().find(connection.session_id, messenger_.generation()) == nullptr) {
        Result<int64_t> fresh =
            state.sessions().allocate(messenger_.generation(), messenger_.worker_id(), connection.origin);
        if (!fresh.ok()) return;
        connection.session_id = fresh.value();
    }
    const bool is_fresh = (message.head.flags & kFresh) != 0;
    const serve::Arrival arrival = is_fresh ? serve::Arrival::accepted : serve::Arrival::handed_over;
    ports_.accept(std::move(message.socket), connection, arrival, unread);
}

Error Handovers::hand_over(const serve::ConnectionInfo& connection, int fd, Bytes unread) {
    const int slot = messenger_.state().current_slot(messenger_.worker_id());
    if (slot < 0 || static_cast<uint32_t>(slot) == messenger_.slot()) return Error::session_not_exist;
    const auto to = static_cast<uint32_t>(slot);
    return messenger_.inboxes().send_or_wake(to, messenger_.slot(),
                                             [&] { return send(to, connection, fd, unread, 0); });
}

Error Handovers::pass_on(const serve::ConnectionInfo& connection, int fd) {
    const int slot = proc::better_slot(messenger_.state(), messenger_.slot());
    if (slot < 0) return Error::wrong_operation;
    return send(static_cast<uint32_t>(slot), connection, fd, {}, kFresh);
}

Error Handovers::rebalance(const serve::ConnectionInfo& connection, int fd, Bytes unread) {
    const int slot = rebalancer_.slot_for(connection.session_id);
    if (slot < 0) return Error::wrong_operation;
    const Error error = send(static_cast<uint32_t>(slot), connection, fd, unread, 0);
    rebalancer_.note_result(error == Error::ok);
    moves_ = rebalancer_.moves();
    return error;
}

void Handovers::compare(int64_t now_us) noexcept {
    rebalancer_.compare(now_us);
    moves_ = rebalancer_.moves();
}

// would_block: the slot has no process any more, or the system is busy.
Error Handovers::send(uint32_t slot, const serve::ConnectionInfo& connection, int fd, Bytes unread,
                      uint32_t flags) noexcept {
    shm::WorkerCounters& receiver = messenger_.state().slot(slot);
    const uint32_t generation = receiver.generation.load(std::memory_order_relaxed);
    const int worker_id = receiver.worker_id.load(std::memory_order_relaxed);
    if (generation == 0) return Error::would_block;
    shm::SessionTable& sessions = messenger_.state().sessions();
    Error error = sessions.transfer(connection.session_id, messenger_.generation(), generation, worker_id);
    if (error != Error::ok) return error;
    const proc::Handover handover{connection.session_id, connection.origin};
    const proc::MessageHead head{.kind = proc::MessageKind::handover,
                                 .from_worker = messenger_.worker_id(),
                                 .to_worker = worker_id,
                                 .flags = flags};
    receiver.coming.fetch_add(1, std::memory_order_relaxed);
    const bool has_left = receiver.generation.load() != generation;
    error =
        has_left ? Error::would_block : messenger_.inboxes().send_socket(slot, head, bytes_of(handover), unread, fd);
    if (error == Error::ok) return error;
    receiver.coming.fetch_sub(1, std::memory_order_relaxed);
    (void)sessions.transfer(connection.session_id, generation, messenger_.generation(), messenger_.worker_id());
    return error == proc::Inboxes::kSystemBusy ? Error::would_block : error;
}

// --- To the next server

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

ConnectionImport::ConnectionImport(Messenger& messenger, loop::Loop& loop, ConnectionReceiver& ports) noexcept
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
    if (session.ok()) ports_.accept(std::move(socket), {session.value(), origin}, serve::Arrival::upgraded, message);
}

}  // namespace tern::worker
