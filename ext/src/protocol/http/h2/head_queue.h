// HeadQueue keeps the heads and trailers of responses, in their order, until the session can send them. nghttp2 gets no
// fields: it sends an empty HEADERS frame, and the session puts the fields behind it, compressed by HeadEncoder.
#pragma once

#include "base/buffer.h"
#include "protocol/http/h2/head_encoder.h"
#include "protocol/http/head.h"

namespace tern::http::h2 {

// The fields that a server adds to each response of an HTTP/2 connection, unless its handler has set them. Their memory
// lives as long as the session; a head that waits is sent with the date that is there then.
struct OwnFields {
    Bytes date;
    Bytes server;  // empty: none
};

class HeadQueue {
public:
    enum class Kind : uint8_t { interim, with_body, without_body, trailers };

    // A head with the content of protocol/http/h1_writer.h. A Server, Date or Content-Type field of the handler
    // replaces ours. Fields of HTTP/1 connections and those that the server determines are dropped (RFC 9113 8.2.2).
    void push_final(int32_t stream_id, const ResponseHead& head, const OwnFields& own, bool ends) noexcept;
    void push_interim(int32_t stream_id, const ResponseHead& head) noexcept;
    void push_trailers(int32_t stream_id, const Field* fields, size_t count) noexcept;

    bool empty() const noexcept { return count_ == 0; }
    size_t count() const noexcept { return count_; }
    // Of the next head.
    int32_t stream_id() const noexcept { return front().stream_id; }
    Kind kind() const noexcept { return front().kind; }
    // Encodes the next head, which is being sent.
    void write(HeadEncoder& encoder, Buffer& out) const noexcept;
    void pop() noexcept;

    // False: the fields are too large for any client.
    static bool fits(const Field* fields, size_t count) noexcept;

private:
    // In front of its fields, each of which is FieldSizes, a name and a value.
    struct Entry {
        uint64_t content_length = 0;
        int32_t stream_id = 0;
        uint32_t bytes = 0;  // of the entry with its fields
        uint32_t fields = 0;
        uint16_t status = 0;
        Kind kind = Kind::trailers;
        uint8_t own = 0;  // which fields the server adds: see HeadEncoder
        bool has_length = false;
    };
    struct FieldSizes {
        uint32_t name;
        uint32_t value;
    };

    void push(Entry& entry, const Field* fields, size_t count, unsigned left_out) noexcept;
    void copy(const Field& field) noexcept;
    Entry front() const noexcept { return load<Entry>(bytes_.data() + first_); }

    static constexpr size_t kMostBytes = 1 << 20;        // of the fields of one head
    static constexpr size_t kMostKeptBytes = 64 * 1024;  // of memory that is not used

    Buffer bytes_;
    size_t first_ = 0;
    size_t count_ = 0;
    OwnFields own_;
};

}  // namespace tern::http::h2
