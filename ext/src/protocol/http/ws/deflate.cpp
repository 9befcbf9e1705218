#include "protocol/http/ws/deflate.h"

#include <algorithm>

namespace tern::http::ws {

namespace {

// The end of a flush. A sender omits it, a receiver adds it (RFC 7692 7.2.1, 7.2.2).
constexpr Bytes kTail("\x00\x00\xff\xff", 4);
constexpr size_t kLargestPiece = 1 << 30;
constexpr size_t kLeastRoom = 512;
constexpr size_t kMostRoom = 64 * 1024;

void set_input(z_stream& stream, Bytes in) noexcept {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(in.size());
}

}  // namespace

std::unique_ptr<Deflater> Deflater::make(const DeflaterOptions& options) noexcept {
    std::unique_ptr<Deflater> deflater(new Deflater(options));
    const int result = deflateInit2(&deflater->stream_, options.level, Z_DEFLATED, -options.window_bits,
                                    options.memory_level, Z_DEFAULT_STRATEGY);
    return result == Z_OK ? std::move(deflater) : nullptr;
}

bool Deflater::deflate(Bytes in, bool last, Buffer& out) noexcept {
    const size_t begin = out.size();
    do {
        const Bytes piece = in.substr(0, kLargestPiece);
        in.remove_prefix(piece.size());
        set_input(stream_, piece);
        size_t room = deflateBound(&stream_, static_cast<uLong>(piece.size())) + kTail.size() + 12;
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(out.extend(room));
            stream_.avail_out = static_cast<uInt>(room);
            const int result = ::deflate(&stream_, in.empty() ? Z_SYNC_FLUSH : Z_NO_FLUSH);
            out.shrink(stream_.avail_out);
            if (result != Z_OK && result != Z_BUF_ERROR) return false;
            room = kMostRoom;
        } while (stream_.avail_out == 0);
    } while (!in.empty());
    if (!last) return true;
    // A second flush has no output, but a message must have at least an empty block (RFC 7692 7.2.3.6).
    if (out.size() - begin >= kTail.size() && out.view().ends_with(kTail)) {
        out.shrink(kTail.size());
    } else {
        out.append(Bytes("\0", 1));
    }
    return true;
}

std::unique_ptr<Inflater> Inflater::make(int window_bits) noexcept {
    std::unique_ptr<Inflater> inflater(new Inflater());
    const int bits = std::max(window_bits, kLeastWindowBits);
    return inflateInit2(&inflater->stream_, -bits) == Z_OK ? std::move(inflater) : nullptr;
}

void Inflater::reset(int window_bits) noexcept {
    fed_ = false;
    (void)inflateReset2(&stream_, -std::max(window_bits, kLeastWindowBits));
}

Inflater::Outcome Inflater::inflate(Bytes in, bool last, Buffer& out, size_t most) noexcept {
    while (!in.empty()) {
        const Bytes piece = in.substr(0, kLargestPiece);
        in.remove_prefix(piece.size());
        fed_ = true;
        if (const Outcome outcome = run(piece, out, most); outcome != Outcome::ok) return outcome;
    }
    // An empty message should be one byte; some senders omit that, too.
    if (!last || !std::exchange(fed_, false)) return Outcome::ok;
    // Some senders let a final block end the message, without the empty block of RFC 7692 7.2.3.4 behind it.
    if (ended_) return Outcome::ok;
    if (const Outcome outcome = run(kTail, out, most); outcome != Outcome::ok) return outcome;
    constexpr int kBetweenBlocks = 128;
    return (stream_.data_type & kBetweenBlocks) != 0 ? Outcome::ok : Outcome::broken;
}

Inflater::Outcome Inflater::run(Bytes in, Buffer& out, size_t most) noexcept {
    set_input(stream_, in);
    ended_ = false;
    for (;;) {
        // One byte above the limit, to detect a larger output.
        const size_t left = most - out.size() + 1;
        const size_t room = std::min(left, std::clamp(size_t{stream_.avail_in} * 4, kLeastRoom, kMostRoom));
        stream_.next_out = reinterpret_cast<Bytef*>(out.extend(room));
        stream_.avail_out = static_cast<uInt>(room);
        const int result = ::inflate(&stream_, Z_SYNC_FLUSH);
        out.shrink(stream_.avail_out);
        if (out.size() > most) return Outcome::too_big;
        if (result == Z_MEM_ERROR) return Outcome::no_memory;
        if (result == Z_STREAM_END) {
            // A final block ends the deflate stream, not the message; the window stays (RFC 7692 7.2.3.5).
            (void)inflateResetKeep(&stream_);
            ended_ = stream_.avail_in == 0;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            return Outcome::broken;
        }
        if (stream_.avail_in == 0 && stream_.avail_out != 0) return Outcome::ok;
    }
}

std::unique_ptr<Deflater> CodecPool::take_deflater(const DeflaterOptions& options) noexcept {
    for (auto& kept : deflaters_) {
        if (kept->options() != options) continue;
        std::swap(kept, deflaters_.back());
        std::unique_ptr<Deflater> taken = std::move(deflaters_.back());
        deflaters_.pop_back();
        return taken;
    }
    return Deflater::make(options);
}

std::unique_ptr<Inflater> CodecPool::take_inflater(int window_bits) noexcept {
    if (inflaters_.empty()) return Inflater::make(window_bits);
    std::unique_ptr<Inflater> taken = std::move(inflaters_.back());
    inflaters_.pop_back();
    taken->reset(window_bits);
    return taken;
}

void CodecPool::give_back(std::unique_ptr<Deflater> deflater) noexcept {
    if (deflater == nullptr || deflaters_.size() >= kKept) return;
    deflater->reset();
    deflaters_.push_back(std::move(deflater));
}

void CodecPool::give_back(std::unique_ptr<Inflater> inflater) noexcept {
    if (inflater == nullptr || inflaters_.size() >= kKept) return;
    inflaters_.push_back(std::move(inflater));
}

}  // namespace tern::http::ws
