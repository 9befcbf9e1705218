// What makes a session at a server, part by part, as a key of the pool.
#pragma once

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "pool/connection.h"

namespace tern::php {

// Each part has its length before it, so that no two lists of parts are the same text.
class KeyParts {
public:
    KeyParts() = default;
    KeyParts(const KeyParts&) = delete;
    KeyParts& operator=(const KeyParts&) = delete;
    ~KeyParts() { OPENSSL_cleanse(text_.data(), text_.size()); }

    void add(Bytes part) {
        add(part.size());
        text_.append(part);
    }
    void add(uint64_t number) { text_.append(reinterpret_cast<const char*>(&number), sizeof number); }
    void add(const char* part) {
        add(uint64_t{part != nullptr});
        if (part != nullptr) add(Bytes(part));
    }
    pool::Key digest() const noexcept {
        pool::Key key{};
        unsigned size = 0;
        const int made = EVP_Digest(text_.data(), text_.size(), key.data(), &size, EVP_sha256(), nullptr);
        TERN_CHECK(made == 1);
        TERN_CHECK(size == key.size());
        return key;
    }

private:
    static constexpr size_t kUsual = 1024;
    std::string text_ = std::string(kUsual, '\0').erase();  // so that it seldom moves
};

}  // namespace tern::php
