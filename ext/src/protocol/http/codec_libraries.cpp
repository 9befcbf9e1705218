#include "protocol/http/codec_libraries.h"

#include <cstring>
#include <dlfcn.h>
#include <optional>

namespace tern::http {

namespace {

// `Functions` has one pointer for each name, in this order. Nothing: the library or one of its functions is not there.
// It is never unloaded.
template <class Functions, size_t kCount>
std::optional<Functions> load(const char* file, const char* const (&names)[kCount]) noexcept {
    static_assert(sizeof(Functions) == kCount * sizeof(void*));
    void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return std::nullopt;
    void* found[kCount];
    for (size_t i = 0; i < kCount; ++i) {
        found[i] = dlsym(library, names[i]);
        if (found[i] == nullptr) return std::nullopt;
    }
    Functions functions;
    std::memcpy(&functions, found, sizeof functions);
    return functions;
}

template <class Functions>
const Functions* pointer(const std::optional<Functions>& loaded) noexcept {
    return loaded ? &*loaded : nullptr;
}

}  // namespace

const BrotliEncoding* brotli_encoding() noexcept {
    static constexpr const char* kNames[] = {"BrotliEncoderCreateInstance",  "BrotliEncoderSetParameter",
                                             "BrotliEncoderCompressStream",  "BrotliEncoderHasMoreOutput",
                                             "BrotliEncoderDestroyInstance", "BrotliEncoderVersion"};
    static const auto loaded = load<BrotliEncoding>("libbrotlienc.so.1", kNames);
    return pointer(loaded);
}

const BrotliDecoding* brotli_decoding() noexcept {
    static constexpr const char* kNames[] = {"BrotliDecoderCreateInstance", "BrotliDecoderDecompressStream",
                                             "BrotliDecoderIsFinished", "BrotliDecoderDestroyInstance",
                                             "BrotliDecoderVersion"};
    static const auto loaded = load<BrotliDecoding>("libbrotlidec.so.1", kNames);
    return pointer(loaded);
}

const Zstd* zstd() noexcept {
    static constexpr const char* kNames[] = {
        "ZSTD_createCCtx",        "ZSTD_CCtx_setParameter", "ZSTD_CCtx_reset", "ZSTD_CCtx_setPledgedSrcSize",
        "ZSTD_compressStream2",   "ZSTD_freeCCtx",          "ZSTD_maxCLevel",  "ZSTD_createDCtx",
        "ZSTD_DCtx_setParameter", "ZSTD_decompressStream",  "ZSTD_freeDCtx",   "ZSTD_sizeof_DCtx",
        "ZSTD_isError",           "ZSTD_versionString"};
    static const auto loaded = load<Zstd>("libzstd.so.1", kNames);
    return pointer(loaded);
}

void load_codec_libraries() noexcept {
    (void)brotli_encoding();
    (void)brotli_decoding();
    (void)zstd();
}

}  // namespace tern::http
