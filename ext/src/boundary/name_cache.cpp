#include "boundary/name_cache.h"

namespace tern::boundary {

namespace {

std::string key_of(const NameQuery& query) {
    std::string key = query.name;
    const int numbers[] = {query.family, query.socket_type, query.protocol, query.server.sin_port};
    for (const int number : numbers) key += ' ' + std::to_string(number);
    return key + ' ' + std::to_string(query.server.sin_addr.s_addr) + ' ' + query.service;
}

}  // namespace

void NameCache::limit(size_t most, int64_t expire_ms) {
    most_ = expire_ms > 0 ? most : 0;
    expire_ms_ = expire_ms;
    while (entries_.size() > most_) remove(*by_use_.front());
}

const std::vector<HostAddress>* NameCache::find(const NameQuery& query, int64_t now_ms) {
    if (entries_.empty()) return nullptr;
    const auto found = entries_.find(key_of(query));
    if (found == entries_.end()) return nullptr;
    if (found->second.until_ms <= now_ms) {
        remove(found->second);
        return nullptr;
    }
    by_use_.push_back(found->second);
    return &found->second.addresses;
}

void NameCache::add(const NameQuery& query, const std::vector<HostAddress>& addresses, int64_t now_ms) {
    if (most_ == 0) return;
    const auto place = entries_.try_emplace(key_of(query)).first;
    Entry& entry = place->second;
    entry.addresses = addresses;
    entry.until_ms = now_ms + expire_ms_;
    entry.key = &place->first;
    by_use_.push_back(entry);
    if (entries_.size() > most_) remove(*by_use_.front());
}

void NameCache::clear() {
    while (!by_use_.empty()) remove(*by_use_.front());
}

void NameCache::remove(Entry& entry) { entries_.erase(entries_.find(*entry.key)); }

}  // namespace tern::boundary
