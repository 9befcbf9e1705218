// A connected byte stream: reads into the caller's memory, queues what is written and sends it in order. Never waits:
// what the kernel does not take stays queued until flush(). While corked, writes only gather, so that one call
// sends them. The owner watches the descriptor and calls flush() when it is writable. With TLS, bytes are those of the
// application: what goes over the wire is more.
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

// Write buffers that are warm: a stream borrows one while it has something to send.
class BufferShelf {
public:
    Buffer take() noexcept;
    void give_back(Buffer& buffer) noexcept;
    // Room for one record of TLS, for the time of one call.
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
    // With all that is queued; `other` is closed afterwards.
    Stream(Stream&& other) noexcept;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { drop_output(); }

    int fd() const noexcept { return fd_.get(); }
    bool open() const noexcept { return fd_.open(); }
    // Drops what is queued.
    void close() noexcept;
    // The peer will see a connection that broke, not the end of what was sent.
    void reset_when_closed() noexcept;
    // Takes the descriptor out; nothing may be queued.
    Fd detach() noexcept;

    // From here on, bytes are those within the TLS of `session`. Nothing is queued, the handshake may be under way.
    void start_tls(std::unique_ptr<TlsSession> session) noexcept;
    // Null: in clear.
    TlsSession* tls() const noexcept { return tls_.get(); }
    // With TLS: says that no more follows. Before the descriptor is shut down or closed in good order.
    void say_goodbye() noexcept {
        if (tls_ != nullptr) tls_->close_notify();
    }

    // 0: the peer has sent all it will. would_block: nothing there. Less than `room`: nothing is left, see has_more().
    // `room` is not 0.
    Result<size_t> read_some(char* into, size_t room) noexcept;
    // Some that the client sent has been received, of which the kernel will not tell any more.
    bool holds_input() const noexcept { return tls_ != nullptr && tls_->holds_input(); }
    // After a read that filled less than its room: the next one tells the end, though the kernel has no news.
    bool has_more() const noexcept { return tls_ != nullptr && tls_->more(); }

    // Where small things are composed: bytes appended here are sent in order with everything else.
    Buffer& tail() noexcept;
    // Sends or queues. Bodies above the limit are kept by reference until sent.
    void append(Slice body, size_t copy_limit = kCopyLimit) noexcept;
    void append_file(SharedFd file, off_t offset, uint64_t length) noexcept;

    void cork() noexcept { corked_ = true; }
    // The next flush() sends.
    void uncork() noexcept { corked_ = false; }
    bool corked() const noexcept { return corked_; }
    // Sends what is queued unless corked. would_block: the kernel takes no more now. output_send_yield: it would, but
    // others are to have their turn; call it again. Anything else but ok means that the connection is lost.
    Error flush() noexcept;

    // Bytes queued and not yet taken by the kernel.
    uint64_t queued() const noexcept { return queued_in_segments_ + tail_.size() - tail_sent_; }
    bool drained() const noexcept { return queued() == 0; }
    // Bytes that the kernel has taken in all.
    uint64_t sent() const noexcept { return sent_; }

    static constexpr size_t kCopyLimit = 16 * 1024;
    static constexpr size_t kFlushAt = 64 * 1024;  // a corked stream sends when it has gathered that much

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

}  // namespace tern::net
