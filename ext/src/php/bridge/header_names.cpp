#include "php/bridge/header_names.h"

#include <cstring>

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

template <class Word>
Word load(const char* at) noexcept {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// Eight characters at a time: sets the bit of lower case in those from A to Z.
uint64_t lower_eight(uint64_t text) noexcept {
    constexpr uint64_t kEach = 0x0101'0101'0101'0101;
    const uint64_t low_bits = text & 0x7f * kEach;
    const uint64_t from_a = low_bits + (0x80 - 'A') * kEach;
    const uint64_t above_z = low_bits + (0x7f - 'Z') * kEach;
    return text | ((~text & (from_a ^ above_z) & 0x80 * kEach) >> 2);
}

bool is_same(const char* text, const char* lower) noexcept {
    return lower_eight(load<uint64_t>(text)) == load<uint64_t>(lower);
}

// Both have `size` characters. The last eight are compared as a whole, so some are compared twice.
bool equals_lower(const char* text, const char* lower, size_t size) noexcept {
    if (size < sizeof(uint64_t)) return tern::equals_lower(Bytes(text, size), Bytes(lower, size));
    for (size_t at = 0; at + sizeof(uint64_t) < size; at += sizeof(uint64_t)) {
        if (!is_same(text + at, lower + at)) return false;
    }
    return is_same(text + size - sizeof(uint64_t), lower + size - sizeof(uint64_t));
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
        const zend_string* known = table[slot];
        if (ZSTR_LEN(known) == name.size() && equals_lower(name.data(), ZSTR_VAL(known), name.size()))
            return table[slot];
    }
    return nullptr;
}

}  // namespace tern::php
