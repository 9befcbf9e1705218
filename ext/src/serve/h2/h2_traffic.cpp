// What H2Connection receives and sends.
#include <algorithm>
#include <cinttypes>
#include <sys/socket.h>

#include "protocol/http/h1_writer.h"
#include "serve/h2/h2_connection.h"
#include "serve/origin.h"
#include "serve/port.h"

namespace tern::serve {

// --- Input

void H2Connection::advance() noexcept {
    if (advancing_) return;
    advancing_ = true;
    if (!unread_.empty() && phase_ == Phase::open) feed(std::exchange(unread_, {}));
    for (int reads = 0; phase_ == Phase::open && !session_.is_clogged(); ++reads) {
        if (reads == kReadsPerTurn) {
            context_.loop.defer(go_on_);
            break;
        }
        if (!receive()) break;
    }
    if (phase_ == Phase::lingering) discard_input();
    advancing_ = false;
}

// True when bytes arrived.
bool H2Connection::receive() noexcept {
    if (!readable_ || eof_) return false;
    net::Block* block = context_.blocks.take();
    const Result<size_t> got = stream_.read_some(block->data, net::Block::kSize);
    if (got.ok() && got.value() > 0) {
        // Edge-triggered: fewer bytes than asked for means that the kernel has none left and will tell of new ones; of
        // the end it has told.
        if (got.value() < net::Block::kSize && !stream_.has_more() && !fin_seen_) readable_ = false;
        count_received(got.value());
        feed(Bytes(block->data, got.value()));
    } else {
        readable_ = false;
        eof_ = got.ok() || got.error() != Error::would_block;
    }
    net::BlockPool::release(*block);
    return got.ok() && got.value() > 0;
}

void H2Connection::feed(Bytes bytes) noexcept {
    if (!session_.receive(bytes, now_ms())) log_failure();
    deliver();
}

void H2Connection::on_request(int32_t stream_id, http::h2::RequestReader& reader, bool ends) {
    if (phase_ != Phase::open) return;
    Exchange& exchange = *port_.exchanges().take();
    make_room_for_head(reader.size());
    const int refusal = reader.finish(exchange.head, heads_->data + heads_->filled, !ends);
    heads_->filled += static_cast<uint32_t>(reader.size());
    exchange.hold(*heads_);
    exchange.facts.request_bytes = reader.counted_bytes();
    if (port_.access_log() != nullptr) exchange.facts.began_us = monotonic_us();
    introduce(exchange);
    exchange.stream_id = stream_id;
    auto* stream = new H2Stream(*this, stream_id, exchange);
    streams_.push_back(*stream);
    session_.attach(stream_id, *stream);
    if (refusal != 0) {
        if (refusal == 414 || refusal == 431) context_.counters.http2_refused_heads.increment();
        stream->refuse(refusal, reader.reason());
    } else if (exchange.head.upgrade && !ends) {
        stream->accept_tunnel();
    } else {
        stream->accept(!ends);
    }
    patience_ = Patience::none;
    input_deadline_ms_ = kNever;
    const uint64_t most = port_.limits().keep_alive_requests;
    if (++requests_ == most) wind_down();
}

// Heads of several requests share a block.
void H2Connection::make_room_for_head(size_t bytes) noexcept {
    if (heads_ != nullptr && heads_->references == 1) heads_->filled = 0;
    if (heads_ != nullptr && heads_->room() >= bytes) return;
    if (heads_ != nullptr) net::BlockPool::release(*heads_);
    heads_ = context_.blocks.take();
    TERN_CHECK(heads_->room() >= bytes);
}

void H2Connection::deliver() noexcept {
    if (delivering_) return;
    delivering_ = true;
    while (NewsHook* one = news_.pop_front()) {
        gathering_.begin(context_.loop, !news_.empty());
        static_cast<H2Stream*>(one)->deliver();
        gathering_.end(context_.loop);
    }
    delivering_ = false;
}

// Behind our last word: what the client still sends is read and dropped, so that no reset overtakes it.
void H2Connection::discard_input() noexcept {
    if (!readable_) return;
    if (!drop_input(lingered_)) return close_now();
    readable_ = false;
}

// --- Output

http::h2::OwnFields H2Connection::own_fields() noexcept {
    Bytes server = port_.server_line();  // "Server: name\r\n"
    if (!server.empty()) server = server.substr(8, server.size() - 10);
    return {context_.date(), server};
}

bool H2Connection::clogged() const noexcept { return stream_.queued() > port_.limits().high_watermark; }

// More memory waits for this client than http2_connection_buffer_size, in several answers: its requests wait.
bool H2Connection::is_full() const noexcept {
    const uint64_t most = port_.limits().http2_connection_buffer_bytes;
    return is_dropped_ || (most > 0 && holding_ > 1 && unsent() > most);
}

// Of one stream; the same again when its client has taken a part.
void H2Connection::hold_unsent(uint64_t before, uint64_t now) noexcept {
    if (before == 0 && now > 0) ++holding_;
    if (before > 0 && now == 0) --holding_;
    context_.unsent_answers.set(*this, unsent() + now - before);
}

// One answer alone is sent, however large.
void H2Connection::bound_unsent_answers() noexcept {
    const uint64_t most = port_.limits().http2_worker_buffer_bytes;
    UnsentAnswers& all = context_.unsent_answers;
    if (most == 0 || all.bytes() <= most) return;
    all.keep_within(most);
    if (all.bytes() > most && holding_ > 1) drop_unsent();
}

// Handlers may be on the stack: they learn of it when the connection ends.
void H2Connection::drop_unsent() noexcept {
    context_.counters.http2_dropped_answers.add(holding_);
    context_.log.print(LogLevel::warning,
                       "connection %" PRId64
                       " from %s:%d ends: it does not take its answers, and "
                       "http2_worker_buffer_size is reached",
                       passport_.session_id, ip_text(passport_.origin).c_str(), passport_.origin.remote_port);
    is_dropped_ = true;
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).drop_answer();
    TERN_CHECK(holding_ == 0);
    session_.terminate(http::h2::ErrorCode::enhance_your_calm);
    send_soon();
}

