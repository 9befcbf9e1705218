// The object of Tern\Cache, and the cache that the processes of a server share.
#pragma once

#include <string>
#include <vector>

#include "php/engine/object.h"
#include "shm/cache.h"

namespace tern::php {

// A value that the code of this object computes.
struct OwnClaim {
    uint64_t process;  // shm::this_process_name(); a forked child does not end the claims of its parent
    uint64_t token;
    std::string key;
};

struct CacheObject {
    shm::Cache* cache;              // null before the constructor
    std::vector<OwnClaim>* claims;  // null: there was none yet
    bool is_of_server;              // otherwise the object owns the cache
    zend_object std;

    void note_claim(Bytes key, uint64_t token);
    void forget_claim(uint64_t token) noexcept;

    // Ends the claims, too: the code that computed a value was ended by exit() or by a fatal error of its page.
    static void release(CacheObject& self);
};

// The cache of the server, as large as tern.cache_size says. It is made by the first call, so the master calls it
// before it forks. Null: the size is 0, or there is no memory.
shm::Cache* server_cache() noexcept;

}  // namespace tern::php
