#include "serve/ws/ws_shared_frame.h"

#include "base/buffer.h"

namespace tern::serve {

using http::ws::FrameHead;

struct SharedFrame::Wire {
    Buffer bytes;
    size_t head_size = 0;
    uint32_t references = 1;
};

SharedFrame::Wire* SharedFrame::frame(http::ws::Opcode opcode, Bytes payload, bool compressed) noexcept {
    auto* wire = new Wire;
    FrameHead head;
    head.opcode = opcode;
    head.length = payload.size();
    head.compressed = compressed;
    char* place = wire->bytes.extend(http::ws::kMaxFrameHead + payload.size());
    wire->head_size = http::ws::write_frame_head(place, head);
    if (!payload.empty()) std::memcpy(place + wire->head_size, payload.data(), payload.size());
    wire->bytes.shrink(http::ws::kMaxFrameHead - wire->head_size);
    return wire;
}

Slice SharedFrame::share(Wire* wire) noexcept {
    ++wire->references;
    return Slice(wire->bytes.view(), wire, drop);
}

void SharedFrame::drop(void* wire) noexcept {
    auto* one = static_cast<Wire*>(wire);
    if (--one->references == 0) delete one;
}

SharedFrame::SharedFrame(http::ws::Opcode opcode, Bytes payload, bool compress, const WsOptions& options,
                         http::ws::CodecPool& pool) noexcept
    : opcode_(opcode),
      compress_(compress && !http::ws::is_control(opcode) && payload.size() >= options.compression_least),
      deflater_(options.deflater(options.deflate.server_max_window_bits)),
      pool_(pool),
      plain_(frame(opcode, payload, false)) {}

SharedFrame::~SharedFrame() {
    drop(plain_);
    if (compressed_ != nullptr) drop(compressed_);
}

Slice SharedFrame::plain() const noexcept { return share(plain_); }

Slice SharedFrame::compressed() noexcept {
    if (compress_) compress();
    return compressed_ == nullptr ? Slice() : share(compressed_);
}

void SharedFrame::compress() noexcept {
    compress_ = false;
    auto deflater = pool_.take_deflater(deflater_);
    if (deflater == nullptr) return;
    Buffer out;
    const Bytes payload = plain_->bytes.view().substr(plain_->head_size);
    const bool done = deflater->deflate(payload, true, out);
    pool_.give_back(std::move(deflater));
    if (done && out.size() < payload.size()) compressed_ = frame(opcode_, out.view(), true);
}

}  // namespace tern::serve
