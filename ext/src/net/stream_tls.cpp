// The output side of a Stream with TLS: one record after the other, as full as the queue allows. If the socket does not
// take a record, the same bytes are offered again, since they are still queued.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

#include "net/stream.h"

namespace tern::net {

void Stream::start_tls(std::unique_ptr<TlsSession> session) noexcept {
    TERN_CHECK(drained());
    tls_ = std::move(session);
}

Error Stream::send_tail_by_tls() noexcept {
    while (tail_sent_ < tail_.size()) {
        const Result<size_t> count = tls_->write(tail_.view().substr(tail_sent_));
        if (!count.ok()) {
            compact_tail();
            return count.error();
        }
        sent_ += count.value();
        tail_sent_ += count.value();
    }
    tail_sent_ = 0;
    if (tail_.capacity() != 0) shelf_->give_back(tail_);
    return Error::ok;
}

// Small parts are combined: each record costs a call and some 30 bytes.
Bytes Stream::next_record() noexcept {
    StreamSegment* segment = segments_.front();
    const StreamSegment* second = segments_.next(*segment);
    if (tls_->datagrams() || segment->left >= TlsSession::kMostRecord || second == nullptr || second->is_file()) {
        return Bytes(segment->unsent(), segment->left);
    }
    char* scratch = shelf_->scratch();
    size_t filled = 0;
    for (; segment != nullptr && !segment->is_file() && filled < TlsSession::kMostRecord;
         segment = segments_.next(*segment)) {
        const size_t count = std::min<uint64_t>(segment->left, TlsSession::kMostRecord - filled);
        std::memcpy(scratch + filled, segment->unsent(), count);
        filled += count;
    }
    return Bytes(scratch, filled);
}

Error Stream::send_message(Slice message) noexcept {
    if (drained()) {
        const Result<size_t> count = tls_->write(message.view());
        if (count.ok()) sent_ += count.value();
        if (count.ok() || count.error() != Error::would_block) return count.error();
    }
    if (message.size() > TlsSession::kMostRecord) return Error{EMSGSIZE};
    auto* segment = new StreamSegment;
    segment->left = message.size();
    segment->kept = std::move(message);
    push(segment);
    return Error::ok;
}

Error Stream::send_run_by_tls() noexcept {
    const Result<size_t> count = tls_->write(next_record());
    if (!count.ok() && tls_->datagrams() && count.error() == Error{EMSGSIZE}) {
        consume(segments_.front()->left);
        return Error::ok;
    }
    if (!count.ok()) return count.error();
    consume(count.value());
    return Error::ok;
}

Error Stream::send_file_by_tls(StreamSegment& segment) noexcept {
    Result<size_t> count = size_t{0};
    if (tls_->sends_files()) {
        count = tls_->send_file(segment.file.get(), segment.offset, piece_of_file(segment.left));
    } else {
        const size_t wanted = std::min<uint64_t>(segment.left, TlsSession::kMostRecord);
        const ssize_t got = ::pread(segment.file.get(), shelf_->scratch(), wanted, segment.offset);
        if (got < 0) return errno == EINTR ? Error::ok : last_error();
        // The file has become shorter than announced in the head, so the connection must end.
        if (got == 0) return Error::broken_pipe;
        count = tls_->write(Bytes(shelf_->scratch(), static_cast<size_t>(got)));
    }
    if (!count.ok()) return count.error();
    if (count.value() == 0) return Error::broken_pipe;
    segment.offset += static_cast<off_t>(count.value());
    consume(count.value());
    return Error::ok;
}

}  // namespace tern::net
