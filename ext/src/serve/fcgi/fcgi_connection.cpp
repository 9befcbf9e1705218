#include "serve/fcgi/fcgi_connection.h"

#include <algorithm>
#include <poll.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "serve/blocking_wait.h"
#include "serve/log/access_log.h"

namespace tern::serve {

using fastcgi::RecordType;

FcgiConnection::FcgiConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info) noexcept
    : Connection(host, std::move(stream), info), input_(context_.blocks) {}

FcgiConnection::~FcgiConnection() { free_released(); }

void FcgiConnection::expect_request() noexcept {
    expect_input();
    const std::shared_ptr<Places>& places = host_.places();
    if (places == nullptr) return;
    places->reserve();
    place_ = Place(places, Place::Kind::reserved);
}

Error FcgiConnection::open(Bytes unread, int64_t timeout_ms) noexcept {
    if (unread.size() >= net::Block::kLargeSize) return Error::data_length_too_large;
    if (Error error = watch(!unread.empty()); error != Error::ok) return error;
    input_.take(unread);
    deadlines_.set(Deadline::input, timeout_ms);
    return Error::ok;
}

// --- Input

void FcgiConnection::on_input() noexcept {
    input_paused_ = false;
    for (int step = 0; is_open(); ++step) {
        if (step == kStepsPerTurn) {
            run_again();
            break;
        }
        if (stream_.queued() >= net::Stream::kFlushAt && !readiness_.stalled) flush();
        input_paused_ = is_open() && !takes_input();
        if (!is_open() || input_paused_) break;
        if (!consume() && !receive()) break;
    }
    if (input_.empty()) input_.release();
}

void FcgiConnection::after_input() noexcept {
    for (FcgiRequest* one : all()) one->notify_of_body();
    if (closed()) return;
    if (readiness_.broken) return abort();
    if (readiness_.input_ended) {
        ends_ = true;
        for (FcgiRequest* one : all()) one->on_client_finished();
        finish_if_over(false);
    }
    flush();
    free_released();
}

// False: a client does not receive its responses, or a handler does not take its body.
bool FcgiConnection::takes_input() noexcept {
    if (stream_.queued() > host_.limits().high_watermark) return false;
    for (FcgiRequestHook* one = requests_.front(); one != nullptr; one = requests_.next(*one)) {
        if (request_of(*one).pauses_input()) return false;
    }
    return true;
}

// True when bytes have arrived.
bool FcgiConnection::receive() noexcept {
    if (!readiness_.readable || readiness_.input_ended) return false;
    input_.make_room(false);
    const Result<size_t> got = read_some(input_.place(), input_.room());
    if (!got.ok() || got.value() == 0) return false;
    input_.fill(got.value());
    return true;
}

// True when there was a piece of a record.
bool FcgiConnection::consume() noexcept {
    if (input_.empty()) return false;
    const fastcgi::RecordStep step = parser_.feed(input_.view());
    input_.consume(step.consumed);
    switch (step.state) {
        case fastcgi::RecordStep::State::more: return false;
        case fastcgi::RecordStep::State::failed: break_off(step.reason); break;
        case fastcgi::RecordStep::State::piece: handle(step); break;
    }
    return true;
}

void FcgiConnection::handle(const fastcgi::RecordStep& step) noexcept {
    if (step.record.id == 0) return handle_own(step);
    if (step.record.type == RecordType::begin_request) return begin_request(step);
    FcgiRequest* request = find(step.record.id);
    if (request == nullptr) return;
    switch (step.record.type) {
        case RecordType::parameters: request->on_parameters(step.piece); break;
        case RecordType::input: request->on_input(step.piece); break;
        case RecordType::abort_request: request->on_abort(); break;
        default: break;
    }
    if (request->is_ready()) dispatch(*request);
}

// --- Records about the connection

void FcgiConnection::handle_own(const fastcgi::RecordStep& step) noexcept {
    if (step.record.type == RecordType::begin_request) return break_off("a request without a number");
    if (step.record.type == RecordType::get_values) return answer_values(step.piece);
    fastcgi::write_unknown_type(stream_.tail(), step.record.type);
}

// Values are known to a web server once for each name.
void FcgiConnection::answer_values(Bytes asked) noexcept {
    struct Value {
        Bytes name;
        std::string value;
        bool is_asked = false;
    };
    const uint64_t most = host_.options().max_connections;
    Value values[] = {{"FCGI_MAX_CONNS", std::to_string(most > 0 ? most : 1024)},
                      {"FCGI_MAX_REQS", std::to_string(kMostRequests)},
                      {"FCGI_MPXS_CONNS", "1"}};
    fastcgi::PairReader reader(asked);
    fastcgi::Pair pair;
    while (reader.next(pair)) {
        for (Value& one : values) one.is_asked = one.is_asked || one.name == pair.name;
    }
    if (reader.malformed()) return break_off("malformed GET_VALUES");
    Buffer found;
    for (const Value& one : values) {
        if (one.is_asked) fastcgi::write_pair(found, one.name, one.value);
    }
    fastcgi::write_record_head(stream_.tail(), RecordType::get_values_result, 0, found.size());
    stream_.tail().append(found.view());
}

