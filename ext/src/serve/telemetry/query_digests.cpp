#include "serve/telemetry/query_digests.h"

#include <algorithm>

namespace tern::serve {

void QueryTotals::add(const QueryTotals& other) noexcept {
    count += other.count;
    failed += other.failed;
    rows += other.rows;
    waited_ns += other.waited_ns;
    first_ns += other.first_ns;
    worst_ns = std::max(worst_ns, other.worst_ns);
}

namespace {

std::string cut(const sql::Digest& digest) {
    const Bytes text = digest.text();
    if (!digest.is_cut() && text.size() <= QueryDigest::kMostText) return std::string(text);
    return std::string(text.substr(0, QueryDigest::kMostText)) + " ...";
}

QueryOperation kind_of(Bytes operation) noexcept {
    for (size_t i = 0; i < kQueryOperations; ++i) {
        if (equals_lower(operation, kQueryOperationNames[i])) return static_cast<QueryOperation>(i);
    }
    return equals_lower(operation, "replace") ? QueryOperation::insert : QueryOperation::other;
}

}  // namespace

// A batch and a statement with one value have one text.
uint64_t QueryDigest::hash_of(const sql::Digest& digest, Bytes system) noexcept {
    return sql::hash_of(system, digest.hash()) + (digest.is_batch() ? 1 : 0);
}

QueryDigest::QueryDigest(const sql::Digest& digest, Bytes system_name)
    : hash(hash_of(digest, system_name)),
      text(cut(digest)),
      summary(digest.summary().text()),
      operation(digest.summary().operation()),
      collection(digest.summary().collection()),
      system(system_name),
      reads(digest.summary().reads()),
      is_batch(digest.is_batch()),
      kind(kind_of(operation)) {}

QueryDigests::~QueryDigests() {
    for (const auto& [hash, digest] : digests_) digest->release();
}

QueryDigest& QueryDigests::of(Bytes statement, const sql::Syntax& syntax, Bytes system) {
    const uint64_t hash = sql::hash_of(statement, sql::hash_of(system, syntax.backslashes ? 1 : 0));
    Known& known = known_[hash % kKnown];
    if (known.digest == nullptr || known.statement != hash) known = {hash, &read(statement, syntax, system)};
    known.digest->retain();
    return *known.digest;
}

QueryDigest& QueryDigests::read(Bytes statement, const sql::Syntax& syntax, Bytes system) {
    read_.read(statement, syntax);
    const uint64_t hash = QueryDigest::hash_of(read_, system);
    auto found = digests_.find(hash);
    if (found == digests_.end()) {
        if (digests_.size() >= kMost) make_room();
        found = digests_.emplace(hash, new QueryDigest(read_, system)).first;
    }
    return *found->second;
}

void QueryDigests::make_room() noexcept {
    const auto least = std::min_element(digests_.begin(), digests_.end(), [](const auto& a, const auto& b) {
        return a.second->totals.waited_ns < b.second->totals.waited_ns;
    });
    others_.add(least->second->totals);
    for (Known& known : known_) {
        if (known.digest == least->second) known = {};
    }
    least->second->release();
    digests_.erase(least);
}

}  // namespace tern::serve
