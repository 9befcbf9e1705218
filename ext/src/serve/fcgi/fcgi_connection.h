// One FastCGI connection, from a web server: reads records, passes them to their requests, of which there may be
// several at a time, and sends the records of responses in the order in which they are made. The port owns it and frees
// it at the end of the turn in which it closed. An idle one has neither buffer nor exchange.
//
// What a web server may do wrong, and what follows:
//   a record of another version, a BEGIN_REQUEST of the wrong size or for a request in progress: the connection ends
//   a role other than responder and authorizer: END_REQUEST with UNKNOWN_ROLE
//   more than kMostRequests at a time: END_REQUEST with OVERLOADED
//   a record about the connection of an unknown type: UNKNOWN_TYPE
//   malformed or too many parameters, a body that is too long: a response with 400, 413, 431
//   a record of a request that is not in progress: dropped, as it may have crossed the end of that request
#pragma once

#include "net/block.h"
#include "serve/connection.h"
#include "serve/fcgi/fcgi_request.h"

namespace tern::serve {

class FcgiConnection final : public Connection {
public:
    FcgiConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept;
    ~FcgiConnection() override;

    Error open(Bytes unread, int64_t timeout_ms) noexcept override;
    // Call it before open(): the connection was accepted, so its request follows: reserves a place for it.
    void expect_request() noexcept;

    shm::Protocol protocol() const noexcept override { return shm::Protocol::fastcgi; }
    bool between_requests() const noexcept override {
        return requests_.empty() && parser_.between_records() && stream_.drained();
    }
    bool portable() const noexcept override { return stream_.tls() == nullptr; }
    Bytes unread() const noexcept override { return input_.view(); }
    Exchange* exchange() const noexcept override;
    void describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState state) noexcept override;

    void close() noexcept override;
    void abort() noexcept override;
    void drain() noexcept override;
    void close_idle() noexcept override;
    void terminate() noexcept override;

    // For its requests.
    ConnectionHost& host() noexcept { return host_; }
    Context& context() noexcept { return context_; }
    net::Stream& stream() noexcept { return stream_; }
    // Its first request has come.
    void release_place() noexcept { place_.release(); }
    void on_request_over(FcgiRequest& request) noexcept;
    // Sends what is queued.
    void send() noexcept { flush(); }
    void read_on() noexcept {
        if (!closed()) run_again();
    }
    void watch_time(int64_t deadline_ms) noexcept;
    void note_dispatch() noexcept { note_request(); }
    Error wait_for_room(const FcgiRequest& request) noexcept;
    // Queues text for the log of the web server. Messages that follow each other are one record, as web servers log a
    // line for each.
    void write_errors(uint16_t id, Bytes text) noexcept;

    static constexpr size_t kMostRequests = 128;  // at a time

private:
    static FcgiRequest& request_of(FcgiRequestHook& hook) noexcept { return static_cast<FcgiRequest&>(hook); }

    // See Connection.
    void on_input() noexcept override;
    void after_input() noexcept override;
    void on_flushed() noexcept override;
    void on_silence() noexcept override;
    void on_stalled() noexcept override;
    void on_time() noexcept override;
    void announce_end() noexcept override {}  // END_REQUEST does
    void on_end() noexcept override;

    bool takes_input() noexcept;
    bool consume() noexcept;
    bool receive() noexcept;
    void handle(const fastcgi::RecordStep& step) noexcept;
    void handle_own(const fastcgi::RecordStep& step) noexcept;
    void begin_request(const fastcgi::RecordStep& step) noexcept;
    void answer_values(Bytes asked) noexcept;
    void dispatch(FcgiRequest& request) noexcept;
    void refuse_request(uint16_t id, fastcgi::EndStatus status) noexcept;
    void finish_if_over(bool lingers) noexcept;
    void break_off(const char* reason) noexcept;

    bool extend_errors(uint16_t id, Bytes text) noexcept;
    uint64_t output_end() const noexcept { return stream_.sent() + stream_.queued(); }

    FcgiRequest* find(uint16_t id) noexcept;
    // Those in progress now; a call may end any of them.
    std::vector<FcgiRequest*> all() noexcept;
    FcgiRequest& take_request() noexcept;
    void abort_requests() noexcept;
    void free_released() noexcept;

    static constexpr int kStepsPerTurn = 256;

    // A record of errors that was the last output.
    struct ErrorRecord {
        uint64_t end = 0;  // of output_end()
        size_t length = 0;
        uint16_t id = 0;  // 0: there is none
    };

    fastcgi::RecordParser parser_;
    ErrorRecord errors_;
    net::InputBlock input_;
    List<FcgiRequestHook> requests_;
    List<FcgiRequestHook> released_;  // for the next requests; freed when none of them can be on the stack
    Place place_;                     // reserved until the first request
    uint64_t request_count_ = 0;      // received on this connection
    size_t in_progress_ = 0;
    bool ends_ = false;          // no request follows those in progress
    bool input_paused_ = false;  // input stayed unread, as there is too much to send or a body is not taken
    bool aborting_ = false;
};

}  // namespace tern::serve
