// The digests of the prepared statements of a connection, by the names that the program has given them.
#pragma once

#include <string>
#include <unordered_map>

#include "serve/telemetry/query_digests.h"

namespace tern::php {

class PreparedDigests {
public:
    static constexpr size_t kMost = 1000;

    PreparedDigests() = default;
    PreparedDigests(const PreparedDigests&) = delete;
    PreparedDigests& operator=(const PreparedDigests&) = delete;
    ~PreparedDigests() { clear(); }

    // Takes over the reference.
    void set(Bytes name, serve::QueryDigest& digest) {
        if (digests_.size() >= kMost) clear();
        erase(name);
        digests_.emplace(name, &digest);
    }
    // Without a new reference. Null: it is not known.
    serve::QueryDigest* find(Bytes name) const {
        const auto found = digests_.find(std::string(name));
        return found == digests_.end() ? nullptr : found->second;
    }
    void erase(Bytes name) {
        const auto found = digests_.find(std::string(name));
        if (found == digests_.end()) return;
        found->second->release();
        digests_.erase(found);
    }
    void clear() {
        for (const auto& [name, digest] : digests_) digest->release();
        digests_.clear();
    }

private:
    std::unordered_map<std::string, serve::QueryDigest*> digests_;
};

}  // namespace tern::php
