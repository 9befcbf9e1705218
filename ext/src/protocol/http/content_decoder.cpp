#include "protocol/http/content_decoder.h"

#include <cstdlib>
#include <zlib.h>

#include "protocol/http/codec_libraries.h"

namespace tern::http {

namespace {

class ZlibDecoder final : public ContentDecoder {
public:
    ZlibDecoder(ContentCoding coding, const DecodeLimits& limits, DeflateForm form) noexcept
        : ContentDecoder(limits),
          gzip_(coding == ContentCoding::gzip),
          form_known_(gzip_ || form == DeflateForm::zlib) {}
    ~ZlibDecoder() override { (void)inflateEnd(&stream_); }

    bool open() noexcept { return inflateInit2(&stream_, gzip_ ? MAX_WBITS + 16 : MAX_WBITS) == Z_OK; }
    size_t memory() const noexcept override { return memory_of(44 * 1024, 12 * 1024); }

private:
    Progress decode(Bytes in) noexcept override {
        if (!form_known_ && !in.empty()) choose_form(in.front());
        if (whole_ && !in.empty()) {
            if (!gzip_) return {.broken = true};
            whole_ = false;  // another member begins (RFC 1952 2.2)
            (void)inflateReset(&stream_);
        }
        const Bytes piece = in.substr(0, UINT32_MAX);
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        stream_.avail_in = static_cast<uInt>(piece.size());
        stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
        stream_.avail_out = kPiece;
        const int result = whole_ ? Z_STREAM_END : inflate(&stream_, Z_NO_FLUSH);
        whole_ = result == Z_STREAM_END;
        const bool good = whole_ || result == Z_OK || result == Z_BUF_ERROR;
        return {piece.size() - stream_.avail_in, kPiece - stream_.avail_out, !good, whole_};
    }

    // The method of the wrapper is 8. A block without one begins so only if its padding is not zero.
    void choose_form(char first) noexcept {
        form_known_ = true;
        if ((first & 0x0f) != Z_DEFLATED) (void)inflateReset2(&stream_, -MAX_WBITS);
    }

    z_stream stream_{};
    const bool gzip_;
    bool form_known_;
    bool whole_ = false;
};

class BrotliDecoder final : public ContentDecoder {
public:
    explicit BrotliDecoder(const DecodeLimits& limits) noexcept : ContentDecoder(limits) {}
    ~BrotliDecoder() override {
        if (state_ != nullptr) library_->destroy(state_);
    }

    bool open() noexcept {
        if (library_ == nullptr) return false;
        state_ = library_->create(allocate, release, &allocated_);
        return state_ != nullptr;
    }
    size_t memory() const noexcept override { return memory_of(allocated_, 64 * 1024); }

private:
    // Each piece of memory begins with its size.
    static constexpr size_t kSizeBytes = alignof(std::max_align_t);
    static void* allocate(void* total, size_t size) {
        void* place = std::malloc(size + kSizeBytes);
        if (place == nullptr) return nullptr;
        *static_cast<size_t*>(place) = size;
        *static_cast<size_t*>(total) += size;
        return static_cast<char*>(place) + kSizeBytes;
    }
    static void release(void* total, void* address) {
        if (address == nullptr) return;
        void* place = static_cast<char*>(address) - kSizeBytes;
        *static_cast<size_t*>(total) -= *static_cast<size_t*>(place);
        std::free(place);
    }

    Progress decode(Bytes in) noexcept override {
        if (library_->is_finished(state_) != BROTLI_FALSE) return {.broken = !in.empty(), .ended = true};
        size_t left = in.size();
        size_t room = kPiece;
        auto* next = reinterpret_cast<const uint8_t*>(in.data());
        auto* place = reinterpret_cast<uint8_t*>(out_.data());
        const BrotliDecoderResult result = library_->decompress(state_, &left, &next, &room, &place, nullptr);
        return {in.size() - left, kPiece - room, result == BROTLI_DECODER_RESULT_ERROR,
                result == BROTLI_DECODER_RESULT_SUCCESS};
    }

