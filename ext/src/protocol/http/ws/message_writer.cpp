#include "protocol/http/ws/message_writer.h"

#include "base/slice.h"

namespace tern::http::ws {

namespace {

using Terms = std::optional<DeflateTerms>;

MessageWriter::Compression with_window(Sender sender, const Terms& terms,
                                       MessageWriter::Compression compression) noexcept {
    if (!terms.has_value()) return compression;
    const bool client = sender == Sender::client;
    compression.deflater.window_bits = client ? terms->client_max_window_bits : terms->server_max_window_bits;
    return compression;
}

bool keeps_context(Sender sender, const Terms& terms) noexcept {
    if (!terms.has_value()) return false;
    return sender == Sender::client ? !terms->client_no_context_takeover : !terms->server_no_context_takeover;
}

}  // namespace

MessageWriter::MessageWriter(Sender sender, const Terms& terms, const Compression& compression,
                             CodecPool& pool) noexcept
    : compression_(with_window(sender, terms, compression)),
      pool_(pool),
      compresses_(terms.has_value()),
      keeps_context_(keeps_context(sender, terms)) {}

Error MessageWriter::check(Opcode opcode, size_t size) const noexcept {
    switch (opcode) {
        case Opcode::ping:
        case Opcode::pong: return size > kMaxControlPayload ? Error::data_length_too_large : Error::ok;
        case Opcode::text:
        case Opcode::binary: return in_message_ ? Error::websocket_bad_opcode : Error::ok;
        case Opcode::continuation: return in_message_ ? Error::ok : Error::websocket_bad_opcode;
        default: return Error::websocket_bad_opcode;
    }
}

Result<FrameHead> MessageWriter::begin_frame(Opcode opcode, Slice& payload, PushFlags flags) noexcept {
    const bool data = !is_control(opcode);
    const bool begins = data && opcode != Opcode::continuation;
    const bool compressed = data && (begins ? wants_compression(payload.size(), flags) : compressed_);
    const bool begins_deflated = begins && flags.deflated;
    if (begins_deflated && !compresses_) return Error::operation_not_supported;
    if (begins_deflated) drop_context();
    FrameHead head;
    head.opcode = opcode;
    head.fin = flags.fin || !data;
    head.compressed = begins_deflated || (compressed && begins);
    if (compressed) {
        Buffer out;
        if (!compress(payload.view(), head.fin, out)) return Error::malloc_fail;
        payload = slice_of(std::move(out));
    }
    head.length = payload.size();
    if (!data) return head;
    in_message_ = !head.fin;
    compressed_ = compressed && !head.fin;
    return head;
}

bool MessageWriter::wants_compression(size_t size, PushFlags flags) const noexcept {
    return flags.compress && !flags.deflated && compresses_ && (size >= compression_.least || !flags.fin);
}

// A side that keeps no compression context borrows a compressor for one message.
bool MessageWriter::compress(Bytes payload, bool fin, Buffer& out) noexcept {
    if (deflater_ == nullptr) deflater_ = pool_.take_deflater(compression_.deflater);
    if (deflater_ == nullptr) return false;
    if (!deflater_->deflate(payload, fin, out)) {
        deflater_.reset();
        return false;
    }
    if (fin && !keeps_context_) pool_.give_back(std::move(deflater_));
    return true;
}

void MessageWriter::release() noexcept {
    if (deflater_ != nullptr) pool_.give_back(std::move(deflater_));
}

}  // namespace tern::http::ws
