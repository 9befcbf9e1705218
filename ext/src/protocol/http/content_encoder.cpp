#include "protocol/http/content_encoder.h"

#include <algorithm>
#include <zlib.h>

#include "protocol/http/codec_libraries.h"

namespace tern::http {

namespace {

constexpr size_t kPiece = 16 * 1024;

// Room for the codec's next output, at the end of a buffer.
class Room {
public:
    Room(Buffer& out, size_t most) noexcept : out_(out), begin_(out.size()), most_(most) {}

    char* open() noexcept { return out_.extend(kPiece); }
    // False: the limit is exceeded.
    bool close(size_t unused) noexcept {
        out_.shrink(unused);
        return out_.size() - begin_ <= most_;
    }

private:
    Buffer& out_;
    const size_t begin_;
    const size_t most_;
};

class ZlibEncoder final : public ContentEncoder {
public:
    ~ZlibEncoder() override { (void)deflateEnd(&stream_); }

    bool open(ContentCoding coding, int level, CodingWindow window) noexcept {
        const int bits = window == CodingWindow::tiny ? 13 : 15;  // + 16: gzip's wrapper
        const int memory = window == CodingWindow::tiny ? 5 : 8;
        return deflateInit2(&stream_, std::clamp(level, 1, 9), Z_DEFLATED,
                            coding == ContentCoding::gzip ? bits + 16 : bits, memory, Z_DEFAULT_STRATEGY) == Z_OK;
    }
    bool begin(uint64_t) noexcept override { return deflateReset(&stream_) == Z_OK; }

private:
    bool encode(Bytes in, Push push, Buffer& out, size_t most) noexcept override {
        static constexpr int kFlush[] = {Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FINISH};
        Room room(out, most);
        do {
            const Bytes piece = in.substr(0, UINT32_MAX);
            const bool last = piece.size() == in.size();
            stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
            stream_.avail_in = static_cast<uInt>(piece.size());
            in.remove_prefix(piece.size());
            do {
                stream_.next_out = reinterpret_cast<Bytef*>(room.open());
                stream_.avail_out = kPiece;
                const int result = deflate(&stream_, last ? kFlush[static_cast<size_t>(push)] : Z_NO_FLUSH);
                if (!room.close(stream_.avail_out) || result == Z_STREAM_ERROR) return false;
                if (result == Z_STREAM_END) return true;
            } while (stream_.avail_out == 0);
        } while (!in.empty());
        return true;
    }

    z_stream stream_{};
};

// A brotli encoder cannot be reused.
class BrotliEncoder final : public ContentEncoder {
public:
    BrotliEncoder(const BrotliEncoding& library, int level, CodingWindow window) noexcept
        : library_(library),
          level_(std::clamp(level, 1, BROTLI_MAX_QUALITY)),
          window_bits_(kWindowBits[static_cast<size_t>(window)]) {}
    ~BrotliEncoder() override { close(); }

    bool begin(uint64_t size) noexcept override {
        close();
        state_ = library_.create(nullptr, nullptr, nullptr);
        if (state_ == nullptr) return false;
        const uint32_t hint = static_cast<uint32_t>(std::min<uint64_t>(size, UINT32_MAX));
        (void)library_.set(state_, BROTLI_PARAM_QUALITY, static_cast<uint32_t>(level_));
        (void)library_.set(state_, BROTLI_PARAM_LGWIN, window_bits_);
        if (size != kUnknownSize) (void)library_.set(state_, BROTLI_PARAM_SIZE_HINT, hint);
        return true;
    }

private:
    static constexpr uint32_t kWindowBits[] = {19, 17, 14};

    void close() noexcept {
        if (state_ != nullptr) library_.destroy(std::exchange(state_, nullptr));
    }
    bool encode(Bytes in, Push push, Buffer& out, size_t most) noexcept override {
        static constexpr BrotliEncoderOperation kOperation[] = {BROTLI_OPERATION_PROCESS, BROTLI_OPERATION_FLUSH,
                                                                BROTLI_OPERATION_FINISH};
        Room room(out, most);
        size_t left = in.size();
        auto* next = reinterpret_cast<const uint8_t*>(in.data());
        do {
            auto* place = reinterpret_cast<uint8_t*>(room.open());
            size_t unused = kPiece;
            const bool done = library_.compress(state_, kOperation[static_cast<size_t>(push)], &left, &next, &unused,
                                                &place, nullptr) != BROTLI_FALSE;
            if (!room.close(unused) || !done) return false;
        } while (left > 0 || library_.has_more(state_) != BROTLI_FALSE);
        if (push == Push::finish) close();
        return true;
    }

