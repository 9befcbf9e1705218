#include "serve/tcp_connection.h"

#include <cinttypes>
#include <poll.h>
#include <string>

#include "serve/blocking_wait.h"
#include "serve/origin.h"

namespace tern::serve {

namespace {

// The flags in the slot of a session.
constexpr uint8_t kKnown = 1;
constexpr uint8_t kPaused = 2;
constexpr uint8_t kProtected = 4;

constexpr const char* kNoRoom = "there is no memory for its packet: see worker_input_buffer_size";

}  // namespace

TcpConnection::TcpConnection(ConnectionHost& host, net::Stream stream, const ConnectionInfo& info,
                             const PacketOptions& options) noexcept
    : Connection(host, std::move(stream), info),
      options_(options),
      input_(context_.blocks, context_.input),
      paused_(options.delayed) {}

Error TcpConnection::open(Bytes unread, int64_t) noexcept {
    if (unread.size() >= net::Block::kLargeSize) return Error::data_length_too_large;
    if (Error error = watch(!unread.empty()); error != Error::ok) return error;
    input_.take(unread);
    recall_state();
    received_ms_ = context_.loop.fresh_ms();
    watch_idle();
    return Error::ok;
}

// --- input

void TcpConnection::on_input() noexcept {
    if (input_.dropped()) [[unlikely]]
        return refuse(kNoRoom);
    for (int reads = 0; takes_packets() && take_packets() && readiness_.readable; ++reads) {
        if (reads == kReadsPerTurn) {
            run_again();
            break;
        }
        if (!receive_some()) break;
    }
    if (closed()) return;
    input_.trim();
    if (readiness_.input_ended && !paused_ && !held_) close();
}

// False: there is no more input now.
bool TcpConnection::receive_some() noexcept {
    size_t room = 0;
    char* place = input_.make_room(room);
    const Result<size_t> got = read_some(place, room);
    const size_t count = got.ok() ? got.value() : 0;
    if (!input_.fill(room, count)) {
        refuse(kNoRoom);
        return false;
    }
    if (!got.ok() && got.error() != Error::would_block) abort();
    if (count == 0) return false;
    received_ms_ = context_.loop.now_ms();
    watch_idle();
    return true;
}

// Delivers complete packets. False: the connection ends, or its handler wants no more now.
bool TcpConnection::take_packets() noexcept {
    while (!input_.view().empty()) {
        if (options_.framing.by == protocol::Framing::By::nothing) {
            if (!deliver(input_.view().size())) return false;
            continue;
        }
        const protocol::FramingStep step = scanner_.step(options_.framing, input_.view());
        if (!is_open()) return false;  // closed by the measuring function, which may be the program's
        switch (step.state) {
            case protocol::FramingStep::State::need_more: input_.expect(step.size); return true;
            case protocol::FramingStep::State::too_large:
                refuse("a packet is larger than package_max_length");
                return false;
            case protocol::FramingStep::State::malformed: refuse("the length of a packet is malformed"); return false;
            case protocol::FramingStep::State::done: break;
        }
        scanner_.restart();
        if (!deliver(step.size)) return false;
    }
    return true;
}

bool TcpConnection::deliver(size_t size) noexcept {
    PacketInput::Packet packet(input_, size);  // the handler may end the connection, which frees its memory
    context_.counters.request_count.increment();
    gathering_.begin(context_.loop, packet.has_rest());
    options_.handler->on_packet(*this, packet.bytes());
    gathering_.end(context_.loop);
    if (closed()) return false;
    packet.keep_rest();
    return takes_packets();
}

void TcpConnection::refuse(const char* why) noexcept {
    context_.log.print(LogLevel::notice, "connection %" PRId64 " from %s:%d is closed: %s", info_.session_id,
                       ip_text(info_.origin).c_str(), info_.origin.remote_port, why);
    context_.counters.abort_count.increment();
    close();
}

void TcpConnection::recall_state() noexcept {
    const uint8_t state = slot_ == nullptr ? 0 : slot_->raw_state.load(std::memory_order_relaxed);
    if ((state & kKnown) == 0) return note_state();
    paused_ = (state & kPaused) != 0;
    protected_ = (state & kProtected) != 0;
}

void TcpConnection::note_state() noexcept {
    if (slot_ == nullptr) return;
    const int state = kKnown | (paused_ ? kPaused : 0) | (protected_ ? kProtected : 0);
    slot_->raw_state.store(static_cast<uint8_t>(state), std::memory_order_relaxed);
}

void TcpConnection::protect(bool on) noexcept {
    protected_ = on;
    note_state();
    watch_idle();
}

void TcpConnection::pause() noexcept {
    paused_ = true;
    note_state();
    watch_idle();
}

void TcpConnection::resume() noexcept {
    if (!std::exchange(paused_, false)) return;
    note_state();
    received_ms_ = context_.loop.now_ms();
    run_again();
    watch_idle();
}

void TcpConnection::release() noexcept {
    if (!std::exchange(held_, false) || is_reading()) return;
    run_again();
}

void TcpConnection::watch_idle() noexcept {
    const bool counts = options_.idle_timeout_ms > 0 && !paused_ && !protected_;
    // Never too early: the clock counts whole milliseconds, and that of `received_ms_` had begun.
    deadlines_.set_at(Deadline::input, counts ? received_ms_ + options_.idle_timeout_ms + 1 : Deadlines::kNever);
}

// --- output

Error TcpConnection::refusal(uint64_t more) const noexcept {
    if (!is_open()) return Error::session_closed_by_server;
    if (stream_.queued() > 0 && stream_.queued() + more > options_.most_queued) return Error::output_buffer_overflow;
    return Error::ok;
}

Error TcpConnection::send(Slice bytes) noexcept {
    if (Error error = refusal(bytes.size()); error != Error::ok) {
        const bool is_news = error == Error::output_buffer_overflow && marks_.note_full() == QueueMarks::News::full;
        if (is_news) options_.handler->on_queue_full(info_.session_id);
        return error;
    }
    if (stream_.carries_messages()) return send_message(std::move(bytes));
    stream_.append(std::move(bytes));
    return send_appended();
}

// A message is sent at once. What does not fit into a datagram is refused.
Error TcpConnection::send_message(Slice message) noexcept {
    const Error error = stream_.send_message(std::move(message));
    if (error == Error{EMSGSIZE}) return Error::data_length_too_large;
    if (error == Error::ok) return send_appended();
    readiness_.broken = true;
    run_again();
    return error;
}

Error TcpConnection::send_file(net::SharedFd file, off_t offset, uint64_t length) noexcept {
    if (stream_.carries_messages()) return Error::operation_not_supported;
    if (Error error = refusal(0); error != Error::ok) return error;
    stream_.append_file(std::move(file), offset, length);
    return send_appended();
}

Error TcpConnection::send_appended() noexcept {
    if (!gathering_.now()) flush();
    return Error::ok;
}

Error TcpConnection::flush_blocking(int timeout_ms) noexcept {
    const int64_t until_ms = monotonic_ms() + timeout_ms;
    Error error = flush_stream();
    while (error == Error::would_block || error == Error::output_send_yield) {
        const int64_t left_ms = until_ms - monotonic_ms();
        if (left_ms <= 0 || !wait_blocking(stream_.fd(), POLLOUT, left_ms)) return Error::timed_out;
        error = flush_stream();
    }
    flush();
    return error;
}

void TcpConnection::on_flushed() noexcept {
    const Limits& limits = host_.limits();
    switch (marks_.note(stream_.queued(), limits.high_watermark, limits.low_watermark)) {
        case QueueMarks::News::full: options_.handler->on_queue_full(info_.session_id); break;
        case QueueMarks::News::low: options_.handler->on_queue_low(info_.session_id); break;
        case QueueMarks::News::none: break;
    }
    if (closed()) return;
    if (marks_.take_room(stream_.queued(), options_.most_queued / 2)) options_.handler->on_room(info_.session_id);
}

// --- life

void TcpConnection::close() noexcept {
    if (!is_open()) return;
    finish(Finish::plain);
    if (!is_reading()) flush();
}

// A client that takes nothing either has waited long enough.
void TcpConnection::on_silence() noexcept {
    if (deadlines_.is_set(Deadline::send)) {
        const int64_t send_by_ms = deadlines_.at(Deadline::send);
        const int64_t progress_ms = send_by_ms - host_.limits().send_timeout_ms;
        deadlines_.set_at(Deadline::send, std::min(send_by_ms, progress_ms + options_.idle_timeout_ms + 1));
    }
    close();
}

void TcpConnection::terminate() noexcept {
    if (closed()) return;
    (void)flush_stream();
    end(End::silent);
}

}  // namespace tern::serve
