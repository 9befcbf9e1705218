#include "php/shared/shared_cache_object.h"

#include <algorithm>

#include "php/engine/globals.h"
#include "shm/process_name.h"

namespace tern::php {

namespace {

shm::Cache* make_server_cache() noexcept {
    if (TERN_G(cache_size) <= 0) return nullptr;
    auto* cache = new shm::Cache;
    const auto size = static_cast<size_t>(TERN_G(cache_size));
    if (cache->create(std::clamp(size, shm::Cache::kLeast, shm::Cache::kMost)) == Error::ok) return cache;
    delete cache;
    return nullptr;
}

}  // namespace

void CacheObject::note_claim(Bytes key, uint64_t token) {
    if (claims == nullptr) claims = new std::vector<OwnClaim>;
    claims->push_back({shm::this_process_name(), token, std::string(key)});
}

void CacheObject::forget_claim(uint64_t token) noexcept {
    if (claims != nullptr) std::erase_if(*claims, [token](const OwnClaim& one) { return one.token == token; });
}

void CacheObject::release(CacheObject& self) {
    if (self.claims != nullptr) {
        for (const OwnClaim& one : *self.claims) {
            if (one.process == shm::this_process_name()) self.cache->give_up(one.key, one.token);
        }
        delete self.claims;
    }
    if (!self.is_of_server) delete self.cache;
}

shm::Cache* server_cache() noexcept {
    static shm::Cache* const cache = make_server_cache();
    return cache;
}

}  // namespace tern::php
