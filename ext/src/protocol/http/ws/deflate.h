// permessage-deflate (RFC 7692 section 7) with zlib. A side that keeps its context has a codec of its own for the whole
// connection: up to 256 KB to send, 44 KB to receive. Others borrow one from the pool for each message, so idle
// connections have none.
#pragma once

#include <memory>
#include <vector>
#include <zlib.h>

#include "base/buffer.h"

namespace tern::http::ws {

// The result of the negotiation.
struct DeflateTerms {
    bool server_no_context_takeover = false;
    bool client_no_context_takeover = false;
    uint8_t server_max_window_bits = 15;
    uint8_t client_max_window_bits = 15;
    bool server_bits_named = false;  // the client named it, so the response must, too (RFC 7692 7.1.2.1)
};

inline constexpr int kLeastWindowBits = 9;  // the least with which zlib can compress
inline constexpr int kMostWindowBits = 15;

struct DeflaterOptions {
    int level = 1;         // 1 to 9
    int memory_level = 8;  // 1 to 9: 2^(level + 9) bytes for its hash tables
    int window_bits = kMostWindowBits;
    bool operator==(const DeflaterOptions&) const = default;
};

class Deflater {
public:
    // Null: no memory.
    static std::unique_ptr<Deflater> make(const DeflaterOptions& options) noexcept;
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { (void)deflateEnd(&stream_); }

    // Appends the payload of a message, or of one of its frames; `last`: the final one. False: no memory, and the
    // context is unusable.
    bool deflate(Bytes in, bool last, Buffer& out) noexcept;
    // Drops the compression context.
    void reset() noexcept { (void)deflateReset(&stream_); }
    const DeflaterOptions& options() const noexcept { return options_; }

private:
    explicit Deflater(const DeflaterOptions& options) noexcept : options_(options) {}

    z_stream stream_{};
    const DeflaterOptions options_;
};

class Inflater {
public:
    enum class Outcome : uint8_t {
        ok,
        broken,     // 1007
        too_big,    // 1009: the output would exceed `most`
        no_memory,  // 1011
    };

    static std::unique_ptr<Inflater> make(int window_bits) noexcept;
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { (void)inflateEnd(&stream_); }

    // Appends the output; `out` has at most `most` bytes then. `last`: the message ends with `in`. A peer that refers
    // to bytes beyond a small window breaks the rules; that is `broken` only where zlib notices it, which depends on
    // how the input is cut.
    Outcome inflate(Bytes in, bool last, Buffer& out, size_t most) noexcept;
    void reset(int window_bits) noexcept;

private:
    Inflater() = default;
    Outcome run(Bytes in, Buffer& out, size_t most) noexcept;

    z_stream stream_{};
    bool fed_ = false;    // a part of this message
    bool ended_ = false;  // the input so far ends with a final block
};

// A worker has one for all connections.
class CodecPool {
public:
    std::unique_ptr<Deflater> take_deflater(const DeflaterOptions& options) noexcept;
    std::unique_ptr<Inflater> take_inflater(int window_bits) noexcept;
    void give_back(std::unique_ptr<Deflater> deflater) noexcept;
    void give_back(std::unique_ptr<Inflater> inflater) noexcept;

    static constexpr size_t kKept = 4;  // of each kind

private:
    std::vector<std::unique_ptr<Deflater>> deflaters_;
    std::vector<std::unique_ptr<Inflater>> inflaters_;
};

}  // namespace tern::http::ws
