// HeadEncoder compresses the heads and trailers of one HTTP/2 connection (HPACK, RFC 7541). It has the dynamic table
// that the client's decoder has, too, so each encoded head must be sent, in the order of the calls. The table has
// memory from the first field on that is put into it.
#pragma once

#include <array>
#include <memory>

#include "base/buffer.h"

namespace tern::http::h2 {

class HeadEncoder {
public:
    // Fields that the server adds to most responses: a set of bits.
    enum Own : uint8_t { kServer = 1, kDate = 2, kContentType = 4 };
    struct OwnValues {
        Bytes server;
        Bytes date;
        Bytes content_type;
    };

    void add_status(Buffer& out, int status) noexcept;
    void add_length(Buffer& out, uint64_t length) noexcept;
    // `name` is in lower case.
    void add(Buffer& out, Bytes name, Bytes value) noexcept { (void)encode(out, name, value); }
    // The same as add() for these fields. Only the date may change from one head of a connection to the next.
    void add_own(Buffer& out, unsigned fields, const OwnValues& values) noexcept;
    // The head begins with these updates of the table's size (RFC 7541 6.3).
    void note_sizes(Bytes updates) noexcept;

    static constexpr size_t kTableBytes = 4096;  // the most that is used, whatever the client allows

private:
    static constexpr size_t kEntryBytes = 32;  // added to the size of each entry (RFC 7541 4.1)
    static constexpr size_t kMostEntries = kTableBytes / kEntryBytes;

    // Text of the table: the name, and the value behind it.
    struct Entry {
        uint32_t hash;
        uint16_t at;
        uint16_t name_size;
        uint16_t value_size;
    };
    struct Table {
        std::array<Entry, kMostEntries> entries;  // a ring, by their numbers
        char text[kTableBytes];
    };

    // Entries have numbers from 1 on, in their order; 0: none.
    uint64_t encode(Buffer& out, Bytes name, Bytes value) noexcept;
    bool is_same_date(Bytes date) const noexcept;
    Entry& entry(uint64_t number) const noexcept { return table_->entries[number % kMostEntries]; }
    bool is_live(uint64_t number) const noexcept { return number > last_ - count_; }
    Bytes name_of(const Entry& one) const noexcept { return {table_->text + one.at, one.name_size}; }
    Bytes value_of(const Entry& one) const noexcept { return {table_->text + one.at + one.name_size, one.value_size}; }
    size_t index_of(uint64_t number) const noexcept;
    uint64_t find(Bytes name, Bytes value, uint32_t hash) const noexcept;
    size_t find_name(Bytes name) const noexcept;
    void insert(Bytes name, Bytes value, uint32_t hash) noexcept;
    void evict_to(size_t bytes) noexcept;
    void move_text() noexcept;

    std::unique_ptr<Table> table_;
    uint64_t last_ = 0;  // the number of the newest entry
    uint64_t count_ = 0;
    size_t bytes_ = 0;  // of the entries, as RFC 7541 4.1 counts them
    size_t limit_ = kTableBytes;
    size_t text_end_ = 0;
    // How the last own fields were encoded: as long as the table has not changed, the next ones are the same bytes.
    uint64_t own_last_ = 0;  // the newest entry then; 0: none
    uint64_t own_date_ = 0;  // the entry of the date
    unsigned own_fields_ = 0;
    size_t own_size_ = 0;
    char own_[8];
};

}  // namespace tern::http::h2
