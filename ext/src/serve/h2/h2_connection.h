// One HTTP/2 connection: moves bytes between its socket and the session, and owns the streams. All frames of a turn are
// sent by one call. The port owns it and frees it at the end of the turn in which it closed.
#pragma once

#include "serve/connection.h"
#include "serve/connection_state.h"
#include "serve/h2/h2_stream.h"

namespace tern::serve {

class H2Connection final : public Connection, public http::h2::SessionEvents, private H2SendAccount {
public:
    H2Connection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept;
    ~H2Connection() override { free_released(); }

    Error open(Bytes unread, int64_t timeout_ms) noexcept override;

    shm::Protocol protocol() const noexcept override { return shm::Protocol::http2; }
    // False, as a request may be in transit: only drain() ends the connection without loss.
    bool between_requests() const noexcept override { return false; }

    void close() noexcept override;
    void abort() noexcept override;
    void drain() noexcept override;
    void terminate() noexcept override;
    void describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState state) noexcept override;

    // Sends a PING.
    Error ping() noexcept;
    // Accepts no more requests; those in flight are answered, then the connection ends. data_length_too_large: the
    // debug data does not fit into a frame.
    Error go_away(uint32_t error_code, Bytes debug_data) noexcept;

    void on_request(int32_t stream_id, http::h2::RequestReader& reader, bool ends) override;
    void on_ping_ack() override;
    void on_too_many_streams() override;
    void on_endless_head() override { context_.counters.http2_refused_heads.increment(); }

    // For its streams.
    ConnectionHost& host() noexcept { return host_; }
    const Limits& limits() const noexcept { return host_.limits(); }
    Context& context() noexcept { return context_; }
    http::h2::Session& session() noexcept { return session_; }
    http::h2::PooledMemory* pool() noexcept { return host_.options().http2_session.memory.get(); }
    H2SendAccount& account() noexcept { return *this; }
    void send_soon() noexcept;
    void send_now() noexcept;
    void send_response() noexcept { gathering_.now() ? send_soon() : send_now(); }
    void on_news(H2Stream& stream) noexcept { news_.push_back(stream); }
    // A stream waits until the output of others is sent.
    void wait_for_drain() noexcept { resume_when_drained_ = true; }
    Error wait_for_room(H2Stream& stream) noexcept;
    bool is_lost() const noexcept;
    bool output_full() const noexcept { return stream_.queued() > host_.limits().high_watermark; }
    void release(H2Stream& stream) noexcept;
    void watch_time(int64_t deadline_ms) noexcept;
    int64_t now_ms() const noexcept { return context_.loop.now_ms(); }

private:
    // What the client must send next, which determines the timeout.
    enum class Owed : uint8_t { nothing, greeting, head, request };
    // How far the end of the connection is announced.
    enum class ShutdownPhase : uint8_t { none, notice, final };

    static H2Stream& stream_of(StreamHook& hook) noexcept { return static_cast<H2Stream&>(hook); }

    // See Connection.
    void on_input() noexcept override;
    void after_input() noexcept override;
    bool send_queued() noexcept override;
    void on_flushed() noexcept override;
    void on_silence() noexcept override;
    void on_time() noexcept override;
    void on_end() noexcept override;

    bool receive() noexcept;
    void feed(Bytes bytes) noexcept;
    void deliver() noexcept;
    void make_room_for_head(size_t bytes) noexcept;
    bool fill() noexcept;
    bool wait_for_progress(const H2Stream& stream) noexcept;
    void drop_unsent() noexcept override;
    void end_session() noexcept;
    void watch_silence() noexcept;
    void log_failure() noexcept;
    void abort_streams() noexcept;
    void free_released() noexcept;

    static constexpr int kReadsPerTurn = 16;
    static constexpr int kSendsPerTurn = 16;
    static constexpr size_t kFillTo = 64 * 1024;  // bytes of frames that wait for the kernel
    static constexpr int64_t kDrainMs = 1000;     // for the response to our ping

    http::h2::Session session_;
    List<StreamHook> streams_;
    List<NewsHook> news_;
    List<StreamHook> released_;  // freed when none of them can be on the stack
    Gathering gathering_;
    net::Block* heads_ = nullptr;  // the heads of requests; replaced when it is full
    std::string unread_;           // input of a former owner
    uint64_t requests_ = 0;        // received on this connection
    Owed owed_ = Owed::greeting;
    ShutdownPhase shutdown_phase_ = ShutdownPhase::none;
    bool delivering_ = false;
    bool resume_when_drained_ = false;
    bool failure_logged_ = false;
    bool refusal_logged_ = false;
};

// The connection where it speaks HTTP/2; else null.
inline H2Connection* as_http2(Connection* connection) noexcept {
    const bool is_http2 = connection != nullptr && connection->protocol() == shm::Protocol::http2;
    return is_http2 ? static_cast<H2Connection*>(connection) : nullptr;
}

}  // namespace tern::serve
