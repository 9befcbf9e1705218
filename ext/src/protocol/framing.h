// Finds where the messages of a byte stream end: by a length at a fixed position, by an end mark, by the rules of MQTT,
// Redis, FastCGI or HTTP/1, or by a function. Pure code, for servers and clients.
#pragma once

#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "protocol/http/request_scanner.h"
#include "protocol/resp.h"

namespace tern::protocol {

// A number within the head of a message.
struct LengthField {
    uint8_t width = 4;  // 1, 2, 4, 8 bytes
    bool is_signed = false;
    bool big_endian = true;

    // The field for a letter of PHP's pack(): cC sS nv lL NV qQ JP. invalid_argument: another letter.
    static Result<LengthField> from_letter(char letter) noexcept;
    // Negative: the number is negative, or exceeds 63 bits. `bytes` has the size `width`.
    int64_t read(Bytes bytes) const noexcept;
};

// Returns the size of the first message of `head`; 0: more bytes are needed; negative: it is no message.
using MeasureMessage = int64_t (*)(void* context, Bytes head);

struct Framing {
    enum class By : uint8_t {
        nothing,
        length,
        end_mark,
        mqtt,     // control packets (MQTT 3.1.1 and 5.0, section 2.1)
        resp,     // commands to Redis: see resp.h
        fastcgi,  // records (FastCGI 1.0, section 3.3)
        http,     // requests (RFC 9112)
        function,
    };

    By by = By::nothing;
    LengthField field;
    size_t offset = 0;                  // position of the field
    size_t body_offset = 0;             // where the counted part begins
    std::string end_mark = "\r\n\r\n";  // not empty
    MeasureMessage measure = nullptr;
    void* context = nullptr;
    size_t most = 2 << 20;  // bytes of a whole message
};

struct FramingStep {
    enum class State : uint8_t { need_more, done, too_large, malformed };

    State state;
    size_t size = 0;  // done: size of the message; need_more: its size as far as known; 0: unknown
};

// Examines the same message while more of it arrives.
class FrameScanner {
public:
    // `buffered` has the bytes of the last call, and perhaps more after them. Examines its first message.
    FramingStep step(const Framing& framing, Bytes buffered);
    // The next call is for another message.
    void restart() noexcept {
        searched_ = known_ = 0;
        command_ = RespScanner();
        request_.reset();
    }

private:
    FramingStep by_length(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_end_mark(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_mqtt(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_resp(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_fastcgi(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_http(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_function(const Framing& framing, Bytes buffered);
    FramingStep complete(const Framing& framing, Bytes buffered, int64_t size) noexcept;

    size_t searched_ = 0;  // no end mark begins before this
    size_t known_ = 0;     // size of the message; 0: unknown
    RespScanner command_;
    std::unique_ptr<http::RequestScanner> request_;
};

}  // namespace tern::protocol
