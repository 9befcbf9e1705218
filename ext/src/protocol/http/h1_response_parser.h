// H1ResponseParser reads one HTTP/1 response head (RFC 9112) from bytes that arrive in pieces, by the same contract and
// rules as H1Parser, and decides how the end of the body is marked. It is strict wherever two parsers could disagree
// about the end of a message: a proxy between them would be misled.
#pragma once

#include "protocol/http/h1_head_parser.h"

namespace tern::http {

// What the response depends on (RFC 9112 6.3).
struct SentRequest {
    bool is_head = false;
    bool is_connect = false;
    bool upgrades = false;  // it asked for another protocol, so 101 is allowed

    static SentRequest of(Bytes method, bool upgrades) noexcept {
        return {method == "HEAD", method == "CONNECT", upgrades};
    }
    // What follows a head with that status belongs to another protocol.
    bool ends_http(int status) const noexcept { return status == 101 || (is_connect && status >= 200 && status < 300); }
};

class H1ResponseParser : private H1HeadParser {
public:
    static constexpr HeadLimits kUsualLimits{.target_bytes = 0, .head_bytes = 64 * 1024, .fields = 256};

    explicit H1ResponseParser(const HeadLimits& limits) noexcept;

    // `buffered` begins with the first byte of this response and has all bytes of earlier calls; it may have moved in
    // memory. `head` must be the same object until the step is complete, and is valid only then. After complete or
    // failed, the result stays the same until reset(). The status of a failed step is that of a gateway: 502.
    ParseStep feed(Bytes buffered, ReceivedHead& head) noexcept;

    // Prepares for the next response, which begins at buffered[0]. The response after an interim one is for the same
    // request.
    void reset(SentRequest request) noexcept;

private:
    enum class Phase : uint8_t { version, status, reason, fields, done };

    void begin(ReceivedHead& head) noexcept;
    void rebase(const char* base, ReceivedHead& head) noexcept;

    Outcome advance(Window& in, ReceivedHead& head) noexcept;
    Outcome read_version(Window& in, ReceivedHead& head) noexcept;
    Outcome read_status(Window& in, ReceivedHead& head) noexcept;
    Outcome read_reason(Window& in, ReceivedHead& head) noexcept;
    Outcome read_fields(Window& in, ReceivedHead& head) noexcept;
    Outcome finish(Window in, ReceivedHead& head) noexcept;
    static void make_room(ReceivedHead& head) noexcept;
    bool has_body(int status) const noexcept;
    Outcome refuse(const char* reason) noexcept { return fail(kBadGateway, reason); }

    static constexpr int kBadGateway = 502;

    SentRequest request_;
    Phase phase_ = Phase::version;
};

}  // namespace tern::http