// What follows cannot be understood.
void FcgiConnection::break_off(const char* reason) noexcept {
    host_.requests().log_rejection(info_, 400, reason);
    abort_requests();
    if (!is_open()) return;
    Connection::finish(Finish::linger);
    flush();
}

// --- Requests

void FcgiConnection::begin_request(const fastcgi::RecordStep& step) noexcept {
    const fastcgi::BeginRequest begun = fastcgi::parse_begin(step.piece);
    if (find(step.record.id) != nullptr) return break_off("BEGIN_REQUEST for a request in progress");
    const bool is_known = begun.role == static_cast<uint16_t>(fastcgi::Role::responder) ||
                          begun.role == static_cast<uint16_t>(fastcgi::Role::authorizer);
    ends_ = ends_ || !begun.keeps_connection;
    if (!is_known) return refuse_request(step.record.id, fastcgi::EndStatus::unknown_role);
    if (in_progress_ == kMostRequests) return refuse_request(step.record.id, fastcgi::EndStatus::overloaded);
    Exchange& exchange = *host_.exchanges().take();
    if (host_.access_log() != nullptr) exchange.facts.began_us = monotonic_us();
    deadlines_.clear(Deadline::input);
    FcgiRequest& request = take_request();
    requests_.push_back(request);
    ++in_progress_;
    request.begin(step.record.id, begun, exchange);
}

void FcgiConnection::refuse_request(uint16_t id, fastcgi::EndStatus status) noexcept {
    fastcgi::write_end_request(stream_.tail(), id, 0, status);
    finish_if_over(true);
}

FcgiRequest& FcgiConnection::take_request() noexcept {
    FcgiRequestHook* released = released_.pop_front();
    return released != nullptr ? request_of(*released) : *new FcgiRequest(*this);
}

// The end of its input is often there already, and then nothing of the request is in transit.
void FcgiConnection::dispatch(FcgiRequest& request) noexcept {
    const size_t end = request.input_ended() ? 0 : parser_.end_of_input(input_.view(), request.id());
    if (end > 0) {
        (void)parser_.feed(input_.view().substr(0, end));
        input_.consume(end);
        request.note_input_end();
    }
    const Limits& limits = host_.limits();
    if (++request_count_ == limits.keep_alive_requests || limits.keep_alive_timeout_ms == 0) ends_ = true;
    request.dispatch();
}

void FcgiConnection::on_request_over(FcgiRequest& request) noexcept {
    static_cast<FcgiRequestHook&>(request).unlink();
    released_.push_back(request);
    --in_progress_;
    place_.release();
    if (aborting_ || closed()) return;
    if (!request.keeps_connection() || host_.closing() || (host_.leaving() && !portable())) ends_ = true;
    finish_if_over(!request.input_ended());
    flush();
}

// `lingers`: something that the client has sent may not have been read.
void FcgiConnection::finish_if_over(bool lingers) noexcept {
    if (!is_open() || !requests_.empty()) return;
    const bool sends = !readiness_.input_ended && !readiness_.peer_closed && (lingers || readiness_.readable);
    if (ends_) return Connection::finish(sends ? Finish::linger : Finish::plain);
    deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
}

FcgiRequest* FcgiConnection::find(uint16_t id) noexcept {
    for (FcgiRequestHook* one = requests_.front(); one != nullptr; one = requests_.next(*one)) {
        if (request_of(*one).id() == id) return &request_of(*one);
    }
    return nullptr;
}

std::vector<FcgiRequest*> FcgiConnection::all() noexcept {
    std::vector<FcgiRequest*> found;
    for (FcgiRequestHook* one = requests_.front(); one != nullptr; one = requests_.next(*one)) {
        found.push_back(&request_of(*one));
    }
    return found;
}

Exchange* FcgiConnection::exchange() const noexcept {
    auto& requests = const_cast<List<FcgiRequestHook>&>(requests_);
    return in_progress_ == 1 ? request_of(*requests.front()).handled_exchange() : nullptr;
}

void FcgiConnection::free_released() noexcept {
    while (FcgiRequestHook* one = released_.pop_front()) delete &request_of(*one);
}

