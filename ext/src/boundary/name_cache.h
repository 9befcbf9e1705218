// Addresses of host names that were looked up, kept for a fixed time: the system's resolver does not tell how long an
// answer is valid. Off until limit() turns it on. For the PHP thread of one process.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "base/list.h"
#include "boundary/names.h"

namespace tern::boundary {

class NameCache {
public:
    NameCache() = default;
    NameCache(const NameCache&) = delete;
    NameCache& operator=(const NameCache&) = delete;

    // Keeps at most `most` names, each for `expire_ms`. 0: keeps nothing.
    void limit(size_t most, int64_t expire_ms);
    // Null: it is not there, or too old. Valid until the next call.
    const std::vector<HostAddress>* find(const NameQuery& query, int64_t now_ms);
    // Replaces the name that was not used for longest when there are too many.
    void add(const NameQuery& query, const std::vector<HostAddress>& addresses, int64_t now_ms);
    void clear();

private:
    struct Entry : ListHook {
        std::vector<HostAddress> addresses;
        int64_t until_ms = 0;
        const std::string* key = nullptr;
    };
    void remove(Entry& entry);

    List<Entry> by_use_;  // the last used one is at the back
    std::unordered_map<std::string, Entry> entries_;
    size_t most_ = 0;
    int64_t expire_ms_ = 0;
};

}  // namespace tern::boundary
