// Where the messages of a byte stream end: by a length at a fixed place, by an end mark, as MQTT and Redis have it, or
// by what somebody else says. Pure, for servers and clients.
#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "protocol/resp.h"

namespace tern::protocol {

// A number within the head of a message.
struct LengthField {
    uint8_t width = 4;  // 1, 2, 4, 8 bytes
    bool is_signed = false;
    bool big_endian = true;

    // By the letters of PHP's pack(): cC sS nv lL NV qQ JP. invalid_argument.
    static Result<LengthField> from_letter(char letter) noexcept;
    // Negative: it is, or it is beyond what 63 bits hold. `bytes` has `width`.
    int64_t read(Bytes bytes) const noexcept;
};

// The size of the first message of `head`; 0: that takes more bytes than there are; negative: it is none.
using MeasureMessage = int64_t (*)(void* context, Bytes head);

struct Framing {
    enum class By : uint8_t {
        nothing,
        length,
        end_mark,
        mqtt,  // control packets (MQTT 3.1.1 and 5.0, section 2.1)
        resp,  // commands to Redis: see resp.h
        function,
    };

    By by = By::nothing;
    LengthField field;
    size_t offset = 0;       // of the field
    size_t body_offset = 0;  // where what the field counts begins
    std::string end_mark;    // not empty
    MeasureMessage measure = nullptr;
    void* context = nullptr;
    size_t most = 2 << 20;  // bytes of a message, with all that belongs to it
};

struct FramingStep {
    enum class State : uint8_t { need_more, done, too_large, malformed };

    State state;
    size_t size = 0;  // done: of the message; need_more: how much it will have, 0: not known yet
};

// Looks at the same message while more of it arrives.
class FrameScanner {
public:
    // The first message of `buffered`: bytes that were there in the last call, and maybe more behind.
    FramingStep step(const Framing& framing, Bytes buffered);
    // The next call is about another message.
    void restart() noexcept {
        searched_ = known_ = 0;
        command_ = RespScanner();
    }

private:
    FramingStep by_length(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_end_mark(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_mqtt(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_resp(const Framing& framing, Bytes buffered) noexcept;
    FramingStep by_function(const Framing& framing, Bytes buffered);
    FramingStep complete(const Framing& framing, Bytes buffered, int64_t size) noexcept;

    size_t searched_ = 0;  // no end mark begins before
    size_t known_ = 0;     // size of the message; 0: not known yet
    RespScanner command_;
};

}  // namespace tern::protocol