void FcgiConnection::describe_response(AccessEntry& entry, const Exchange& exchange, ResponseState) noexcept {
    entry.body_bytes = entry.sent_bytes = exchange.facts.body_bytes;  // the responses share the stream
    entry.keep_alive = !ends_;
}

// --- Output

void FcgiConnection::on_flushed() noexcept {
    if (stream_.queued() <= host_.limits().low_watermark) {
        for (FcgiRequest* one : all()) one->notify_of_room();
    }
    if (!is_open() || is_reading()) return;
    if (input_paused_ && takes_input()) run_again();
    if (requests_.empty() && stream_.drained() && !deadlines_.is_set(Deadline::input)) {
        deadlines_.set(Deadline::input, host_.limits().keep_alive_timeout_ms);
    }
}

void FcgiConnection::write_errors(uint16_t id, Bytes text) noexcept {
    if (text.empty() || extend_errors(id, text)) return;
    fastcgi::write_stream(stream_.tail(), RecordType::error, id, text);
    errors_ = {output_end(), (text.size() - 1) % fastcgi::kMostContent + 1, id};
}

// False: the last output is another one, was sent in part, or has no room.
bool FcgiConnection::extend_errors(uint16_t id, Bytes text) noexcept {
    const size_t length = errors_.length + text.size();
    const size_t record = fastcgi::kRecordHeadBytes + errors_.length;
    Buffer& out = stream_.tail();
    const bool is_last = errors_.id == id && errors_.end == output_end() && stream_.queued() >= record;
    if (!is_last || out.size() < record || length > fastcgi::kMostContent) return false;
    out.append(text);
    fastcgi::put_record_head(out.bytes() + out.size() - fastcgi::kRecordHeadBytes - length, RecordType::error, id,
                             length);
    errors_ = {output_end(), length, id};
    return true;
}

Error FcgiConnection::wait_for_room(const FcgiRequest& request) noexcept {
    const Limits& limits = host_.limits();
    if (is_flushing()) return Error::output_buffer_overflow;  // the sender itself is below on the stack
    while (!request.is_over() && stream_.queued() > limits.low_watermark) {
        if (!wait_blocking(fd(), POLLOUT, limits.send_timeout_ms)) {
            on_stalled();
            return Error::timed_out;
        }
        flush();
    }
    return request.is_over() ? Error::session_closed_by_client : Error::ok;
}

// --- Time

void FcgiConnection::watch_time(int64_t deadline_ms) noexcept {
    if (!closed()) deadlines_.wake_by(deadline_ms);
}

void FcgiConnection::on_time() noexcept {
    const int64_t now_ms = context_.loop.now_ms();
    for (FcgiRequest* one : all()) {
        if (one->deadline_ms() <= now_ms) one->on_silence();
    }
    if (closed()) return;
    int64_t due_ms = Deadlines::kNever;
    for (FcgiRequest* one : all()) due_ms = std::min(due_ms, one->deadline_ms());
    watch_time(due_ms);
}

// No request has begun.
void FcgiConnection::on_silence() noexcept {
    if (!requests_.empty() || !stream_.drained()) return;
    Connection::finish(Finish::plain);
    flush();
}

void FcgiConnection::on_stalled() noexcept {
    host_.requests().log_stalled_client(info_);
    abort();
}

// --- The end

void FcgiConnection::abort_requests() noexcept {
    if (std::exchange(aborting_, true)) return;
    for (FcgiRequest* one : all()) one->abort();
    aborting_ = false;
}

void FcgiConnection::close() noexcept {
    if (!is_open()) return;
    abort_requests();
    if (!is_open()) return;
    Connection::finish(Finish::plain);
    if (!stream_.corked()) flush();
}

void FcgiConnection::abort() noexcept {
    if (closed()) return;
    abort_requests();
    end();
}

// If no request comes soon, the connection is idle.
void FcgiConnection::drain() noexcept {
    if (requests_.empty() && is_open() && deadlines_.at(Deadline::input) > context_.loop.now_ms() + kDrainMs) {
        deadlines_.set(Deadline::input, kDrainMs);
    }
}

// Drains instead when a request may be in transit, which closing would lose.
void FcgiConnection::close_idle() noexcept { !input_.empty() || may_lose_request(request_count_) ? drain() : close(); }

void FcgiConnection::terminate() noexcept {
    if (closed()) return;
    for (FcgiRequest* one : all()) one->terminate();
    (void)flush_stream();  // the rest is lost with this process
    end(End::silent);
}

void FcgiConnection::on_end() noexcept {
    for (FcgiRequest* one : all()) {
        one->detach();
        static_cast<FcgiRequestHook&>(*one).unlink();
        released_.push_back(*one);
    }
    in_progress_ = 0;
    place_.release();
    input_.release();
}

}  // namespace tern::serve
