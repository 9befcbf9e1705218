// One HTTP/2 connection: moves bytes between its socket and the session, owns the streams, keeps the timeouts. Frames
// of a turn leave in one call. Owned by its Port, freed at the end of the turn in which it closed.
#pragma once

#include "serve/connection.h"
#include "serve/gathering.h"
#include "serve/h2/h2_stream.h"

namespace tern::serve {

class H2Connection final : public Connection, public http::h2::SessionEvents, private UnsentAnswer {
public:
    H2Connection(Port& port, net::Stream stream, const Passport& passport) noexcept;
    ~H2Connection() override;

    Error open(Bytes unread, int64_t patience_ms) noexcept override;

    // A client may have sent a request that has not arrived: only wind_down() ends it without loss.
    shm::Protocol protocol() const noexcept override { return shm::Protocol::http2; }
    bool between_requests() const noexcept override { return false; }
    void close() noexcept override;
    void reset() noexcept override { lose(); }
    void wind_down() noexcept override;
    Error ping() noexcept override;
    Error go_away(uint32_t error_code, Bytes debug_data) noexcept override;
    void give_up() noexcept override;

    void on_events(loop::Events events) override;
    void on_request(int32_t stream_id, http::h2::RequestReader& reader, bool ends) override;
    void on_ping_answer() override;
    void on_too_many_streams() override;
    void on_endless_head() override { context_.counters.http2_refused_heads.increment(); }

private:
    friend class H2Stream;
    enum class Phase : uint8_t { open, lingering, closed };
    enum class Patience : uint8_t { none, greeting, head, idle };

    static H2Stream& stream_of(StreamHook& hook) noexcept { return static_cast<H2Stream&>(hook); }

    // For streams
    http::h2::Session& session() noexcept { return session_; }
    http::h2::OwnFields own_fields() noexcept;
    // Frames leave at the end of the turn, or now; those of an answer that is complete, as Gathering says.
    void send_soon() noexcept;
    void send_now() noexcept;
    void send_answer() noexcept { gathering_.now() ? send_soon() : send_now(); }
    // See Responder.
    Error wait_for_room(H2Stream& stream) noexcept;
    bool wait_for_progress(const H2Stream& stream) noexcept;
    bool is_lost() const noexcept;
    bool clogged() const noexcept;
    bool is_full() const noexcept;
    void hold_unsent(uint64_t before, uint64_t now) noexcept;
    void bound_unsent_answers() noexcept;
    void drop_unsent() noexcept override;
    void on_news(H2Stream& stream) noexcept { news_.push_back(stream); }
    void retire(H2Stream& stream) noexcept;
    void watch_time(int64_t deadline_ms) noexcept;
    int64_t now_ms() const noexcept { return context_.loop.now_ms(); }
    void note_answer_head(Exchange& exchange, const http::ResponseHead& head, const http::h2::OwnFields& own) noexcept;
    void log_rejection(int status, const char* reason) noexcept;

    void advance() noexcept;
    bool receive() noexcept;
    void feed(Bytes bytes) noexcept;
    void discard_input() noexcept;
    void deliver() noexcept;
    void make_room_for_head(size_t bytes) noexcept;
    void settle() noexcept;
    void send_frames() noexcept;
    bool fill() noexcept;
    void after_flush() noexcept;
    void tell_of_room() noexcept;
    void finish_if_over() noexcept;
    void end_session() noexcept;
    void update_patience() noexcept;
    void on_timer() noexcept;
    void on_silence() noexcept;
    void log_failure() noexcept;
    void lose_streams() noexcept;
    void lose() noexcept;
    void on_detach() noexcept override;
    void log_access(AccessLog& log, Exchange& exchange, AnswerState state) noexcept override;

    static constexpr int kReadsPerTurn = 16;
    static constexpr int kSendsPerTurn = 16;
    static constexpr size_t kFillTo = 64 * 1024;  // of frames that wait for the kernel
    static constexpr int64_t kNever = INT64_MAX;
    static constexpr int64_t kWindDownMs = 1000;  // for the answer to our ping

    http::h2::Session session_;
    List<StreamHook> streams_;
    List<NewsHook> news_;
    Gathering gathering_;
    List<StreamHook> retired_;     // freed when nothing of them can be on the stack
    net::Block* heads_ = nullptr;  // where heads of requests go, until it is full
    std::string unread_;           // of a former owner
    loop::Timer timer_;
    loop::Deferred go_on_;
    int64_t input_deadline_ms_ = kNever;
    int64_t send_deadline_ms_ = kNever;
    int64_t wind_deadline_ms_ = kNever;
    int64_t time_due_ms_ = kNever;  // of the stream that is due first
    uint64_t progress_mark_ = 0;
    uint64_t queued_ = 0;    // bytes of answers that no frame carries yet
    uint64_t holding_ = 0;   // streams whose answers hold memory
    uint64_t requests_ = 0;  // that this connection has brought
    uint64_t lingered_ = 0;
    Phase phase_ = Phase::open;
    Patience patience_ = Patience::greeting;
    bool readable_ = false;
    bool fin_seen_ = false;  // the kernel told that the client sends no more
    bool eof_ = false;       // and all that it sent was read
    bool stalled_ = false;
    bool advancing_ = false;
    bool settling_ = false;
    bool settle_again_ = false;
    bool delivering_ = false;
    bool waited_on_ = false;  // some stream is
    bool winding_ = false;
    bool final_word_ = false;
    bool logged_ = false;
    bool refused_ = false;     // streams, and the log knows
    bool is_dropped_ = false;  // it held too much memory, and ends
    bool broken_ = false;      // the kernel refuses to send
};

}  // namespace tern::serve
