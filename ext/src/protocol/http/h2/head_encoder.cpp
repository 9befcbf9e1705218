#include "protocol/http/h2/head_encoder.h"

#include <cstring>

#include "base/check.h"
#include "protocol/http/number.h"

namespace tern::http::h2 {

namespace {

// The first bits of a field or an update, and how many bits of a number follow them in that byte (RFC 7541 6).
struct Kind {
    uint8_t mark;
    uint8_t bits;
};
constexpr Kind kIndexed{0x80, 7};
constexpr Kind kIndexing{0x40, 6};
constexpr Kind kNotIndexing{0x00, 4};
constexpr Kind kPlainText{0x00, 7};
constexpr Kind kHuffmanText{0x80, 7};
constexpr uint8_t kSizeBits = 5;

// Places of the static table (RFC 7541 Appendix A).
constexpr size_t kStaticEntries = 61;
constexpr size_t kStatus200 = 8;
constexpr size_t kAge = 21;
constexpr size_t kContentLength = 28;
constexpr size_t kEtag = 34;
constexpr size_t kLocation = 46;
constexpr size_t kSetCookie = 55;

// Of each byte, the size of its code in bits (RFC 7541 Appendix B). Codes of one size follow each other.
constexpr uint8_t kCodeSizes[256] = {
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 6,  10, 10, 12, 13, 6,  8,  11, 10, 10, 8,  11, 8,  6,  6,  6,  5,  5,  5,  6,  6,  6,  6,  6,  6,  6,
    7,  8,  15, 6,  12, 10, 13, 6,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,
    7,  8,  7,  8,  13, 19, 13, 14, 6,  15, 5,  6,  5,  6,  5,  6,  6,  6,  5,  7,  7,  6,  6,  6,  5,  6,  7,  6,  5,
    5,  6,  7,  7,  7,  7,  7,  15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24,
    24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22,
    23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23, 26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26,
    27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23,
    22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26};
constexpr uint8_t kLongestCode = 30;

constexpr std::array<uint32_t, 256> make_codes() noexcept {
    std::array<uint32_t, 256> codes{};
    uint32_t next = 0;
    for (uint8_t size = 1; size <= kLongestCode; ++size) {
        next <<= 1;
        for (size_t i = 0; i < codes.size(); ++i) {
            if (kCodeSizes[i] == size) codes[i] = next++;
        }
    }
    return codes;
}
constexpr std::array<uint32_t, 256> kCodes = make_codes();

void put(Buffer& out, uint64_t byte) noexcept { *out.extend(1) = static_cast<char>(byte); }

[[gnu::noinline]] void put_rest(Buffer& out, uint64_t number) noexcept {
    for (; number >= 0x80; number >>= 7) put(out, 0x80 | (number & 0x7f));
    put(out, number);
}

// RFC 7541 5.1.
inline void put_number(Buffer& out, Kind kind, uint64_t number) noexcept {
    const uint64_t most = (uint64_t{1} << kind.bits) - 1;
    if (number < most) return put(out, kind.mark | number);
    put(out, kind.mark | most);
    put_rest(out, number - most);
}

void put_coded(Buffer& out, Bytes text) noexcept {
    uint64_t bits = 0;
    unsigned count = 0;
    for (char c : text) {
        const auto byte = static_cast<uint8_t>(c);
        bits = bits << kCodeSizes[byte] | kCodes[byte];
        for (count += kCodeSizes[byte]; count >= 8; put(out, bits >> count)) count -= 8;
    }
    if (count > 0) put(out, bits << (8 - count) | 0xff >> count);
}

// RFC 7541 5.2, in the shorter form.
void put_text(Buffer& out, Bytes text) noexcept {
    size_t bits = 0;
    for (char c : text) bits += kCodeSizes[static_cast<uint8_t>(c)];
    const size_t coded = (bits + 7) / 8;
    if (coded < text.size()) {
        put_number(out, kHuffmanText, coded);
        return put_coded(out, text);
    }
    put_number(out, kPlainText, text.size());
    out.append(text);
}

void put_literal(Buffer& out, Kind kind, size_t name_index, Bytes name, Bytes value) noexcept {
    put_number(out, kind, name_index);
    if (name_index == 0) put_text(out, name);
    put_text(out, value);
}

struct StaticName {
    Bytes name;
    size_t index;
};

// The names of the static table that responses use, by their size.
constexpr StaticName kStaticNames[] = {
    {"age", kAge},
    {"via", 60},
    {"date", 33},
    {"etag", kEtag},
    {"link", 45},
    {"vary", 59},
    {"allow", 22},
    {"server", 54},
    {"expires", 36},
    {"refresh", 52},
    {"location", kLocation},
    {"set-cookie", kSetCookie},
    {"retry-after", 53},
    {"content-type", 31},
    {"accept-ranges", 18},
    {"cache-control", 24},
    {"content-range", 30},
    {"last-modified", 44},
    {"content-length", kContentLength},
    {"content-encoding", 26},
    {"content-language", 27},
    {"content-location", 29},
    {"www-authenticate", 61},
    {"content-disposition", 25},
    {"proxy-authenticate", 48},
    {"transfer-encoding", 57},
    {"strict-transport-security", 56},
    {"access-control-allow-origin", 20},
};

// 0: it is not there.
size_t find_static_name(Bytes name) noexcept {
    for (const StaticName& one : kStaticNames) {
        if (one.name.size() > name.size()) break;
        if (one.name == name) return one.index;
    }
    return 0;
}

// Values that seldom repeat would take the place of others.
bool is_worth_keeping(size_t static_name) noexcept {
    return static_name != kAge && static_name != kContentLength && static_name != kEtag && static_name != kLocation &&
           static_name != kSetCookie;
}

// Tells most fields apart; the rest is compared.
uint32_t hash_of(Bytes name, Bytes value) noexcept {
    uint32_t hash = static_cast<uint32_t>(name.size() + (value.size() << 8));
    const auto add = [&hash](char c) { hash = hash * 31 + static_cast<uint8_t>(c); };
    add(name.front());
    add(name.back());
    if (value.empty()) return hash;
    add(value.front());
    add(value[value.size() / 2]);
    add(value.back());
    return hash;
}

}  // namespace

void HeadEncoder::add_status(Buffer& out, int status) noexcept {
    if (status == 200) return put(out, kIndexed.mark | kStatus200);
    TERN_CHECK(status >= 100 && status <= 999);
    const char text[] = {static_cast<char>('0' + status / 100), static_cast<char>('0' + status / 10 % 10),
                         static_cast<char>('0' + status % 10)};
    switch (status) {
        case 204: return put_number(out, kIndexed, kStatus200 + 1);
        case 206: return put_number(out, kIndexed, kStatus200 + 2);
        case 304: return put_number(out, kIndexed, kStatus200 + 3);
        case 400: return put_number(out, kIndexed, kStatus200 + 4);
        case 404: return put_number(out, kIndexed, kStatus200 + 5);
        case 500: return put_number(out, kIndexed, kStatus200 + 6);
        default: put_literal(out, kNotIndexing, kStatus200, {}, Bytes(text, sizeof text));
    }
}

// The index of the name is beyond the four bits of its first byte.
void HeadEncoder::add_length(Buffer& out, uint64_t length) noexcept {
    constexpr uint8_t kMost = (1 << kNotIndexing.bits) - 1;
    char field[3 + kMaxDecimalDigits] = {kMost, kContentLength - kMost};
    const char* end = write_decimal(field + 3, length);
    field[2] = static_cast<char>(end - (field + 3));
    out.append(Bytes(field, static_cast<size_t>(end - field)));
}

bool HeadEncoder::is_same_date(Bytes date) const noexcept {
    return own_date_ != 0 && value_of(entry(own_date_)) == date;
}

void HeadEncoder::add_own(Buffer& out, unsigned fields, const OwnValues& values) noexcept {
    const bool repeats = own_last_ != 0 && own_last_ == last_ && own_fields_ == fields;
    if (repeats && ((fields & kDate) == 0 || is_same_date(values.date))) return out.append(Bytes(own_, own_size_));
    const uint64_t before = last_;
    const size_t from = out.size();
    if ((fields & kServer) != 0) add(out, "server", values.server);
    own_date_ = (fields & kDate) != 0 ? encode(out, "date", values.date) : 0;
    if ((fields & kContentType) != 0) add(out, "content-type", values.content_type);
    own_size_ = out.size() - from;
    own_fields_ = fields;
    // A field that was put into the table is encoded in another way the next time.
    own_last_ = before == last_ && own_size_ <= sizeof own_ ? last_ : 0;
    if (own_last_ != 0) std::memcpy(own_, out.data() + from, own_size_);
}

uint64_t HeadEncoder::encode(Buffer& out, Bytes name, Bytes value) noexcept {
    const uint32_t hash = hash_of(name, value);
    if (const uint64_t found = find(name, value, hash); found != 0) {
        put_number(out, kIndexed, index_of(found));
        return found;
    }
    const size_t static_name = find_static_name(name);
    const size_t name_index = static_name != 0 ? static_name : find_name(name);
    if (!is_worth_keeping(static_name) || name.size() + value.size() + kEntryBytes > limit_ / 4 * 3) {
        put_literal(out, kNotIndexing, name_index, name, value);
        return 0;
    }
    put_literal(out, kIndexing, name_index, name, value);
    insert(name, value, hash);
    return last_;
}

// The newest entry is the first one behind the static table.
size_t HeadEncoder::index_of(uint64_t number) const noexcept { return kStaticEntries + 1 + (last_ - number); }

uint64_t HeadEncoder::find(Bytes name, Bytes value, uint32_t hash) const noexcept {
    for (uint64_t number = last_; is_live(number); --number) {
        const Entry& one = entry(number);
        if (one.hash == hash && name_of(one) == name && value_of(one) == value) return number;
    }
    return 0;
}

// 0: none.
size_t HeadEncoder::find_name(Bytes name) const noexcept {
    for (uint64_t number = last_; is_live(number); --number) {
        if (name_of(entry(number)) == name) return index_of(number);
    }
    return 0;
}

void HeadEncoder::insert(Bytes name, Bytes value, uint32_t hash) noexcept {
    if (table_ == nullptr) table_ = std::make_unique<Table>();
    const size_t size = name.size() + value.size();
    evict_to(limit_ - size - kEntryBytes);
    if (text_end_ + size > kTableBytes) move_text();
    ++last_;
    ++count_;
    bytes_ += size + kEntryBytes;
    entry(last_) = {hash, static_cast<uint16_t>(text_end_), static_cast<uint16_t>(name.size()),
                    static_cast<uint16_t>(value.size())};
    std::memcpy(table_->text + text_end_, name.data(), name.size());
    if (!value.empty()) std::memcpy(table_->text + text_end_ + name.size(), value.data(), value.size());
    text_end_ += size;
}

void HeadEncoder::evict_to(size_t bytes) noexcept {
    while (bytes_ > bytes) {
        const Entry& oldest = entry(last_ - count_ + 1);
        bytes_ -= oldest.name_size + oldest.value_size + kEntryBytes;
        --count_;
    }
}

// To the front: the entries lie in their order, without gaps.
void HeadEncoder::move_text() noexcept {
    const size_t from = count_ > 0 ? entry(last_ - count_ + 1).at : text_end_;
    text_end_ -= from;
    std::memmove(table_->text, table_->text + from, text_end_);
    for (uint64_t number = last_; is_live(number); --number) {
        entry(number).at = static_cast<uint16_t>(entry(number).at - from);
    }
}

void HeadEncoder::note_sizes(Bytes updates) noexcept {
    if (updates.empty()) return;
    own_last_ = 0;
    constexpr uint64_t kMost = (1 << kSizeBits) - 1;
    while (!updates.empty()) {
        uint64_t size = static_cast<uint8_t>(updates.front()) & kMost;
        updates.remove_prefix(1);
        bool more = size == kMost;
        for (unsigned shift = 0; more && !updates.empty(); shift += 7) {
            const auto byte = static_cast<uint8_t>(updates.front());
            updates.remove_prefix(1);
            size += uint64_t{byte & 0x7fU} << shift;
            more = (byte & 0x80) != 0;
        }
        limit_ = std::min<uint64_t>(size, kTableBytes);
        evict_to(limit_);
    }
}

}  // namespace tern::http::h2