    const BrotliDecoding* const library_ = brotli_decoding();
    BrotliDecoderState* state_ = nullptr;
    size_t allocated_ = 0;
};

class ZstdDecoder final : public ContentDecoder {
public:
    explicit ZstdDecoder(const DecodeLimits& limits) noexcept : ContentDecoder(limits) {}
    ~ZstdDecoder() override {
        if (context_ != nullptr) (void)library_->free_decoder(context_);
    }

    bool open() noexcept {
        if (library_ == nullptr) return false;
        context_ = library_->create_decoder();
        return context_ != nullptr &&
               library_->is_error(library_->set_decoder(context_, ZSTD_d_windowLogMax, kMostWindowLog)) == 0;
    }
    size_t memory() const noexcept override { return memory_of(library_->decoder_bytes(context_), 256 * 1024); }

private:
    static constexpr int kMostWindowLog = 23;

    Progress decode(Bytes in) noexcept override {
        if (whole_ && in.empty()) return {.ended = true};
        ZSTD_inBuffer input{in.data(), in.size(), 0};
        ZSTD_outBuffer output{out_.data(), kPiece, 0};
        const size_t left = library_->decompress(context_, &output, &input);
        whole_ = left == 0;
        return {input.pos, output.pos, library_->is_error(left) != 0, whole_};
    }

    const Zstd* const library_ = zstd();
    ZSTD_DCtx* context_ = nullptr;
    bool whole_ = false;  // a frame is complete; another may follow (RFC 8878 3.1)
};

template <class Decoder, class... Arguments>
std::unique_ptr<ContentDecoder> opened(const Arguments&... arguments) noexcept {
    auto decoder = std::make_unique<Decoder>(arguments...);
    if (!decoder->open()) return nullptr;
    return decoder;
}

}  // namespace

bool can_decode(ContentCoding coding) noexcept {
    switch (coding) {
        case ContentCoding::identity: break;
        case ContentCoding::br: return brotli_decoding() != nullptr;
        case ContentCoding::zstd: return zstd() != nullptr;
        case ContentCoding::gzip:
        case ContentCoding::deflate: return true;
    }
    return false;
}

std::unique_ptr<ContentDecoder> ContentDecoder::make(ContentCoding coding, const DecodeLimits& limits,
                                                     DeflateForm form) noexcept {
    switch (coding) {
        case ContentCoding::identity: break;
        case ContentCoding::br: return opened<BrotliDecoder>(limits);
        case ContentCoding::zstd: return opened<ZstdDecoder>(limits);
        case ContentCoding::gzip:
        case ContentCoding::deflate: return opened<ZlibDecoder>(coding, limits, form);
    }
    return nullptr;
}

DecodeStep ContentDecoder::feed(Bytes in) noexcept {
    size_t consumed = 0;
    for (;;) {
        const Progress progress = decode(in.substr(consumed));
        consumed += progress.consumed;
        taken_ += progress.consumed;
        made_ += progress.produced;
        ended_ = progress.ended;
        if (progress.broken) return {DecodeStep::State::failed, consumed, {}, 400, "the coded body is broken"};
        if (made_ > limits_.bytes) {
            return {DecodeStep::State::failed, consumed, {}, 413, "the decoded body is larger than allowed"};
        }
        if (made_ > limits_.ratio_from && made_ / limits_.ratio > taken_) {
            return {DecodeStep::State::failed, consumed, {}, 413, "the coded body grows too much when it is decoded"};
        }
        if (progress.produced > 0) return {DecodeStep::State::data, consumed, Bytes(out_.data(), progress.produced)};
        // Empty members and frames are handled one at a time.
        if (consumed == in.size() || progress.consumed == 0) return {DecodeStep::State::more, consumed};
    }
}

DecodeStep ContentDecoder::finish() const noexcept {
    if (ended_) return {};
    return {DecodeStep::State::failed, 0, {}, 400, "the coded body ends too early"};
}

}  // namespace tern::http
