// MessageReader combines frames to messages: with fragments, control frames between them, decompression, and a check
// for UTF-8. A message that is in one frame in the input is passed on in place; others are gathered, and never use more
// memory than the limit, whatever they announce.
#pragma once

#include "base/buffer.h"
#include "protocol/http/ws/deflate.h"
#include "protocol/http/ws/frame.h"
#include "protocol/http/ws/utf8.h"

namespace tern::http::ws {

struct MessageLimits {
    uint64_t bytes = 2 << 20;     // 1009: of a message, decompressed
    uint32_t frames = 64 * 1024;  // 1009: of a message
};

struct MessageStep {
    enum class State : uint8_t {
        more,     // all input is consumed
        message,  // a whole message
        control,  // close, ping or pong
        failed,   // close with `violation`
    };
    State state = State::more;
    Opcode opcode = Opcode::continuation;
    bool compressed = false;  // it was compressed by the sender
    size_t consumed = 0;
    Bytes payload;  // valid until the next call
    Violation violation;
};

class MessageReader {
public:
    // Without `terms` compression is not allowed. The pool outlives the reader.
    MessageReader(Sender sender, const MessageLimits& limits, const DeflateTerms* terms, CodecPool& pool) noexcept;
    MessageReader(const MessageReader&) = delete;
    MessageReader& operator=(const MessageReader&) = delete;
    ~MessageReader();

    // Changes masked input in place. Unless it returns `more` or `failed`, call again with the input after `consumed`.
    // Consumed input need not be kept for the next call.
    MessageStep feed(char* in, size_t size) noexcept;
    // Frees the memory of a message that was passed on.
    void release() noexcept;
    // The memory of an unfinished message.
    size_t memory() const noexcept { return gathered_.capacity(); }
    // Frees it; feed() fails with the violation then.
    void abandon(const Violation& violation) noexcept;
    bool between_messages() const noexcept { return frames_.between_messages(); }

private:
    // False: no message is complete yet, or it failed.
    bool take_control(const FrameStep& piece, MessageStep& step) noexcept;
    bool take_data(const FrameStep& piece, MessageStep& step) noexcept;
    bool begin_frame() noexcept;
    bool begin_message() noexcept;
    bool gather(Bytes data, bool last) noexcept;
    bool inflate_all(Bytes data) noexcept;
    bool inflate(Bytes data, bool last) noexcept;
    bool check_text(Bytes text, bool last) noexcept;
    void end_message() noexcept;
    bool fail(uint16_t code, const char* reason) noexcept {
        violation_ = {code, reason};
        return false;
    }

    FrameParser frames_;
    const MessageLimits limits_;
    CodecPool& pool_;
    std::unique_ptr<Inflater> inflater_;
    Buffer gathered_;  // of a compressed message what was received, until all of it is there
    Utf8Check text_;
    Violation violation_;
    uint64_t wire_bytes_ = 0;  // size of the message by the heads of its frames
    uint32_t frame_count_ = 0;
    Opcode opcode_ = Opcode::continuation;
    bool compressed_ = false;
    bool handed_out_ = false;    // the gathered message was passed on
    const bool keeps_inflater_;  // the sender keeps its compression context
    const uint8_t window_bits_;
    uint8_t control_size_ = 0;
    std::array<char, kMaxControlPayload> control_{};
};

}  // namespace tern::http::ws
