#include "php/module_info.h"

#include <nghttp2/nghttp2.h>
#include <openssl/crypto.h>
#include <zlib.h>

#include "php/engine/state/engine_collector.h"
#include "protocol/http/codec_libraries.h"

namespace tern::php {

namespace {

void show(const char* name, const char* value) { php_info_print_table_row(2, name, value); }

constexpr char kMissing[] = "not installed";

// "1.0.9", from a number with 8 bits, 12 bits and 12 bits. 0: it is not installed.
void show_brotli(const char* name, uint32_t version) {
    if (version == 0) return show(name, kMissing);
    char text[32];
    snprintf(text, sizeof text, "%u.%u.%u", version >> 24, version >> 12 & 0xfff, version & 0xfff);
    show(name, text);
}

}  // namespace

void show_features() {
    for (const char* name : {"coroutine", "epoll", "eventfd", "rwlock", "sockets", "json", "curl-native", "http2"}) {
        show(name, "enabled");
    }
    show("garbage of pages", EngineCollector().find() ? "collected apart" : "collected together");
    show("openssl", OpenSSL_version(OPENSSL_VERSION));
    show("nghttp2", nghttp2_version(0)->version_str);
    show("zlib", zlibVersion());
    const auto* encoding = http::brotli_encoding();
    const auto* decoding = http::brotli_decoding();
    const auto* zstd = http::zstd();
    show_brotli("brotli encoder", encoding == nullptr ? 0 : encoding->version());
    show_brotli("brotli decoder", decoding == nullptr ? 0 : decoding->version());
    show("zstd", zstd == nullptr ? kMissing : zstd->version());
}

}  // namespace tern::php
