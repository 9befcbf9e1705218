// The frames that a session sends, gathered in one buffer. The bodies of its streams are appended behind the heads of
// their DATA frames, so they are copied once.
#pragma once

#include <nghttp2/nghttp2.h>

#include "base/buffer.h"

namespace tern::http::h2 {

// The data of a body in pieces for its next DATA frame.
struct Pull {
    size_t bytes = 0;            // 0 without an end: nothing now, until resume()
    bool end = false;            // these are the last bytes
    bool trailers_next = false;  // together with `end`: on_trailers() sends them
    bool may_be_lost = false;    // a file has them, which may become shorter
};

// A view for nghttp2, which takes pointers to data that it does not change.
inline uint8_t* untyped(Bytes text) noexcept { return reinterpret_cast<uint8_t*>(const_cast<char*>(text.data())); }
inline Bytes bytes_of(const uint8_t* data, size_t size) noexcept { return {reinterpret_cast<const char*>(data), size}; }

class FrameOutput {
public:
    // The next frames are appended to `out`, which is full when it has `most` bytes.
    void begin(Buffer& out, size_t most) noexcept {
        out_ = &out;
        most_ = most;
    }
    // Appends DATA frames while there is room, and the next frame of another type, whose size it returns. 0: nothing is
    // left to send, or no room; negative: an error of nghttp2.
    ssize_t append_next(nghttp2_session* session) noexcept {
        const uint8_t* frame = nullptr;
        const ssize_t size = nghttp2_session_mem_send(session, &frame);
        if (size > 0) out_->append(bytes_of(frame, static_cast<size_t>(size)));
        return size;
    }
    bool is_full() const noexcept { return out_->size() >= most_; }
    // Appends the head of a DATA frame, and returns the buffer for its payload.
    Buffer& begin_data(const uint8_t* head) noexcept {
        out_->append(bytes_of(head, kFrameHeadBytes));
        return *out_;
    }
    // Removes that frame, which begins at `place`.
    void drop_data(size_t place) noexcept { out_->shrink(out_->size() - place); }
    size_t size() const noexcept { return out_->size(); }

    // What a data provider returns to nghttp2 for a pull.
    static ssize_t promise(const Pull& pull, uint32_t* flags) noexcept {
        if (pull.bytes == 0 && !pull.end) return NGHTTP2_ERR_DEFERRED;
        *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
        if (pull.end) *flags |= NGHTTP2_DATA_FLAG_EOF;
        if (pull.trailers_next) *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        return static_cast<ssize_t>(pull.bytes);
    }

    static constexpr size_t kFrameHeadBytes = 9;

private:
    Buffer* out_ = nullptr;
    size_t most_ = 0;
};

}  // namespace tern::http::h2
