#include "serve/ws/ws_connection.h"

#include <sys/socket.h>

#include "serve/port.h"

namespace tern::serve {

WsConnection::WsConnection(Port& port, net::Stream stream, const Passport& passport, const WsStart& start) noexcept
    : Connection(port, std::move(stream), passport),
      timer_([](void* self) { static_cast<WsConnection*>(self)->on_timer(); }, this),
      go_on_([](void* self) { static_cast<WsConnection*>(self)->on_events(0); }, this),
      session_(*this, port.context(), passport.session_id, start) {
    stream_.uncork();  // its former owner may be in the middle of an event
}

WsConnection::~WsConnection() { release_block(); }

Error WsConnection::open(Bytes unread, int64_t) noexcept {
    if (Error error = take_up(unread, block_); error != Error::ok) return error;
    readable_ = true;             // who read from the stream before may hold some of it
    context_.loop.defer(go_on_);  // sends the answer, too
    return Error::ok;
}

void WsConnection::on_events(loop::Events events) {
    if (phase_ == Phase::closed) return;
    const bool broken = (events & loop::kBroken) != 0;
    if (broken || (events & loop::kPeerClosed)) fin_seen_ = true;
    if (fin_seen_ || (events & loop::kReadable)) readable_ = true;
    if (events & loop::kWritable) stalled_ = false;
    stream_.cork();
    advance();
    stream_.uncork();
    if (broken) lose("the connection broke");
    settle();
}

// --- input

void WsConnection::advance() noexcept {
    if (advancing_) return;
    advancing_ = true;
    for (int step = 0; phase_ == Phase::open && !session_.paused(); ++step) {
        if (step == kStepsPerTurn) {
            context_.loop.defer(go_on_);
            break;
        }
        if (stream_.queued() >= net::Stream::kFlushAt) settle();
        if (phase_ != Phase::open || (block_ == nullptr && !receive()) || !consume()) break;
    }
    if (phase_ == Phase::lingering) discard_input();
    advancing_ = false;
}

// False: the session does not take all of it now.
bool WsConnection::consume() noexcept {
    start_ += static_cast<uint32_t>(session_.receive(block_->data + start_, block_->filled - start_));
    if (block_ == nullptr) return false;
    if (start_ < block_->filled) return false;
    release_block();
    return true;
}

// True when bytes arrived.
bool WsConnection::receive() noexcept {
    if (!readable_) return false;
    block_ = context_.blocks.take();
    const size_t room = block_->room();
    const Result<size_t> got = stream_.read_some(block_->data, room);
    if (got.ok() && got.value() > 0) {
        // Edge-triggered: see H1Connection::receive().
        if (got.value() < room && !fin_seen_ && !stream_.has_more()) readable_ = false;
        block_->filled = static_cast<uint32_t>(got.value());
        count_received(got.value());
        return true;
    }
    release_block();
    readable_ = false;
    if (got.ok()) {
        on_end_of_stream();
    } else if (got.error() != Error::would_block) {
        lose("the connection broke");
    }
    return false;
}

// Half a WebSocket is none: the client has gone without a closing handshake.
void WsConnection::on_end_of_stream() noexcept {
    session_.on_lost("the client ended the connection without a closing handshake");
    end();
}

void WsConnection::read_on() noexcept {
    if (phase_ == Phase::open && !advancing_) context_.loop.defer(go_on_);
}

// After our last word: what the client still sends is read and dropped, so that no reset overtakes it.
void WsConnection::discard_input() noexcept {
    if (!readable_) return;
    if (!drop_input(lingered_)) return close_now();
    readable_ = false;
}

// --- output

void WsConnection::send(Bytes head, Slice payload) noexcept {
    if (phase_ != Phase::open) return;
    const bool is_shared = head.empty();
    if (!is_shared) stream_.tail().append(head);
    // A frame for many is not copied: those who do not read share it, and the kernel finds it in the cache.
    stream_.append(std::move(payload), is_shared ? kCopyShared : net::Stream::kCopyLimit);
    if (stalled_ || (stream_.corked() && (is_shared || !session_.sends_at_once()))) return;
    // Where one message goes to many, there are often several in a turn: they leave together.
    const bool waits = is_shared && stream_.queued() < net::Stream::kFlushAt;
    waits ? context_.loop.defer(go_on_) : settle();
}

void WsConnection::flush() noexcept {
    if (phase_ == Phase::open && !stalled_ && !stream_.drained()) settle();
}

// Sends what can be sent, then does what follows from that.
void WsConnection::settle() noexcept {
    settle_again_ = true;
    if (settling_) return;
    settling_ = true;
    while (settle_again_ && phase_ != Phase::closed) {
        settle_again_ = false;
        const bool was_corked = stream_.corked();
        stream_.uncork();
        const Error error = stream_.flush();
        if (was_corked) stream_.cork();
        count_sent();
        stalled_ = error == Error::would_block;
        if (error == Error::ok || stalled_) {
            after_flush();
        } else {
            lose("the connection broke");
        }
    }
    settling_ = false;
}

void WsConnection::after_flush() noexcept {
    if (slot_ != nullptr) {
        slot_->send_queued_bytes.store(static_cast<uint32_t>(stream_.queued()), std::memory_order_relaxed);
    }
    if (phase_ == Phase::ending && stream_.drained()) return on_last_word_sent();
    if (phase_ != Phase::lingering) watch_progress();
    session_.on_sent();
}

void WsConnection::watch_progress() noexcept {
    const int64_t patience_ms = port_.limits().send_timeout_ms;
    if (stream_.drained() || patience_ms == 0) {
        deadline_ms_ = kNever;
        return;
    }
    if (stream_.sent() == progress_mark_ && deadline_ms_ != kNever) return;
    progress_mark_ = stream_.sent();
    deadline_ms_ = context_.loop.now_ms() + patience_ms;
    if (!timer_.pending()) context_.loop.start_timer(timer_, patience_ms);
}

void WsConnection::on_last_word_sent() noexcept {
    stream_.say_goodbye();
    (void)::shutdown(stream_.fd(), SHUT_WR);
    phase_ = Phase::lingering;
    readable_ = true;
    deadline_ms_ = context_.loop.now_ms() + kLingerMs;
    context_.loop.start_timer(timer_, kLingerMs);
    if (!advancing_) discard_input();
}

// --- life

void WsConnection::on_timer() noexcept {
    if (deadline_ms_ == kNever) return;
    const int64_t now_ms = context_.loop.now_ms();
    if (deadline_ms_ > now_ms) return context_.loop.start_timer(timer_, deadline_ms_ - now_ms);
    if (phase_ == Phase::lingering) {
        close_now();
    } else {
        lose("the client takes nothing");
    }
}

void WsConnection::end() noexcept {
    if (phase_ != Phase::open) return;
    phase_ = Phase::ending;
    if (!stream_.corked()) settle();
}

void WsConnection::close() noexcept {
    if (phase_ != Phase::open) return;
    session_.end_now(http::ws::kNormal, {});
    end();
}

void WsConnection::lose(const char* why) noexcept {
    if (phase_ == Phase::closed) return;
    session_.on_lost(why);
    close_now();
}

void WsConnection::give_up() noexcept {
    if (phase_ == Phase::closed) return;
    stream_.cork();
    session_.give_up();
    stream_.uncork();
    (void)stream_.flush();  // what the kernel does not take now is lost with this process
    count_sent();
    cut();
}

void WsConnection::on_detach() noexcept {
    session_.forget();
    timer_.stop();
    go_on_.withdraw();
    release_block();
    phase_ = Phase::closed;
}

void WsConnection::release_block() noexcept {
    if (block_ != nullptr) net::BlockPool::release(*std::exchange(block_, nullptr));
    start_ = 0;
}

}  // namespace tern::serve
