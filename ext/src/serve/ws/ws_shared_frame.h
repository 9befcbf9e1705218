// A message for many receivers: framed once, and compressed once, when the first of them needs it so.
#pragma once

#include "base/slice.h"
#include "protocol/http/ws/deflate.h"
#include "protocol/http/ws/frame.h"
#include "serve/ws/ws_options.h"

namespace tern::serve {

class SharedFrame {
public:
    // Of text or binary data, or a ping or pong of at most 125 bytes. `payload` need not outlive the constructor; the
    // options and the pool (WsSessions::codecs) outlive the frame. Receivers may still hold its bytes when it is gone.
    SharedFrame(http::ws::Opcode opcode, Bytes payload, bool compress, const WsOptions& options,
                http::ws::CodecPool& pool) noexcept;
    SharedFrame(const SharedFrame&) = delete;
    SharedFrame& operator=(const SharedFrame&) = delete;
    ~SharedFrame();

    http::ws::Opcode opcode() const noexcept { return opcode_; }
    // The whole frame, with its head.
    Slice plain() const noexcept;
    // Empty where compression is not wanted, or makes it no smaller. Whoever receives it needs a window of at least
    // window_bits(); its compressor has to be reset then, since its history is not the receiver's any more.
    Slice compressed() noexcept;
    int window_bits() const noexcept { return deflater_.window_bits; }

private:
    struct Wire;  // counted references: see there
    static Wire* frame(http::ws::Opcode opcode, Bytes payload, bool compressed) noexcept;
    static Slice share(Wire* wire) noexcept;
    static void drop(void* wire) noexcept;
    void compress() noexcept;

    const http::ws::Opcode opcode_;
    bool compress_;  // wanted, and not done yet
    const http::ws::DeflaterOptions deflater_;
    http::ws::CodecPool& pool_;
    Wire* plain_;
    Wire* compressed_ = nullptr;
};

}  // namespace tern::serve
