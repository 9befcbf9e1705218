// A connection that has become a WebSocket: carries one WsSession. Owned by its Port, freed at the end of the turn in
// which it closed. Idle, it has no buffer. It is handed to no other process: when the worker leaves, the client is told
// to come back (1001). What it would take with it between two messages is the session's id and its DeflateTerms.
#pragma once

#include "serve/connection.h"
#include "serve/ws/ws_session.h"

namespace tern::serve {

class WsConnection final : public Connection, public WsTransport {
public:
    WsConnection(Port& port, net::Stream stream, const Passport& passport, const WsStart& start) noexcept;
    ~WsConnection() override;

    WsSession& session() noexcept { return session_; }

    Error open(Bytes unread, int64_t patience_ms) noexcept override;
    shm::Protocol protocol() const noexcept override { return shm::Protocol::websocket; }
    bool between_requests() const noexcept override { return false; }
    void close() noexcept override;
    void reset() noexcept override { lose("it was reset"); }
    void wind_down() noexcept override { session_.wind_down(); }
    void give_up() noexcept override;
    void on_events(loop::Events events) override;

    void send(Bytes head, Slice payload) noexcept override;
    void flush() noexcept override;
    uint64_t queued() const noexcept override { return stream_.queued(); }
    void read_on() noexcept override;
    void end() noexcept override;

private:
    enum class Phase : uint8_t { open, ending, lingering, closed };

    void on_detach() noexcept override;
    void log_access(AccessLog&, Exchange&, AnswerState) noexcept override {}

    void advance() noexcept;
    bool consume() noexcept;
    bool receive() noexcept;
    void on_end_of_stream() noexcept;
    void discard_input() noexcept;
    void lose(const char* why) noexcept;
    void release_block() noexcept;

    void settle() noexcept;
    void after_flush() noexcept;
    void watch_progress() noexcept;
    void on_last_word_sent() noexcept;
    void on_timer() noexcept;

    static constexpr int kStepsPerTurn = 64;
    static constexpr int64_t kNever = INT64_MAX;
    static constexpr size_t kCopyShared = 256;  // about what a reference costs

    net::Block* block_ = nullptr;  // while the session has not taken all
    loop::Timer timer_;
    loop::Deferred go_on_;
    int64_t deadline_ms_ = kNever;  // for the client to take some of what is queued, or to end its direction
    uint64_t progress_mark_ = 0;
    uint64_t lingered_ = 0;
    uint32_t start_ = 0;  // of what is unread in the block
    Phase phase_ = Phase::open;
    bool readable_ = false;
    bool stalled_ = false;  // the kernel takes no more, and will tell
    bool fin_seen_ = false;
    bool advancing_ = false;
    bool settling_ = false;
    bool settle_again_ = false;
    WsSession session_;
};

}  // namespace tern::serve
