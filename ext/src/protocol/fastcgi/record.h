// Records of FastCGI 1.0 (section 3.3 of its specification): a head of eight bytes, content, padding. The parser takes
// bytes and hands content out in pieces as it arrives, so that a large record needs no buffer. Its pieces depend on how
// the bytes were split; their sum does not.
#pragma once

#include "base/buffer.h"
#include "base/bytes.h"

namespace tern::fastcgi {

enum class RecordType : uint8_t {
    begin_request = 1,
    abort_request,
    end_request,
    parameters,  // PARAMS
    input,       // STDIN
    output,      // STDOUT
    error,       // STDERR
    data,
    get_values,
    get_values_result,
    unknown_type,
};

enum class Role : uint16_t { responder = 1, authorizer, filter };

// protocolStatus of END_REQUEST.
enum class EndStatus : uint8_t { complete, cannot_multiplex, overloaded, unknown_role };

struct RecordHead {
    RecordType type{};
    uint8_t padding = 0;
    uint16_t id = 0;  // of the request; 0: the record is about the connection
    uint16_t length = 0;
};

inline constexpr size_t kRecordHeadBytes = 8;
inline constexpr size_t kMostContent = 65535;
inline constexpr size_t kBeginBytes = 8;         // content of BEGIN_REQUEST and END_REQUEST
inline constexpr size_t kMostWholeBytes = 4096;  // content of a record that is handed out whole

struct RecordStep {
    enum class State : uint8_t { more, piece, failed };
    State state = State::more;
    size_t consumed = 0;
    RecordHead record;
    Bytes piece;  // of the content
    bool ends = false;
    const char* reason = nullptr;  // failed: for the log
};

class RecordParser {
public:
    // One piece at a time: call it again with the rest while it makes progress. BEGIN_REQUEST, ABORT_REQUEST and
    // records about the connection come whole. An empty piece that ends a record is the end of a stream.
    RecordStep feed(Bytes in) noexcept;
    // True: the next byte begins a record.
    bool between_records() const noexcept { return left_ == 0 && padding_ == 0; }
    // What an end of the stream `input` of that request takes at the beginning of `in`; 0: something else is there, or
    // not all of it.
    size_t end_of_input(Bytes in, uint16_t id) const noexcept;

private:
    RecordStep begin(Bytes in, size_t used) noexcept;
    RecordStep whole(Bytes in, size_t used, const RecordHead& head) noexcept;
    RecordStep piece(Bytes in, size_t used) noexcept;

    RecordHead record_;
    uint32_t left_ = 0;  // content of record_ that is still to come
    uint32_t padding_ = 0;
};

struct BeginRequest {
    uint16_t role;
    bool keeps_connection;
};
// The content of a BEGIN_REQUEST, of kBeginBytes.
BeginRequest parse_begin(Bytes content) noexcept;

// --- Writers. No record is padded.

// Writes the head to kRecordHeadBytes.
void put_record_head(char* into, RecordType type, uint16_t id, size_t length) noexcept;
void write_record_head(Buffer& out, RecordType type, uint16_t id, size_t length) noexcept;
// As many records as the content needs; none for no content.
void write_stream(Buffer& out, RecordType type, uint16_t id, Bytes content) noexcept;
void write_end_request(Buffer& out, uint16_t id, uint32_t application_status, EndStatus status) noexcept;
void write_unknown_type(Buffer& out, RecordType type) noexcept;

}  // namespace tern::fastcgi