// Sends what can be sent, then does what follows from that.
void H2Connection::settle() noexcept {
    settle_again_ = true;
    if (settling_) return;
    settling_ = true;
    while (settle_again_ && phase_ == Phase::open) {
        settle_again_ = false;
        if (!broken_) send_frames();
        broken_ ? lose() : after_flush();
    }
    settling_ = false;
}

// Appends frames as long as not too much waits for the kernel. True when something waits.
bool H2Connection::fill() noexcept {
    if (stream_.queued() < kFillTo && session_.wants_to_send()) {
        Buffer& tail = stream_.tail();
        session_.send(tail, tail.size() + kFillTo - stream_.queued());
        if (session_.why() != nullptr) log_failure();
    }
    return !stream_.drained();
}

void H2Connection::send_frames() noexcept {
    for (int times = 0; !stalled_ && fill(); ++times) {
        if (times == kSendsPerTurn) {  // others are to have their turn
            context_.loop.defer(go_on_);
            break;
        }
        const Error error = stream_.flush();
        stalled_ = error == Error::would_block;
        count_sent();
        broken_ = error != Error::ok && !stalled_;
        if (broken_) return;
    }
}

void H2Connection::after_flush() noexcept {
    if (std::exchange(waited_on_, false)) tell_of_room();
    deliver();
    if (phase_ != Phase::open || settle_again_) return;
    if (stream_.drained()) {
        send_deadline_ms_ = kNever;
        finish_if_over();
    } else if (port_.limits().send_timeout_ms > 0 &&
               (send_deadline_ms_ == kNever || std::exchange(progress_mark_, stream_.sent()) != stream_.sent())) {
        send_deadline_ms_ = now_ms() + port_.limits().send_timeout_ms;
        watch_time(send_deadline_ms_);
    }
    if (queued_ > 0 && port_.limits().send_timeout_ms > 0) watch_time(now_ms() + port_.limits().send_timeout_ms);
    update_patience();
}

void H2Connection::tell_of_room() noexcept {
    for (StreamHook* one = streams_.front(); one != nullptr; one = streams_.next(*one)) stream_of(*one).note_room();
}

// Everything is said: the connection ends, but not before the client could read that.
void H2Connection::finish_if_over() noexcept {
    if (!session_.over()) return;
    lose_streams();
    if (phase_ != Phase::open) return;
    stream_.say_goodbye();
    if (eof_) return close_now();
    (void)::shutdown(stream_.fd(), SHUT_WR);
    phase_ = Phase::lingering;
    readable_ = true;
    input_deadline_ms_ = now_ms() + kLingerMs;
    watch_time(input_deadline_ms_);
    discard_input();
}

// --- Log

void H2Connection::log_failure() noexcept {
    if (std::exchange(logged_, true)) return;
    context_.counters.abort_count.increment();
    if (session_.flooded()) context_.counters.http2_floods[static_cast<size_t>(session_.flood())].increment();
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d ends: %s%s", passport_.session_id,
                       ip_text(passport_.origin).c_str(), passport_.origin.remote_port,
                       session_.flooded() ? "a flood of " : "HTTP/2: ", session_.why());
}

// One line for a connection, whatever the number of its streams.
void H2Connection::on_too_many_streams() {
    context_.counters.http2_refused_streams.increment();
    if (std::exchange(refused_, true)) return;
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d has more than %u streams: refused",
                       passport_.session_id, ip_text(passport_.origin).c_str(), passport_.origin.remote_port,
                       port_.http2().concurrent_streams);
}

void H2Connection::log_rejection(int status, const char* reason) noexcept {
    context_.counters.abort_count.increment();
    context_.log.print(LogLevel::notice, "%d to %s:%d (connection %" PRId64 "): %s", status,
                       ip_text(passport_.origin).c_str(), passport_.origin.remote_port, passport_.session_id, reason);
}

// For the log, which looks into heads as HTTP/1 writes them.
void H2Connection::note_answer_head(Exchange& exchange, const http::ResponseHead& head,
                                    const http::h2::OwnFields& own) noexcept {
    const AccessLog* log = port_.access_log();
    if (log == nullptr || !log->wants_answer_head()) return;
    Buffer text;
    http::write_response_head(text, head, own.date, port_.server_line());
    exchange.facts.answer_head = text.view();
}

void H2Connection::log_access(AccessLog& log, Exchange& exchange, AnswerState state) noexcept {
    AccessEntry entry;
    describe(entry, exchange, state);
    entry.body_bytes = entry.sent_bytes = exchange.facts.body_bytes;  // heads are compressed together
    entry.keep_alive = !winding_;
    log.add(entry);
}

}  // namespace tern::serve
