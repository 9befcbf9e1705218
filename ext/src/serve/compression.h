// Decides which responses of a handler are compressed, by the options of their port, and has the encoders. There is one
// for each port of a worker; it outlives the exchanges.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "protocol/http/content_encoder.h"

namespace tern::serve {

struct CompressionOptions {
    int level = 2;
    uint64_t min_length = 20;  // of bodies sent at once
    // Media types. A `*` begins or ends one: text/*, *+json.
    std::vector<std::string> types = {
        "text/*",
        "*+json",
        "*+xml",
        "application/json",
        "application/javascript",
        "application/xml",
        "application/x-ndjson",
        "application/wasm",
        "image/bmp",
        "font/otf",
        "font/ttf",
    };
    // The preferred first.
    std::vector<http::ContentCoding> methods = {http::ContentCoding::zstd, http::ContentCoding::br,
                                                http::ContentCoding::gzip};
};

class Compression;

// The encoder of a response in pieces.
class CodedStream {
public:
    CodedStream(Compression& owner, http::ContentCoding coding, http::CodingWindow window) noexcept;
    CodedStream(const CodedStream&) = delete;
    CodedStream& operator=(const CodedStream&) = delete;
    ~CodedStream();

    // False: there is no memory for it.
    bool open() noexcept { return encoder_ != nullptr && encoder_->begin(http::ContentEncoder::kUnknownSize); }
    http::ContentEncoder& encoder() noexcept { return *encoder_; }

private:
    Compression& owner_;
    const http::ContentCoding coding_;
    const http::CodingWindow window_;
    std::unique_ptr<http::ContentEncoder> encoder_;
};

class Compression {
public:
    explicit Compression(CompressionOptions options) noexcept;
    Compression(const Compression&) = delete;
    Compression& operator=(const Compression&) = delete;

    // False: code() would do nothing.
    bool concerns(const http::ResponseHead& head, size_t body_bytes) const noexcept {
        return body_bytes >= options_.min_length || head.field_count > 0 || head.status == 304;
    }
    // Compresses a whole response and changes `head`. Returns the compressed bytes; or none when the response stays as
    // it is, and then `head` only says whether Accept-Encoding decided that. Bytes and fields are valid until the next
    // call.
    Bytes code(const http::RequestHead& request, http::ResponseHead& head, Bytes body) noexcept;

    // Starts a compressed response in pieces. Null: it is not compressed. For HEAD only the head is changed.
    std::unique_ptr<CodedStream> start(const http::RequestHead& request, http::ResponseHead& head) noexcept;

    size_t streams() const noexcept { return streams_; }

private:
    friend class CodedStream;
    static constexpr size_t kIdleStreams = 4;    // with windows of up to a megabyte; later ones have small windows
    static constexpr size_t kRoomyStreams = 64;  // with as much as a megabyte each; further ones are like event streams
    static constexpr size_t kMostStreams = 1000;  // further responses are sent uncompressed
    static constexpr size_t kScratchKept = 256 * 1024;
    static constexpr size_t kMostKnownType = 64;

    using Encoder = std::unique_ptr<http::ContentEncoder>;

    // What the fields of a response say about its coding.
    struct Facts {
        Bytes type = "text/html";
        Bytes etag;
        Bytes vary;           // the first Vary
        bool varies = false;  // Vary has Accept-Encoding already
        bool fixed = false;   // compressed already, or must not be changed
    };
    static void note(Facts& facts, Bytes name, Bytes value) noexcept;
    static Facts read(const http::ResponseHead& head) noexcept;
    bool drop_identity(http::ResponseHead& head) noexcept;
    bool is_listed(Bytes type) noexcept;
    bool may_code(int status, const Facts& facts) noexcept;
    bool encode(http::ContentCoding coding, Bytes body) noexcept;
    void revalidate(const http::RequestHead& request, http::ResponseHead& head) noexcept;
    void describe(http::ResponseHead& head, const Facts& facts, http::ContentCoding coding) noexcept;
    void weaken(Bytes etag) noexcept;
    void replace(http::ResponseHead& head) const noexcept;

    const CompressionOptions options_;       // types in lower case
    std::vector<http::ContentCoding> lean_;  // for event streams: without br, which takes 300 KB at least
    std::array<Encoder, http::kContentCodings> whole_;
    std::array<std::vector<Encoder>, http::kContentCodings> idle_;
    size_t streams_ = 0;
    Buffer coded_;
    std::vector<http::Field> fields_;  // of the changed head
    std::string vary_;
    std::string etag_;
    std::string known_type_;  // the last type, as the responses of a program have few; empty: none yet
    bool known_is_listed_ = false;
};

}  // namespace tern::serve
