#include "php/engine/header_names.h"

namespace tern::php {

namespace {

// clang-format off
constexpr Bytes kNames[] = {
    "host", "user-agent", "accept", "accept-language", "accept-encoding", "accept-charset", "connection", "cookie",
    "referer", "origin", "cache-control", "pragma", "content-type", "content-length", "transfer-encoding", "expect",
    "authorization", "upgrade", "upgrade-insecure-requests", "if-none-match", "if-modified-since", "if-match", "range",
    "if-range", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "x-request-id",
    "x-requested-with", "forwarded", "via", "dnt", "te", "trailer", "keep-alive", "priority", "sec-fetch-site",
    "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform",
    "sec-gpc", "traceparent", "tracestate",
    "server", "date", "etag", "last-modified", "expires", "vary", "set-cookie", "location", "content-encoding",
    "content-language", "content-range", "content-disposition", "content-security-policy", "accept-ranges", "age",
    "allow", "alt-svc", "link", "retry-after", "www-authenticate", "proxy-authenticate", "strict-transport-security",
    "access-control-allow-origin", "referrer-policy", "x-content-type-options", "x-frame-options", "x-powered-by",
    "x-cache", "sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-protocol",
};
// clang-format on

// Open addressing: a few slots decide whether a name is in the table.
constexpr size_t kSlots = 256;
zend_string* table[kSlots];

// The length and the first and last letters distinguish the usual names well enough.
size_t slot_of(Bytes name) noexcept {
    size_t first = static_cast<unsigned char>(ascii_lower(name.front()));
    size_t last = static_cast<unsigned char>(ascii_lower(name.back()));
    size_t middle = static_cast<unsigned char>(ascii_lower(name[name.size() / 2]));
    return (name.size() * 31 + first * 7 + last * 13 + middle * 3) % kSlots;
}

}  // namespace

void intern_header_names() {
    for (Bytes name : kNames) {
        size_t slot = slot_of(name);
        while (table[slot] != nullptr) slot = (slot + 1) % kSlots;
        table[slot] = zend_string_init_interned(name.data(), name.size(), true);
    }
}

zend_string* known_header_name(Bytes name) noexcept {
    if (name.empty()) return nullptr;
    for (size_t slot = slot_of(name); table[slot] != nullptr; slot = (slot + 1) % kSlots) {
        if (equals_lower(name, view(table[slot]))) return table[slot];
    }
    return nullptr;
}

}  // namespace tern::php
