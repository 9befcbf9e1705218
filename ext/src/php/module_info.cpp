#include "php/module_info.h"

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <nghttp2/nghttp2.h>
#include <openssl/crypto.h>
#include <zlib.h>
#include <zstd.h>

namespace tern::php {

namespace {

void show(const char* name, const char* value) { php_info_print_table_row(2, name, value); }

// "1.0.9", from a number with 8 bits, 12 bits and 12 bits.
void show_brotli(const char* name, uint32_t version) {
    char text[32];
    snprintf(text, sizeof text, "%u.%u.%u", version >> 24, version >> 12 & 0xfff, version & 0xfff);
    show(name, text);
}

}  // namespace

void show_features() {
    for (const char* name : {"coroutine", "epoll", "eventfd", "rwlock", "sockets", "json", "curl-native", "http2"}) {
        show(name, "enabled");
    }
    show("openssl", OpenSSL_version(OPENSSL_VERSION));
    show("nghttp2", nghttp2_version(0)->version_str);
    show("zlib", zlibVersion());
    show_brotli("brotli encoder", BrotliEncoderVersion());
    show_brotli("brotli decoder", BrotliDecoderVersion());
    show("zstd", ZSTD_versionString());
}

}  // namespace tern::php
