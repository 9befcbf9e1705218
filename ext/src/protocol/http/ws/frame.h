// Frames of a WebSocket (RFC 6455 section 5): writes and reads heads, and unmasks payloads in place. A violation of the
// protocol has the close code and a reason for the log.
#pragma once

#include <array>

#include "base/bytes.h"

namespace tern::http::ws {

enum class Opcode : uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

constexpr bool is_control(Opcode opcode) noexcept { return static_cast<unsigned>(opcode) >= 8; }

// RFC 6455 7.4.1. 1005 and 1006 are never sent.
inline constexpr uint16_t kNormal = 1000;
inline constexpr uint16_t kGoingAway = 1001;
inline constexpr uint16_t kProtocolError = 1002;
inline constexpr uint16_t kNoStatus = 1005;
inline constexpr uint16_t kAbnormal = 1006;
inline constexpr uint16_t kInvalidData = 1007;
inline constexpr uint16_t kPolicyViolation = 1008;
inline constexpr uint16_t kTooBig = 1009;
inline constexpr uint16_t kInternalError = 1011;
inline constexpr uint16_t kServiceRestart = 1012;  // IANA's registry, and the next
inline constexpr uint16_t kTryAgainLater = 1013;

struct Violation {
    uint16_t code = 0;             // 0: no violation
    const char* reason = nullptr;  // for the log; static
    explicit operator bool() const noexcept { return code != 0; }
};

// Four bytes in the order of the frame.
using MaskKey = std::array<char, 4>;

struct FrameHead {
    uint64_t length = 0;
    MaskKey key{};
    Opcode opcode = Opcode::continuation;
    bool fin = true;
    bool compressed = false;  // RSV1: the message is compressed (RFC 7692 section 6)
    bool masked = false;      // by clients, never by servers
};

inline constexpr size_t kMaxFrameHead = 14;
inline constexpr size_t kMaxControlPayload = 125;

// Returns its length, at most kMaxFrameHead.
size_t write_frame_head(char* out, const FrameHead& head) noexcept;

// Masks or unmasks; `offset` is the position of the bytes in the payload.
void apply_mask(char* bytes, size_t size, MaskKey key, uint64_t offset = 0) noexcept;

// The payload of a close frame.
struct CloseStatus {
    uint16_t code = kNoStatus;  // the payload was empty
    Bytes reason;               // a view of the payload
    Violation violation;
};
CloseStatus read_close(Bytes payload) noexcept;
// A code that may be sent: 1000-1003, 1007-1014, 3000-4999.
bool valid_close_code(uint32_t code) noexcept;
// What is sent for a code that a program chose: itself if it is valid or kNoStatus, which is no code. For all others,
// which clients must refuse, it is kNormal.
uint16_t sendable_close_code(int64_t code) noexcept;
inline constexpr size_t kMaxCloseReason = kMaxControlPayload - 2;
// Returns the payload's length; `out` has room for kMaxControlPayload. A long reason is truncated between two
// characters.
size_t write_close(char* out, uint16_t code, Bytes reason) noexcept;

enum class Sender : uint8_t { client, server };

struct FrameStep {
    enum class State : uint8_t {
        more,    // all input is consumed, and the frame continues
        piece,   // a part of the frame of head(); empty for an empty frame, and when only its head has arrived
        failed,  // close with `violation`
    };
    State state = State::more;
    bool first = false;  // of its frame
    bool last = false;
    size_t consumed = 0;
    Bytes data;  // unmasked, in the input
    Violation violation;
};

class FrameParser {
public:
    // `sender` is the sending side. RSV1 is allowed only with `compression`.
    FrameParser(Sender sender, bool compression) noexcept : sender_(sender), compression_(compression) {}

    // Unmasks in place. After `piece`, call again with the input after `consumed`.
    FrameStep feed(char* in, size_t size) noexcept;
    const FrameHead& head() const noexcept { return head_; }
    // True: neither in a frame nor between the frames of a message.
    bool between_messages() const noexcept { return !in_payload_ && head_size_ == 0 && !in_message_; }

private:
    size_t take_head(const char* in, size_t size) noexcept;
    void read_start() noexcept;
    void check_order() noexcept;
    void read_length() noexcept;
    void fail(const char* reason) noexcept { violation_ = {kProtocolError, reason}; }

    FrameHead head_;
    uint64_t left_ = 0;  // of the payload
    Violation violation_;
    std::array<char, kMaxFrameHead> bytes_{};  // of an incomplete head
    uint8_t head_size_ = 0;
    uint8_t head_needs_ = 2;
    const Sender sender_;
    const bool compression_;
    bool in_payload_ = false;
    bool in_message_ = false;  // a continuation must follow
};

}  // namespace tern::http::ws
