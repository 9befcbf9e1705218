// One connection of a port that speaks the program's own protocol: bytes in, cut into packets where the port says how
// (protocol/framing.h), and bytes out. Between two packets it may go to another process. Idle, it has no buffer.
#pragma once

#include "protocol/framing.h"
#include "serve/connection.h"
#include "serve/gathering.h"
#include "serve/packet_input.h"
#include "serve/queue_marks.h"

namespace tern::serve {

class TcpConnection;

// Who gets the packets. Both may run PHP code.
class PacketHandler {
public:
    // `packet` is valid during the call only; the connection may be closed within.
    virtual void on_packet(TcpConnection& connection, Bytes packet) = 0;
    // What is queued has risen above the high watermark, or something was refused; or it has fallen to the low one
    // after that.
    virtual void on_queue_full(int64_t session_id) = 0;
    virtual void on_queue_low(int64_t session_id) = 0;
    // See TcpConnection::want_room().
    virtual void on_room(int64_t session_id) = 0;

protected:
    ~PacketHandler() = default;
};

struct PacketOptions {
    protocol::Framing framing;  // by nothing: a packet is what has arrived
    PacketHandler* handler = nullptr;
    uint64_t most_queued = 8 << 20;  // bytes that may wait to be sent; beyond that sending fails
    int64_t idle_timeout_ms = 0;     // a client that sends nothing for so long is dropped; 0: never
    bool delayed = false;            // nothing is received before resume()
};

class TcpConnection final : public Connection {
public:
    // The options outlive it.
    TcpConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                  const PacketOptions& options) noexcept;

    // `timeout_ms` is not for this protocol: see idle_timeout_ms.
    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    shm::Protocol protocol() const noexcept override { return shm::Protocol::tcp; }
    bool between_requests() const noexcept override { return stream_.drained() && is_open() && !held_; }
    // What does not fit into a message stays here until the packet is complete.
    bool portable() const noexcept override { return input_.fits_block() && is_open() && stream_.tls() == nullptr; }
    Bytes unread() const noexcept override { return input_.view(); }

    void close() noexcept override;
    // With a packet that no message holds it stays until that is complete; with TLS nobody else can have it at all.
    void drain() noexcept override {
        if (stream_.tls() != nullptr && between_requests()) close();
    }
    void terminate() noexcept override;

    // Sent in order, at once unless handlers of packets behind it are about to send more. output_buffer_overflow: too
    // much is queued already, nothing of `bytes` is.
    Error send(Slice bytes) noexcept;
    Error send_file(net::SharedFd file, off_t offset, uint64_t length) noexcept;
    // Waits, as the whole process does, until the kernel has taken all, for at most so long.
    Error flush_blocking(int timeout_ms) noexcept;
    uint64_t queued() const noexcept { return stream_.queued(); }

    // Nothing is received meanwhile, and the idle time does not count.
    void pause() noexcept;
    void resume() noexcept;
    // No packet is handed over before release(): the last one is still being handled.
    void hold() noexcept { held_ = true; }
    void release() noexcept;
    // Idle time does not end it. This, and a pause, goes with the session to the next worker.
    void protect(bool on) noexcept;
    // Whether its client has sent nothing for so long.
    bool idle_for(int64_t ms) const noexcept { return !protected_ && context_.loop.now_ms() - received_ms_ >= ms; }
    // PacketHandler::on_room() is called once, when half of most_queued is free.
    void want_room() noexcept { marks_.want_room(); }

private:
    static constexpr int kReadsPerTurn = 16;

    void on_input() noexcept override;
    void on_flushed() noexcept override;
    void on_silence() noexcept override { close(); }
    void on_detach() noexcept override { input_.release(); }

    bool takes_packets() const noexcept { return is_open() && !paused_ && !held_; }
    bool receive_some() noexcept;
    bool take_packets() noexcept;
    bool deliver(size_t size) noexcept;
    void refuse(const char* why) noexcept;

    void recall_state() noexcept;
    void note_state() noexcept;
    void watch_idle() noexcept;
    Error refusal(uint64_t more) const noexcept;
    Error send_appended() noexcept;

    const PacketOptions& options_;
    PacketInput input_;
    protocol::FrameScanner scanner_;
    Gathering gathering_;
    QueueMarks marks_;
    int64_t received_ms_ = 0;
    bool paused_ = false;
    bool protected_ = false;
    bool held_ = false;
};

// The connection where it speaks the program's own protocol; else null.
inline TcpConnection* as_tcp(Connection* connection) noexcept {
    const bool is_tcp = connection != nullptr && connection->protocol() == shm::Protocol::tcp;
    return is_tcp ? static_cast<TcpConnection*>(connection) : nullptr;
}

}  // namespace tern::serve
