// The libraries of br and zstd. They are loaded when they are first used: most programs never do. Without one,
// responses are sent as they are, and bodies with its coding are refused.
#pragma once

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <zstd.h>

namespace tern::http {

struct BrotliEncoding {
    decltype(&BrotliEncoderCreateInstance) create;
    decltype(&BrotliEncoderSetParameter) set;
    decltype(&BrotliEncoderCompressStream) compress;
    decltype(&BrotliEncoderHasMoreOutput) has_more;
    decltype(&BrotliEncoderDestroyInstance) destroy;
    decltype(&BrotliEncoderVersion) version;
};

struct BrotliDecoding {
    decltype(&BrotliDecoderCreateInstance) create;
    decltype(&BrotliDecoderDecompressStream) decompress;
    decltype(&BrotliDecoderIsFinished) is_finished;
    decltype(&BrotliDecoderDestroyInstance) destroy;
    decltype(&BrotliDecoderVersion) version;
};

struct Zstd {
    decltype(&ZSTD_createCCtx) create_encoder;
    decltype(&ZSTD_CCtx_setParameter) set_encoder;
    decltype(&ZSTD_CCtx_reset) reset_encoder;
    decltype(&ZSTD_CCtx_setPledgedSrcSize) set_size;
    decltype(&ZSTD_compressStream2) compress;
    decltype(&ZSTD_freeCCtx) free_encoder;
    decltype(&ZSTD_maxCLevel) max_level;
    decltype(&ZSTD_createDCtx) create_decoder;
    decltype(&ZSTD_DCtx_setParameter) set_decoder;
    decltype(&ZSTD_decompressStream) decompress;
    decltype(&ZSTD_freeDCtx) free_decoder;
    decltype(&ZSTD_sizeof_DCtx) decoder_bytes;
    decltype(&ZSTD_isError) is_error;
    decltype(&ZSTD_versionString) version;
};

// Null: the library is not installed.
const BrotliEncoding* brotli_encoding() noexcept;
const BrotliDecoding* brotli_decoding() noexcept;
const Zstd* zstd() noexcept;

// Loads all of them. A server calls it before it forks, changes its root or its user.
void load_codec_libraries() noexcept;

}  // namespace tern::http