    const BrotliEncoding& library_;
    BrotliEncoderState* state_ = nullptr;
    const int level_;
    const uint32_t window_bits_;
};

class ZstdEncoder final : public ContentEncoder {
public:
    explicit ZstdEncoder(const Zstd& library) noexcept : library_(library) {}
    ~ZstdEncoder() override { (void)library_.free_encoder(context_); }

    bool open(int level, CodingWindow window) noexcept {
        static constexpr int kWindowLog[] = {19, 17, 14};
        context_ = library_.create_encoder();
        if (context_ == nullptr) return false;
        const int most = kWindowLog[static_cast<size_t>(window)];
        (void)library_.set_encoder(context_, ZSTD_c_compressionLevel, std::clamp(level, 1, library_.max_level()));
        // High levels use more for large contents; for small ones the size passed to begin() reduces it.
        (void)library_.set_encoder(context_, ZSTD_c_windowLog, most);
        if (window != CodingWindow::tiny) return true;
        for (ZSTD_cParameter table : {ZSTD_c_hashLog, ZSTD_c_chainLog}) {
            (void)library_.set_encoder(context_, table, kTinyTableLog);
        }
        return true;
    }
    bool begin(uint64_t size) noexcept override {
        static_assert(kUnknownSize == ZSTD_CONTENTSIZE_UNKNOWN);
        (void)library_.reset_encoder(context_, ZSTD_reset_session_only);
        return library_.is_error(library_.set_size(context_, size)) == 0;
    }

private:
    static constexpr int kTinyTableLog = 12;

    bool encode(Bytes in, Push push, Buffer& out, size_t most) noexcept override {
        static constexpr ZSTD_EndDirective kDirective[] = {ZSTD_e_continue, ZSTD_e_flush, ZSTD_e_end};
        Room room(out, most);
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        size_t left = 0;
        do {
            ZSTD_outBuffer output{room.open(), kPiece, 0};
            left = library_.compress(context_, &output, &input, kDirective[static_cast<size_t>(push)]);
            if (!room.close(kPiece - output.pos) || library_.is_error(left) != 0) return false;
        } while (push == Push::feed ? input.pos < input.size : left > 0);
        return true;
    }

    const Zstd& library_;
    ZSTD_CCtx* context_ = nullptr;
};

std::unique_ptr<ContentEncoder> make_brotli(int level, CodingWindow window) noexcept {
    const BrotliEncoding* library = brotli_encoding();
    if (library == nullptr) return nullptr;
    return std::make_unique<BrotliEncoder>(*library, level, window);
}

std::unique_ptr<ContentEncoder> make_zstd(int level, CodingWindow window) noexcept {
    const Zstd* library = zstd();
    if (library == nullptr) return nullptr;
    auto encoder = std::make_unique<ZstdEncoder>(*library);
    if (!encoder->open(level, window)) return nullptr;
    return encoder;
}

std::unique_ptr<ContentEncoder> make_zlib(ContentCoding coding, int level, CodingWindow window) noexcept {
    auto encoder = std::make_unique<ZlibEncoder>();
    if (!encoder->open(coding, level, window)) return nullptr;
    return encoder;
}

}  // namespace

std::unique_ptr<ContentEncoder> ContentEncoder::make(ContentCoding coding, int level, CodingWindow window) noexcept {
    switch (coding) {
        case ContentCoding::identity: return nullptr;
        case ContentCoding::br: return make_brotli(level, window);
        case ContentCoding::zstd: return make_zstd(level, window);
        case ContentCoding::gzip:
        case ContentCoding::deflate: break;
    }
    return make_zlib(coding, level, window);
}

}  // namespace tern::http
