// Sockets: encrypted transfer.
#include <algorithm>
#include <unistd.h>

#include "client/socket.h"

namespace tern::client {

namespace {

constexpr size_t kRecord = net::TlsSession::kMostRecord;

}  // namespace

Error Socket::start_tls(std::unique_ptr<net::TlsSession> session) noexcept {
    require_tls();
    if (!buffered().empty()) return Error::tls_bad_protocol;
    if (Error error = set_nonblocking(); error != Error::ok) return error;
    tls_ = std::move(session);
    shook_hands_in_ = ::getpid();
    return Error::ok;
}

// Handshakes over datagrams also repeat what was lost.
Error Socket::shake_hands(coro::FdWaits* waits, coro::Deadline until) noexcept {
    if (tls_->listening()) {
        if (Error error = await_client(waits, until); error != Error::ok) return error;
    }
    for (;;) {
        if (!fd_.open()) return Error::canceled_io;
        Error error = tls_->handshake();
        if (error != Error::would_block) return error;
        const int64_t repeats_in_ms = tls_->repeats_in_ms();
        const coro::Deadline next = repeats_in_ms < 0 ? until : until.earlier(coro::Deadline::in(repeats_in_ms));
        error = wait(waits, tls_->holds_output() ? Side::write : Side::read, next);
        const bool repeats = error == Error::timed_out && next.at_ms != until.at_ms;
        if (error != Error::ok && !repeats) return error;
    }
}

void Socket::close_tls() noexcept {
    if (tls_ != nullptr && fd_.open() && shook_hands_in_ == ::getpid()) tls_->close_notify();
}

Result<size_t> Socket::read_tls(char* into, size_t size) noexcept {
    if (!tls_ready()) return why_not_ready();
    return tls_->read(into, size);
}

Result<size_t> Socket::read_tls_pieces(const iovec* pieces, size_t count) noexcept {
    size_t total = 0;
    for (size_t i = 0; i < count; ++i) {
        const Result<size_t> got = read_tls(static_cast<char*>(pieces[i].iov_base), pieces[i].iov_len);
        // The next read returns the end or the error again.
        if (!got.ok() && total == 0) return got;
        if (!got.ok()) break;
        total += got.value();
        if (got.value() < pieces[i].iov_len) break;
    }
    return total;
}

Result<size_t> Socket::write_tls(Bytes data) noexcept {
    if (!tls_ready()) return why_not_ready();
    return tls_->write(data);
}

// Small pieces share a record.
Result<size_t> Socket::write_tls_pieces(const iovec* pieces, size_t count) noexcept {
    Buffer record;
    if (!tls_ready()) return why_not_ready();
    // A larger message is refused, as it must not be divided.
    const size_t limit = tls_->datagrams() ? kRecord + 1 : kRecord;
    for (size_t i = 0; i < count && record.size() < limit && !tls_->has_written(); ++i) {
        const size_t most = std::min(pieces[i].iov_len, limit - record.size());
        record.append(Bytes(static_cast<const char*>(pieces[i].iov_base), most));
    }
    return write_tls(record.view());
}

Result<size_t> Socket::write_tls_file(int file, off_t* offset, size_t size) noexcept {
    Buffer record;
    if (!tls_ready()) return why_not_ready();
    if (!tls_->has_written()) {
        const size_t most = std::min(size, kRecord);
        const ssize_t got = ::pread(file, record.extend(most), most, *offset);
        if (got <= 0) return got == 0 ? Result<size_t>(size_t{0}) : Result<size_t>(last_error());
        record.shrink(most - static_cast<size_t>(got));
    }
    const Result<size_t> sent = write_tls(record.view());
    if (sent.ok()) *offset += static_cast<off_t>(sent.value());
    return sent;
}

}  // namespace tern::client
