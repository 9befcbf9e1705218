// One connection of a port that speaks the program's own protocol: bytes in, cut into packets where the port says how
// (protocol/framing.h), and bytes out. Between two packets it may go to another process. Idle, it has no buffer.
#pragma once

#include "protocol/framing.h"
#include "serve/connection.h"
#include "serve/gathering.h"

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
    TcpConnection(Port& port, net::Stream stream, const Passport& passport, const PacketOptions& options) noexcept;
    ~TcpConnection() override { release_input(); }

    // `patience_ms` is not for this protocol: see idle_timeout_ms.
    Error open(Bytes unread, int64_t patience_ms) noexcept override;
    shm::Protocol protocol() const noexcept override { return shm::Protocol::tcp; }
    bool between_requests() const noexcept override { return stream_.drained() && !closing_ && !held_; }
    // What does not fit into a message stays here until the packet is complete.
    bool portable() const noexcept override { return large_.empty() && !closing_ && stream_.tls() == nullptr; }
    Bytes unread() const noexcept override;
    TcpConnection* raw() noexcept override { return this; }

    void close() noexcept override;
    void reset() noexcept override { lose(); }
    // With a packet that no message holds it stays until that is complete; with TLS nobody else can have it at all.
    void wind_down() noexcept override {
        if (stream_.tls() != nullptr && between_requests()) close();
    }
    void give_up() noexcept override;

    // Sent in order, at once unless handlers of packets behind it are about to send more. output_buffer_overflow: too
    // much is queued already, nothing of `bytes` is.
    Error send(Slice bytes) noexcept;
    Error send_file(net::SharedFd file, off_t offset, uint64_t length) noexcept;
    // Waits, as the whole process does, until the kernel has taken all, for at most so long.
    Error drain(int timeout_ms) noexcept;
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
    bool idle_for(int64_t ms) const noexcept { return !protected_ && context_.loop.now_ms() - heard_ms_ >= ms; }
    // PacketHandler::on_room() is called once, when half of most_queued is free.
    void want_room() noexcept { room_wanted_ = true; }

    void on_events(loop::Events events) override;

private:
    static constexpr int kReadsPerTurn = 16;
    static constexpr int64_t kNever = INT64_MAX;

    void on_detach() noexcept override;
    void log_access(AccessLog&, Exchange&, AnswerState) noexcept override {}

    void receive() noexcept;
    bool receive_some() noexcept;
    bool take_packets() noexcept;
    bool deliver(size_t size) noexcept;
    void refuse(const char* why) noexcept;
    char* make_room(size_t& room) noexcept;
    void keep_rest(Buffer large, size_t taken) noexcept;
    Bytes input() const noexcept;
    void release_input() noexcept;

    void recall_state() noexcept;
    void note_state() noexcept;
    void settle() noexcept;
    void after_flush() noexcept;
    void tell_full() noexcept;
    Error refusal(uint64_t more) const noexcept;
    void lose() noexcept;
    void watch_time() noexcept;
    void on_timer() noexcept;

    const PacketOptions& options_;
    net::Block* block_ = nullptr;
    Buffer large_;  // a packet that no block holds
    loop::Timer timer_;
    loop::Deferred go_on_;
    protocol::FrameScanner scanner_;
    Gathering gathering_;
    int64_t heard_ms_ = 0;
    int64_t progress_ms_ = 0;  // when the kernel last took something of the queue
    uint64_t progress_mark_ = 0;
    uint32_t start_ = 0;  // where the input of block_ begins
    bool readable_ = false;
    bool fin_seen_ = false;  // the kernel told that the client sends no more
    bool ended_ = false;     // and all that it has sent was received
    bool paused_ = false;
    bool protected_ = false;
    bool held_ = false;
    bool room_wanted_ = false;
    bool full_ = false;  // and the handler knows
    bool closing_ = false;
    bool receiving_ = false;
    bool settling_ = false;
};

}  // namespace tern::serve
