#include "serve/telemetry/request_queries.h"

#include <algorithm>

namespace tern::serve {

RequestQueries::~RequestQueries() {
    for (const Sort& sort : sorts_) sort.digest->release();
}

size_t RequestQueries::add(QueryDigest& digest, const Place& place, uint64_t exact) {
    ++count_;
    const uint64_t key = sql::hash_of(place.file, (digest.hash + (digest.is_batch ? 1 : 0)) ^ place.line);
    auto found = index_.find(key);
    if (found == index_.end()) {
        if (sorts_.size() >= kMostSorts) return kNoSort;
        digest.retain();
        sorts_.push_back({&digest, std::string(place.file), place.line});
        found = index_.emplace(key, sorts_.size() - 1).first;
    }
    Sort& sort = sorts_[found->second];
    const bool was_n_plus_1 = sort.is_n_plus_1();
    ++sort.count;
    if (digest.reads && statements_.size() < kMostStatements && !statements_.insert(exact).second) ++sort.same;
    if (!was_n_plus_1 && sort.is_n_plus_1()) ++n_plus_1_;
    return found->second;
}

void RequestQueries::add_wait(size_t sort, int64_t ns) noexcept {
    waited_ns_ += ns;
    if (sort != kNoSort) sorts_[sort].waited_ns += ns;
}

void RequestQueries::add_rows(size_t sort, uint64_t rows) noexcept {
    rows_ += rows;
    if (sort != kNoSort) sorts_[sort].rows += rows;
}

void RequestQueries::add_transaction(int64_t open_ns) noexcept {
    ++transactions_;
    open_ns_ += open_ns;
    longest_open_ns_ = std::max(longest_open_ns_, open_ns);
}

namespace {

constexpr size_t kMostStatementText = 200;

// "1.250"
void add_ms(QueryReport& text, int64_t ns) noexcept {
    const auto us = static_cast<uint64_t>(std::max<int64_t>(ns, 0) / 1000);
    text.add(us / 1000);
    const char digits[] = {'.', static_cast<char>('0' + us / 100 % 10), static_cast<char>('0' + us / 10 % 10),
                           static_cast<char>('0' + us % 10)};
    text.add(Bytes(digits, sizeof digits));
    text.add(" ms");
}

void add_sort(QueryReport& text, Bytes what, uint64_t times, const RequestQueries::Sort& sort) noexcept {
    text.add("\n");
    text.add(what);
    text.add(" ");
    text.add(times);
    text.add(" times from ");
    text.add(sort.file);
    text.add(":");
    text.add(uint64_t{sort.line});
    text.add(", ");
    add_ms(text, sort.waited_ns);
    text.add(": ");
    text.add(Bytes(sort.digest->text).substr(0, kMostStatementText));
}

void add_transactions(QueryReport& text, const RequestQueries& queries) noexcept {
    text.add(", ");
    text.add(queries.transactions());
    text.add(queries.transactions() == 1 ? " transaction open for " : " transactions open for ");
    add_ms(text, queries.open_ns());
    if (queries.transactions() == 1) return;
    text.add(", one of them for ");
    add_ms(text, queries.longest_open_ns());
}

}  // namespace

bool write_report(QueryReport& text, const RequestQueries& queries) noexcept {
    text.add(queries.count());
    text.add(queries.count() == 1 ? " query, " : " queries, ");
    text.add(queries.rows());
    text.add(queries.rows() == 1 ? " row, " : " rows, ");
    add_ms(text, queries.waited_ns());
    text.add(" of waiting");
    if (queries.transactions() > 0) add_transactions(text, queries);
    bool found = false;
    for (const RequestQueries::Sort& sort : queries.sorts()) {
        if (sort.is_n_plus_1()) add_sort(text, "N+1:", sort.count, sort);
        if (sort.is_repeated()) add_sort(text, "asked again with the same values:", sort.same, sort);
        found = found || sort.is_n_plus_1() || sort.is_repeated();
    }
    return found;
}

}  // namespace tern::serve
