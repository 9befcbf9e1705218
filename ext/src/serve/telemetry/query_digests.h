// What the queries of one process are: a digest for all statements that differ in their values only, with how often it
// was sent and how long it took. The number of digests is limited: those with the least time make room, and are counted
// as one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "protocol/sql/digest.h"

namespace tern::serve {

// What metrics tell apart: their number must not depend on the statements.
enum class QueryOperation : uint8_t { select, insert, update, delete_, other };
inline constexpr Bytes kQueryOperationNames[] = {"select", "insert", "update", "delete", "other"};
inline constexpr size_t kQueryOperations = std::size(kQueryOperationNames);

struct QueryTotals {
    uint64_t count = 0;
    uint64_t failed = 0;
    uint64_t rows = 0;
    int64_t waited_ns = 0;
    int64_t first_ns = 0;  // the part of it until responses began
    int64_t worst_ns = 0;

    void add(const QueryTotals& other) noexcept;
};

// Has a reference count: queries that are under way, and requests, have references.
class QueryDigest {
public:
    static constexpr size_t kMostText = 512;

    QueryDigest(const sql::Digest& digest, Bytes system);
    // The same text for another system is another query.
    static uint64_t hash_of(const sql::Digest& digest, Bytes system) noexcept;
    QueryDigest(const QueryDigest&) = delete;
    QueryDigest& operator=(const QueryDigest&) = delete;

    void retain() noexcept { ++references_; }
    void release() noexcept {
        if (--references_ == 0) delete this;
    }

    const uint64_t hash;
    const std::string text;  // longer ones are cut
    const std::string summary;
    const std::string operation;
    const std::string collection;  // empty: none, or several
    const Bytes system;            // "mysql": a literal
    const bool reads;
    const bool is_batch;
    const QueryOperation kind;  // `operation`, for metrics
    QueryTotals totals;

private:
    ~QueryDigest() = default;
    uint32_t references_ = 1;
};

class QueryDigests {
public:
    static constexpr size_t kMost = 500;

    QueryDigests() = default;
    QueryDigests(const QueryDigests&) = delete;
    QueryDigests& operator=(const QueryDigests&) = delete;
    ~QueryDigests();

    // The caller gets a reference.
    QueryDigest& of(Bytes statement, const sql::Syntax& syntax, Bytes system);
    // Of digests that were left out since.
    const QueryTotals& others() const noexcept { return others_; }
    template <class Visitor>
    void each(Visitor visit) const {
        for (const auto& [hash, digest] : digests_) visit(*digest);
    }

private:
    static constexpr size_t kKnown = 256;
    // A statement that was read lately, such as one with placeholders.
    struct Known {
        uint64_t statement = 0;
        QueryDigest* digest = nullptr;  // null: the entry is free
    };

    QueryDigest& read(Bytes statement, const sql::Syntax& syntax, Bytes system);
    void make_room() noexcept;

    std::array<Known, kKnown> known_{};
    std::unordered_map<uint64_t, QueryDigest*> digests_;
    QueryTotals others_;
    sql::Digest read_;
};

}  // namespace tern::serve
