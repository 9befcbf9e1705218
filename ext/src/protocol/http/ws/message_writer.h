// MessageWriter makes the frames of messages that one side of a WebSocket sends: it checks the order of fragments,
// compresses, and fills in heads. It is the counterpart of MessageReader.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "base/slice.h"
#include "protocol/http/ws/deflate.h"
#include "protocol/http/ws/frame.h"

namespace tern::http::ws {

struct PushFlags {
    bool fin = true;        // false: more of this message follows as Opcode::continuation
    bool compress = false;  // if negotiated, and if the payload is large enough
    bool deflated = false;  // the caller has compressed this message: its frames are sent as they are
};

class MessageWriter {
public:
    struct Compression {
        DeflaterOptions deflater;  // its window is that of the terms
        size_t least = 0;          // smaller payloads are sent as they are
    };

    // `sender` is this side. Without `terms` nothing is compressed. The pool outlives the writer.
    MessageWriter(Sender sender, const std::optional<DeflateTerms>& terms, const Compression& compression,
                  CodecPool& pool) noexcept;
    MessageWriter(const MessageWriter&) = delete;
    MessageWriter& operator=(const MessageWriter&) = delete;
    ~MessageWriter() { release(); }

    // Whether such a frame may be sent now; a close frame may not.
    //   websocket_bad_opcode    unknown; a continuation of nothing; a new message within a fragmented one
    //   data_length_too_large   more than kMaxControlPayload for a control frame
    Error check(Opcode opcode, size_t size) const noexcept;
    // After check(): returns the head of the frame, without a mask. The payload may become a compressed one. Nothing
    // may be sent of it after an error:
    //   malloc_fail
    //   operation_not_supported   it is deflated, and compression was not negotiated
    Result<FrameHead> begin_frame(Opcode opcode, Slice& payload, PushFlags flags) noexcept;
    // A message that was compressed elsewhere is sent: the peer's context is not ours any more.
    void drop_context() noexcept {
        if (deflater_ != nullptr) deflater_->reset();
    }
    // Gives the compressor back.
    void release() noexcept;

private:
    bool wants_compression(size_t size, PushFlags flags) const noexcept;
    bool compress(Bytes payload, bool fin, Buffer& out) noexcept;

    const Compression compression_;
    CodecPool& pool_;
    std::unique_ptr<Deflater> deflater_;
    const bool compresses_;
    const bool keeps_context_;
    bool in_message_ = false;  // a continuation must follow
    bool compressed_ = false;  // the message whose fragments are being sent
};

}  // namespace tern::http::ws
