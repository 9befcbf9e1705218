#include "net/stream.h"

#include <algorithm>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "net/socket_calls.h"

namespace tern::net {

Buffer BufferShelf::take() noexcept {
    if (count_ == 0) return {};
    return std::move(kept_[--count_]);
}

void BufferShelf::give_back(Buffer& buffer) noexcept {
    buffer.clear();
    if (count_ < kKept && buffer.capacity() <= kLargestKept) {
        kept_[count_++] = std::move(buffer);
    } else {
        buffer.release();
    }
}

char* BufferShelf::scratch() noexcept {
    if (scratch_ == nullptr) scratch_.reset(new char[TlsSession::kMostRecord]);
    return scratch_.get();
}

Stream::Stream(Stream&& other) noexcept
    : fd_(std::move(other.fd_)),
      tls_(std::move(other.tls_)),
      corked_(other.corked_),
      shelf_(other.shelf_),
      tail_(std::move(other.tail_)),
      tail_sent_(std::exchange(other.tail_sent_, 0)),
      queued_in_segments_(std::exchange(other.queued_in_segments_, 0)),
      sent_(other.sent_) {
    segments_.splice_back(other.segments_);
}

void Stream::drop_output() noexcept {
    while (StreamSegment* segment = segments_.pop_front()) delete segment;
    queued_in_segments_ = 0;
    tail_sent_ = 0;
    if (tail_.capacity() != 0) shelf_->give_back(tail_);
}

void Stream::close() noexcept {
    drop_output();
    tls_.reset();
    fd_.reset();
}

void Stream::reset_when_closed() noexcept {
    const linger at_once{1, 0};
    (void)::setsockopt(fd_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

Fd Stream::detach() noexcept {
    TERN_CHECK(drained());
    TERN_CHECK(tls_ == nullptr);
    drop_output();
    return std::move(fd_);
}

Result<size_t> Stream::read_some(char* into, size_t room) noexcept {
    TERN_CHECK(room > 0);  // recv() would return 0, which would mean the end
    if (tls_ != nullptr) return tls_->read(into, room);
    const ssize_t count = receive(fd_.get(), into, room);
    if (count < 0) return last_error();
    return static_cast<size_t>(count);
}

Buffer& Stream::tail() noexcept {
    if (tail_.capacity() == 0) tail_ = shelf_->take();
    return tail_;
}

// Makes the tail a segment, so that other output can follow it.
void Stream::close_tail() noexcept {
    if (tail_.empty()) return;
    auto* segment = new StreamSegment;
    segment->left = tail_.size() - tail_sent_;
    segment->copied = std::move(tail_);
    tail_sent_ = 0;
    push(segment);
}

void Stream::push(StreamSegment* segment) noexcept {
    queued_in_segments_ += segment->left;
    segments_.push_back(*segment);
}

void Stream::append(Slice body, size_t copy_limit) noexcept {
    if (body.empty()) return;
    if (body.size() <= copy_limit) {
        tail().append(body.view());
        return;
    }
    close_tail();
    auto* segment = new StreamSegment;
    segment->left = body.size();
    segment->kept = std::move(body);
    push(segment);
}

void Stream::append_file(SharedFd file, off_t offset, uint64_t length) noexcept {
    if (length == 0) return;
    close_tail();
    auto* segment = new StreamSegment;
    segment->file = std::move(file);
    segment->offset = offset;
    segment->left = length;
    push(segment);
}

Error Stream::flush() noexcept {
    if (corked_ && queued() < kFlushAt) return Error::ok;
    if (!open()) return Error::bad_descriptor;
    if (!segments_.empty()) {
        if (Error error = send_segments(); error != Error::ok) return error;
    }
    return send_tail();
}

Error Stream::send_tail() noexcept {
    if (tls_ != nullptr) return send_tail_by_tls();
    while (tail_sent_ < tail_.size()) {
        const ssize_t count = send(fd_.get(), tail_.data() + tail_sent_, tail_.size() - tail_sent_);
        if (count < 0) {
            Error error = last_error();
            compact_tail();
            return error;
        }
        sent_ += static_cast<uint64_t>(count);
        tail_sent_ += static_cast<size_t>(count);
    }
    tail_sent_ = 0;
    if (tail_.capacity() != 0) shelf_->give_back(tail_);
    return Error::ok;
}

// Frees the sent part of a stream that never becomes empty. It moves no more bytes than were sent, so it is cheap.
void Stream::compact_tail() noexcept {
    if (tail_sent_ < kCompactAt || tail_sent_ < tail_.size() / 2) return;
    tail_.drop_front(tail_sent_);
    tail_sent_ = 0;
}

Error Stream::send_segments() noexcept {
    close_tail();
    const uint64_t enough = sent_ + kMostPerFlush;
    while (StreamSegment* first = segments_.front()) {
        if (sent_ >= enough && first->is_file()) return Error::output_send_yield;
        Error error;
        if (tls_ != nullptr) {
            error = first->is_file() ? send_file_by_tls(*first) : send_run_by_tls();
        } else {
            error = first->is_file() ? send_file(*first) : send_run();
        }
        if (error != Error::ok) return error;
    }
    return Error::ok;
}

// Sends all bytes in memory before the next file with one call.
Error Stream::send_run() noexcept {
    iovec vectors[kMostVectors];
    msghdr message{};
    message.msg_iov = vectors;
    StreamSegment* segment = segments_.front();
    for (; segment != nullptr && !segment->is_file() && message.msg_iovlen < kMostVectors;
         segment = segments_.next(*segment)) {
        vectors[message.msg_iovlen++] = {const_cast<char*>(segment->unsent()), static_cast<size_t>(segment->left)};
    }
    int flags = MSG_NOSIGNAL | (segment != nullptr ? MSG_MORE : 0);
    ssize_t count = ::sendmsg(fd_.get(), &message, flags);
    if (count < 0) return errno == EINTR ? Error::ok : last_error();
    consume(static_cast<uint64_t>(count));
    return Error::ok;
}

// A send of more than one full TCP segment (64 KB) holds its pages back until the last one is there, and divides them
// again: twice the work for a file of 100 KB. The head and 60 KB are one segment. A longer file waits for the system's
// buffers anyway, and fewer calls are better.
size_t Stream::piece_of_file(uint64_t left) noexcept {
    constexpr uint64_t kSegment = 60 * 1024;
    constexpr uint64_t kFewSegments = 512 * 1024;
    return std::min(left, left <= kFewSegments ? kSegment : kMostPerFlush);
}

Error Stream::send_file(StreamSegment& segment) noexcept {
    const size_t wanted = piece_of_file(segment.left);
    const ssize_t count = ::sendfile(fd_.get(), segment.file.get(), &segment.offset, wanted);
    if (count < 0) return errno == EINTR ? Error::ok : last_error();
    // The file has become shorter than announced in the head, so the connection must end.
    if (count == 0) return Error::broken_pipe;
    const bool is_short = static_cast<size_t>(count) < wanted;
    const Error error = is_short ? after_short_count(segment) : Error::ok;
    consume(static_cast<uint64_t>(count));
    return error;
}

// Either the kernel takes no more, and reports when it does, or the file ends here. fstat() is cheaper than a failed
// send.
Error Stream::after_short_count(const StreamSegment& segment) const noexcept {
    struct stat status {};
    if (::fstat(segment.file.get(), &status) < 0) return last_error();
    return segment.offset < status.st_size ? Error::would_block : Error::ok;
}

void Stream::consume(uint64_t count) noexcept {
    sent_ += count;
    queued_in_segments_ -= count;
    while (count > 0) {
        StreamSegment* first = segments_.front();
        uint64_t taken = std::min(count, first->left);
        first->left -= taken;
        count -= taken;
        if (first->left > 0) return;
        delete segments_.pop_front();
    }
}

}  // namespace tern::net
