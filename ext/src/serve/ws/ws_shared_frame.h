// A message for many receivers. It is framed once, and compressed once when the first receiver needs that.
#pragma once

#include "base/slice.h"
#include "protocol/http/ws/deflate.h"
#include "protocol/http/ws/frame.h"
#include "serve/ws/ws_options.h"

namespace tern::serve {

class SharedFrame {
public:
    // For text or binary data, or for a ping or pong of at most 125 bytes. `payload` need not outlive the constructor;
    // the options and the pool (WsRegistry::codecs) outlive the frame. Receivers may keep the bytes after the frame is
    // destroyed.
    SharedFrame(http::ws::Opcode opcode, Bytes payload, bool compress, const WsOptions& options,
                http::ws::CodecPool& pool) noexcept;
    SharedFrame(const SharedFrame&) = delete;
    SharedFrame& operator=(const SharedFrame&) = delete;
    ~SharedFrame();

    http::ws::Opcode opcode() const noexcept { return opcode_; }
    // The whole frame, with its head.
    Slice plain() const noexcept;
    // Empty if compression is not wanted, or makes it no smaller. A receiver needs a window of at least window_bits().
    // The session's own compressor must be reset then, since its history differs from the receiver's.
    Slice compressed() noexcept;
    int window_bits() const noexcept { return deflater_.window_bits; }

private:
    struct Wire;  // has its own reference count
    static Wire* frame(http::ws::Opcode opcode, Bytes payload, bool compressed) noexcept;
    static Slice share(Wire* wire) noexcept;
    static void drop(void* wire) noexcept;
    void compress() noexcept;

    const http::ws::Opcode opcode_;
    bool compress_;  // wanted, and not tried yet
    const http::ws::DeflaterOptions deflater_;
    http::ws::CodecPool& pool_;
    Wire* plain_;
    Wire* compressed_ = nullptr;
};

}  // namespace tern::serve
