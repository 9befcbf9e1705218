// What the tests of streams send: texts that show where a byte is missing, bodies that count releases, files.
#pragma once

#include <cstddef>
#include <doctest/doctest.h>
#include <random>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "net/stream.h"

namespace stream_content {

inline std::string pattern(size_t size, unsigned seed) {
    std::string text(size, '\0');
    for (size_t i = 0; i < size; ++i) text[i] = static_cast<char>((i * 31 + seed * 17 + i / 251) & 0xff);
    return text;
}

// A body that counts how often it was released.
struct Body {
    explicit Body(std::string its_text) : text(std::move(its_text)) {}
    std::string text;
    int released = 0;
    tern::Slice slice() {
        return tern::Slice(text, this, [](void* self) { ++static_cast<Body*>(self)->released; });
    }
};

inline tern::Fd file_with(const std::string& content) {
    tern::Fd file(memfd_create("content", MFD_CLOEXEC));
    REQUIRE(file.open());
    REQUIRE(write(file.get(), content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    return file;
}

// Queues a text, a body or a part of a file by chance, and returns its bytes. `content` is what the file has.
inline std::string append_any(tern::net::Stream& stream, std::mt19937& random, const std::string& content,
                              size_t offset) {
    std::string piece = pattern(random() % 40'000, random());
    switch (random() % 3) {
        case 0: stream.tail().append(piece); break;
        case 1: {
            auto* body = new Body(piece);
            stream.append(tern::Slice(body->text, body, [](void* self) { delete static_cast<Body*>(self); }));
            break;
        }
        default:
            piece = content.substr(offset, random() % 20'000);
            stream.append_file(file_with(content), static_cast<off_t>(offset), piece.size());
    }
    return piece;
}

}  // namespace stream_content
