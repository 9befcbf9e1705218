// One connection of a port with the program's own protocol: input is divided into packets as the port's options say
// (protocol/framing.h). Between two packets it may go to another process. An idle one has no buffer.
#pragma once

#include <cstdint>
#include <utility>

#include "protocol/framing.h"
#include "serve/connection.h"
#include "serve/connection_state.h"
#include "serve/packet_input.h"

namespace tern::serve {

// Compares the length of a send queue with its watermarks, and reports each change once.
class QueueMarks {
public:
    enum class News : uint8_t { none, full, low };

    // `queued` bytes wait now. `full`: above the high mark. `low`: fallen to the low mark after it was full.
    News note(uint64_t queued, uint64_t high, uint64_t low) noexcept {
        if (queued > high) return note_full();
        if (full_ && queued <= low) {
            full_ = false;
            return News::low;
        }
        return News::none;
    }
    // Reports full at any length, as something was refused.
    News note_full() noexcept { return std::exchange(full_, true) ? News::none : News::full; }

    void want_room() noexcept { room_wanted_ = true; }
    // True once after want_room(), when at most `most` bytes wait.
    bool take_room(uint64_t queued, uint64_t most) noexcept {
        return room_wanted_ && queued <= most && std::exchange(room_wanted_, false);
    }

private:
    bool full_ = false;
    bool room_wanted_ = false;
};

class TcpConnection;

// Handles the packets. Both on_packet() and the events may run PHP code.
class PacketHandler {
public:
    // `packet` is valid only during the call; the connection may be closed within it.
    virtual void on_packet(TcpConnection& connection, Bytes packet) = 0;
    // The queue has risen above the high watermark, or something was refused; or it has then fallen to the low one.
    virtual void on_queue_full(int64_t session_id) = 0;
    virtual void on_queue_low(int64_t session_id) = 0;
    // See TcpConnection::want_room().
    virtual void on_room(int64_t session_id) = 0;

protected:
    ~PacketHandler() = default;
};

struct PacketOptions {
    protocol::Framing framing;  // by nothing: each read is a packet
    PacketHandler* handler = nullptr;
    uint64_t most_queued = 8 << 20;  // bytes that may wait to be sent; above it sending fails
    int64_t idle_timeout_ms = 0;     // a client that sends nothing for so long is dropped; 0: never
    bool delayed = false;            // nothing is received before resume()
};

class TcpConnection final : public Connection {
public:
    // The options outlive it.
    TcpConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                  const PacketOptions& options) noexcept;

    // `timeout_ms` is not used by this protocol: see idle_timeout_ms.
    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    shm::Protocol protocol() const noexcept override { return shm::Protocol::tcp; }
    bool between_requests() const noexcept override { return stream_.drained() && is_open() && !held_; }
    // An incomplete packet that does not fit into a message stays here until it is complete.
    bool portable() const noexcept override { return input_.fits_block() && is_open() && stream_.tls() == nullptr; }
    Bytes unread() const noexcept override { return input_.view(); }

    void close() noexcept override;
    // With an incomplete packet that fits into no message, it stays until that is complete. With TLS it can never be
    // handed over.
    void drain() noexcept override {
        if (stream_.tls() != nullptr && between_requests()) close();
    }
    void terminate() noexcept override;

    // Sends in order: at once, unless handlers of the next packets are about to send more. output_buffer_overflow: too
    // much is queued, and nothing of `bytes` is added. With DTLS the bytes are one message; data_length_too_large: it
    // does not fit into a datagram.
    Error send(Slice bytes) noexcept;
    Error send_raw(Slice bytes) noexcept override { return send(std::move(bytes)); }
    Error send_file(net::SharedFd file, off_t offset, uint64_t length) noexcept;
    // Blocks the whole process until the kernel has taken everything, for at most `timeout_ms`.
    Error flush_blocking(int timeout_ms) noexcept;
    uint64_t queued() const noexcept { return stream_.queued(); }

    // While paused, nothing is received and the idle time does not count.
    void pause() noexcept;
    void resume() noexcept;
    bool paused() const noexcept { return paused_; }
    // No packet is delivered until release(): the last one is still being handled.
    void hold() noexcept { held_ = true; }
    void release() noexcept;
    // Turns the idle timeout off. This state, and a pause, go with the session to the next worker.
    void protect(bool on) noexcept;
    // Whether the client has sent nothing for so long.
    bool idle_for(int64_t ms) const noexcept { return !protected_ && context_.loop.now_ms() - received_ms_ >= ms; }
    // Lets PacketHandler::on_room() be called once, when half of most_queued is free.
    void want_room() noexcept { marks_.want_room(); }

private:
    static constexpr int kReadsPerTurn = 16;

    void on_input() noexcept override;
    void on_flushed() noexcept override;
    void on_silence() noexcept override;
    void on_end() noexcept override { input_.release(); }

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
    Error send_message(Slice message) noexcept;

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

// The connection if it has the program's own protocol; otherwise null.
inline TcpConnection* as_tcp(Connection* connection) noexcept {
    const bool is_tcp = connection != nullptr && connection->protocol() == shm::Protocol::tcp;
    return is_tcp ? static_cast<TcpConnection*>(connection) : nullptr;
}

}  // namespace tern::serve
