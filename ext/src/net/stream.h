// A connected byte stream: reads into the caller's memory, queues writes and sends them in order. Never waits: what the
// kernel does not take stays queued until flush(). While corked, writes are only gathered, so that one call sends them.
// The owner watches the descriptor and calls flush() when it is writable. With TLS the counted bytes are those of the
// application, without TLS overhead.
//
// With DTLS it carries messages instead: see send_message().
#pragma once

#include <memory>
#include <sys/types.h>

#include "base/buffer.h"
#include "base/list.h"
#include "base/result.h"
#include "base/slice.h"
#include "net/shared_fd.h"
#include "net/tls_session.h"

namespace tern::net {

struct StreamSegment;

// Write buffers that are in the CPU's cache: a stream borrows one while it has something to send.
class BufferShelf {
public:
    Buffer take() noexcept;
    void give_back(Buffer& buffer) noexcept;
    // Room for one TLS record, during one call.
    char* scratch() noexcept;

private:
    static constexpr size_t kKept = 16;
    static constexpr size_t kLargestKept = 64 * 1024;
    Buffer kept_[kKept];
    size_t count_ = 0;
    std::unique_ptr<char[]> scratch_;
};

class Stream {
public:
    Stream(Fd fd, BufferShelf& shelf) noexcept : fd_(std::move(fd)), shelf_(&shelf) {}
    // Moves the queue, too; `other` is closed afterwards.
    Stream(Stream&& other) noexcept;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { drop_output(); }

    int fd() const noexcept { return fd_.get(); }
    bool open() const noexcept { return fd_.open(); }
    // Drops the queue.
    void close() noexcept;
    // Makes the peer see a broken connection instead of an orderly end.
    void reset_when_closed() noexcept;
    // Returns the descriptor; nothing may be queued.
    Fd detach() noexcept;

    // From now on bytes are those within the TLS of `session`. Nothing may be queued; the handshake may be unfinished.
    void start_tls(std::unique_ptr<TlsSession> session) noexcept;
    // Null: no TLS.
    TlsSession* tls() const noexcept { return tls_.get(); }
    // With TLS: sends close_notify. Call it before an orderly shutdown or close.
    void announce_end() noexcept {
        if (tls_ != nullptr) tls_->close_notify();
    }

    // 0: the peer sends no more. would_block: there is no input. Less than `room`: no more input, but see has_more().
    // `room` is not 0.
    Result<size_t> read_some(char* into, size_t room) noexcept;
    // True: received input is buffered here, which the kernel will not report again.
    bool holds_input() const noexcept { return tls_ != nullptr && tls_->holds_input(); }
    // After a short read: the next read reports the end, although the kernel reports nothing.
    bool has_more() const noexcept { return tls_ != nullptr && tls_->more(); }

    // A buffer for small output: bytes appended here are sent in order with everything else.
    Buffer& tail() noexcept;
    // Sends or queues. Bodies above the limit are kept by reference until sent.
    void append(Slice body, size_t copy_limit = kCopyLimit) noexcept;
    void append_file(SharedFd file, off_t offset, uint64_t length) noexcept;

    bool carries_messages() const noexcept { return tls_ != nullptr && tls_->datagrams(); }
    // The only output of a stream that carries messages: one message, which is sent, or queued if the kernel takes none
    // now. EMSGSIZE: it is too large for a datagram. Other errors: the connection is lost. A queued message that turns
    // out to be too large is dropped.
    Error send_message(Slice message) noexcept;

    void cork() noexcept { corked_ = true; }
    // Allows the next flush() to send.
    void uncork() noexcept { corked_ = false; }
    bool corked() const noexcept { return corked_; }
    // Sends the queue unless corked. would_block: the kernel takes no more now. output_send_yield: it would, but other
    // connections must have their turn; call it again. Other errors: the connection is lost.
    Error flush() noexcept;

    // The number of queued bytes that the kernel has not taken.
    uint64_t queued() const noexcept { return queued_in_segments_ + tail_.size() - tail_sent_; }
    bool drained() const noexcept { return queued() == 0; }
    // The number of bytes that the kernel has taken.
    uint64_t sent() const noexcept { return sent_; }

    static constexpr size_t kCopyLimit = 16 * 1024;
    static constexpr size_t kFlushAt = 64 * 1024;  // a corked stream sends when it has gathered this many bytes

private:
    static constexpr int kMostVectors = 64;
    static constexpr size_t kCompactAt = 64 * 1024;
    static constexpr uint64_t kMostPerFlush = 2
                                              << 20;  // of files: a fast client must not hold the loop for a whole one

    void close_tail() noexcept;
    void push(StreamSegment* segment) noexcept;
    Error send_tail() noexcept;
    void compact_tail() noexcept;
    Error send_segments() noexcept;
    Error send_run() noexcept;
    Error send_file(StreamSegment& segment) noexcept;
    Error after_short_count(const StreamSegment& segment) const noexcept;
    static size_t piece_of_file(uint64_t left) noexcept;
    Error send_tail_by_tls() noexcept;
    Error send_run_by_tls() noexcept;
    Error send_file_by_tls(StreamSegment& segment) noexcept;
    Bytes next_record() noexcept;
    void consume(uint64_t count) noexcept;
    void drop_output() noexcept;

    Fd fd_;
    std::unique_ptr<TlsSession> tls_;
    bool corked_ = false;
    BufferShelf* shelf_;
    List<StreamSegment> segments_;  // sent first
    Buffer tail_;                   // sent last
    size_t tail_sent_ = 0;
    uint64_t queued_in_segments_ = 0;
    uint64_t sent_ = 0;
};

// A part of a Stream's queue.

// One part of the queue: bytes of our own, bytes kept by reference, or a range of a file.
struct StreamSegment : ListHook {
    Buffer copied;
    Slice kept;
    SharedFd file;
    off_t offset = 0;
    uint64_t left = 0;

    bool is_file() const noexcept { return file.open(); }
    const char* unsent() const noexcept {
        Bytes all = copied.empty() ? kept.view() : copied.view();
        return all.data() + (all.size() - left);
    }
};

}  // namespace tern::net
