// The queries of one request: how many, how long it waited for them, and which of them are sent again and again from
// one line of the application. Many reads with one digest from one line are a query in a loop over the rows of another
// query, where one query would do: "N+1".
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/fixed_text.h"
#include "base/log.h"
#include "serve/telemetry/query_digests.h"

namespace tern::serve {

class RequestQueries {
public:
    // More reads from one line are N+1.
    static constexpr uint32_t kMostFromOneLine = 5;
    static constexpr size_t kMostSorts = 500;
    static constexpr size_t kMostStatements = 5000;
    static constexpr size_t kNoSort = SIZE_MAX;

    // `logs`: write_report() is wanted at the end.
    explicit RequestQueries(bool logs) noexcept : logs(logs) {}
    RequestQueries(const RequestQueries&) = delete;
    RequestQueries& operator=(const RequestQueries&) = delete;
    ~RequestQueries();

    struct Place {
        Bytes file;
        uint32_t line = 0;
    };
    // The queries with one digest from one line.
    struct Sort {
        QueryDigest* digest = nullptr;  // a reference
        std::string file;
        uint32_t line = 0;
        uint32_t count = 0;
        uint32_t same = 0;  // of these, those whose values were those of an earlier one
        uint64_t rows = 0;
        int64_t waited_ns = 0;

        bool is_n_plus_1() const noexcept {
            return digest->reads && !digest->is_batch && count > kMostFromOneLine && count - same > kMostFromOneLine;
        }
        bool is_repeated() const noexcept { return digest->reads && same > 0 && !is_n_plus_1(); }
    };

    // Counts a query. `exact`: equal for the same statement with the same values. Returns its sort for the calls below.
    size_t add(QueryDigest& digest, const Place& place, uint64_t exact);
    void add_wait(size_t sort, int64_t ns) noexcept;
    void add_rows(size_t sort, uint64_t rows) noexcept;
    void add_transaction(int64_t open_ns) noexcept;

    uint64_t count() const noexcept { return count_; }
    int64_t waited_ns() const noexcept { return waited_ns_; }
    uint64_t rows() const noexcept { return rows_; }
    uint64_t transactions() const noexcept { return transactions_; }
    // How long all transactions were open, and one of them.
    int64_t open_ns() const noexcept { return open_ns_; }
    int64_t longest_open_ns() const noexcept { return longest_open_ns_; }
    // How many sorts have become N+1.
    uint64_t n_plus_1() const noexcept { return n_plus_1_; }
    const std::vector<Sort>& sorts() const noexcept { return sorts_; }

    const bool logs;

private:
    std::vector<Sort> sorts_;
    std::unordered_map<uint64_t, size_t> index_;  // by digest and place
    std::unordered_set<uint64_t> statements_;     // `exact` of reads
    uint64_t count_ = 0;
    uint64_t rows_ = 0;
    int64_t waited_ns_ = 0;
    uint64_t transactions_ = 0;
    uint64_t n_plus_1_ = 0;
    int64_t open_ns_ = 0;
    int64_t longest_open_ns_ = 0;
};

using QueryReport = FixedText<Log::kMaxMessage>;
// Writes "14 queries, 23.100 ms", and a line for each N+1 and for what was asked again. Returns whether there is such a
// line.
bool write_report(QueryReport& text, const RequestQueries& queries) noexcept;

}  // namespace tern::serve
