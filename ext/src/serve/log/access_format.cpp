#include "serve/log/access_format.h"

#include <algorithm>
#include <ctime>
#include <unistd.h>

#include "protocol/http/number.h"
#include "serve/log/log_text.h"
#include "serve/origin.h"
#include "serve/telemetry/request_account.h"

namespace tern::serve {

namespace {

constexpr Bytes kCombined = R"(%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i")";
constexpr Bytes kDirectives = "ahlutrsbBOIDTmUqHvpPX%";
constexpr Bytes kWithArgument = "ioaw";
constexpr size_t kMaxFirstLine = 1024;
constexpr Bytes kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr size_t kMonth = 4;         // the position of the month
constexpr size_t kIsoFraction = 20;  // the position of the milliseconds of an ISO 8601 time

// One sentence for each unknown directive, as complaints are static text.
constexpr Bytes kSentence = "have only known directives, and not %?";
using Sentence = std::array<char, kSentence.size() + 1>;
constexpr auto kSentences = [] {
    std::array<Sentence, 128> all{};
    for (size_t i = 0; i < all.size(); ++i) {
        for (size_t k = 0; k < kSentence.size(); ++k) all[i][k] = kSentence[k];
        if (i > 0x20 && i < 0x7f) all[i][kSentence.find('?')] = static_cast<char>(i);
    }
    return all;
}();

const char* unknown(char directive) noexcept { return kSentences[static_cast<unsigned char>(directive) & 0x7f].data(); }

// The text after a '%'.
struct Directive {
    char letter = 0;
    Bytes argument;
    const char* wrong = nullptr;
};

Directive take_directive(Bytes& rest) noexcept {
    Directive found;
    const bool has_argument = rest.starts_with('{');
    if (has_argument) {
        const size_t end = rest.find('}');
        if (end == Bytes::npos || end == 1) return {0, {}, "name a field in each %{}"};
        found.argument = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
    } else if (rest.starts_with(">s") || rest.starts_with("<s")) {
        rest.remove_prefix(1);
    }
    if (rest.empty()) return {0, {}, "not end in the middle of a directive"};
    found.letter = rest.front();
    rest.remove_prefix(1);
    const Bytes known = has_argument ? kWithArgument : kDirectives;
    if (known.find(found.letter) == Bytes::npos) found.wrong = unknown(found.letter);
    if (has_argument && found.letter == 'a' && found.argument != "c") found.wrong = "have no argument but c in %{}a";
    if (has_argument && found.letter == 'w' && !is_account_figure(found.argument)) {
        found.wrong = "have cpu, switches, memory or a kind of waiting in each %{}w";
    }
    return found;
}

void append_number(Buffer& out, uint64_t number) noexcept {
    char* at = out.extend(http::kMaxDecimalDigits);
    out.shrink(http::kMaxDecimalDigits - static_cast<size_t>(http::write_decimal(at, number) - at));
}

void append_number(Buffer& out, int64_t number) noexcept { append_number(out, static_cast<uint64_t>(number)); }

// Writes a number with leading zeros.
void write_digits(char* at, size_t count, uint64_t number) noexcept {
    for (size_t i = count; i > 0; --i) {
        at[i - 1] = static_cast<char>('0' + number % 10);
        number /= 10;
    }
}

void append_address(Buffer& out, const shm::SessionOrigin& origin) noexcept {
    char text[kMaxIpText];
    const size_t length = write_ip(origin, text);
    out.append(length == 0 ? Bytes("unix") : Bytes(text, length));
}

Bytes protocol_of(http::Version version) noexcept {
    switch (version) {
        case http::Version::http10: return "HTTP/1.0";
        case http::Version::http11: return "HTTP/1.1";
        case http::Version::http2: break;
    }
    return "HTTP/2.0";
}

void append_request_line(Buffer& out, const AccessEntry& entry) noexcept {
    if (entry.head == nullptr) return append_log_text(out, entry.first_line.substr(0, kMaxFirstLine));
    append_log_text(out, entry.head->method);
    out.append(" ");
    append_log_text(out, entry.head->target);
    out.append(" ");
    out.append(protocol_of(entry.head->version));
}

void append_query(Buffer& out, Bytes query) noexcept {
    if (query.empty()) return;
    out.append("?");
    append_log_text(out, query);
}

char connection_state(const AccessEntry& entry) noexcept {
    if (entry.aborted) return 'X';
    return entry.keep_alive ? '+' : '-';
}

// The directives about the request's head.
void append_of_head(Buffer& out, char directive, Bytes name, const http::RequestHead* head) noexcept {
    if (head == nullptr) return out.append("-");
    switch (directive) {
        case 'm': append_log_text(out, head->method); break;
        case 'U': append_log_text(out, head->path); break;
        case 'q': append_query(out, head->query); break;
        case 'H': out.append(protocol_of(head->version)); break;
        case 'v': append_log_text(out, head->host); break;
        default: append_log_text(out, head->find(name)); break;
    }
}

void append_json_field(Buffer& out, Bytes key, Bytes value) noexcept {
    out.append(key);
    append_json_text(out, value);
}

bool same_address(const shm::SessionOrigin& a, const shm::SessionOrigin& b) noexcept {
    return a.family == b.family && a.ip == b.ip;
}

}  // namespace

const char* AccessFormat::complaint(Bytes format) noexcept {
    if (format.empty()) return "be \"combined\", \"json\" or a format with directives";
    for (size_t at = format.find('%'); at != Bytes::npos; at = format.find('%')) {
        format.remove_prefix(at + 1);
        const Directive next = take_directive(format);
        if (next.wrong != nullptr) return next.wrong;
    }
    return nullptr;
}

AccessFormat::AccessFormat(Bytes format) : pid_(getpid()) {
    wants_account_ = format == "json";
    if (format != "json") compile(format == "combined" ? kCombined : format);
}

void AccessFormat::compile(Bytes format) {
    while (!format.empty()) {
        const size_t plain = std::min(format.find('%'), format.size());
        if (plain > 0) pieces_.push_back({0, std::string(format.substr(0, plain)), 0});
        format.remove_prefix(plain);
        if (format.empty()) break;
        format.remove_prefix(1);
        const Directive next = take_directive(format);
        std::string name;
        for (char c : next.argument) name += ascii_lower(c);
        const size_t index = response_names_.size();
        if (next.letter == 'o') response_names_.push_back(name);
        wants_account_ = wants_account_ || next.letter == 'w';
        pieces_.push_back(next.letter == '%' ? Piece{0, "%", 0} : Piece{next.letter, std::move(name), index});
    }
}

void AccessFormat::write(Buffer& out, const AccessEntry& entry) noexcept {
    if (pieces_.empty()) {
        write_json(out, entry);
    } else {
        for (const Piece& piece : pieces_) write_piece(out, piece, entry);
    }
    out.append("\n");
}

void AccessFormat::write_piece(Buffer& out, const Piece& piece, const AccessEntry& entry) noexcept {
    switch (piece.directive) {
        case 0: out.append(piece.text); break;
        case 'a':
        case 'h': append_address(out, piece.text.empty() ? *entry.client : *entry.peer); break;
        case 'l':
        case 'u': out.append("-"); break;
        case 't': out.append(bracketed_time(entry.received_us)); break;
        case 'r': append_request_line(out, entry); break;
        case 's': append_number(out, static_cast<int64_t>(entry.status)); break;
        case 'b':
            if (entry.body_bytes == 0) return out.append("-");
            append_number(out, entry.body_bytes);
            break;
        case 'B': append_number(out, entry.body_bytes); break;
        case 'O': append_number(out, entry.sent_bytes); break;
        case 'I': append_number(out, entry.received_bytes); break;
        case 'D': append_number(out, entry.duration_us); break;
        case 'T': append_number(out, entry.duration_us / 1'000'000); break;
        case 'o':
            append_log_text(
                out, piece.index < entry.response_fields.size() ? Bytes(entry.response_fields[piece.index]) : Bytes());
            break;
        case 'w':
            if (entry.account == nullptr) return out.append("-");
            append_account_figure(out, piece.text, *entry.account);
            break;
        case 'p': append_number(out, static_cast<uint64_t>(entry.peer->server_port)); break;
        case 'P': append_number(out, static_cast<int64_t>(pid_)); break;
        case 'X': *out.extend(1) = connection_state(entry); break;
        default: append_of_head(out, piece.directive, piece.text, entry.head); break;
    }
}

void AccessFormat::write_json(Buffer& out, const AccessEntry& entry) noexcept {
    out.append(R"({"time":")");
    out.append(iso_time(entry.received_us));
    out.append(R"(","remote_addr":")");
    append_address(out, *entry.client);
    if (!same_address(*entry.client, *entry.peer)) {
        out.append(R"(","peer":")");
        append_address(out, *entry.peer);
    }
    out.append("\"");
    write_json_request(out, entry.head);
    out.append(R"(,"status":)");
    append_number(out, static_cast<int64_t>(entry.status));
    out.append(R"(,"bytes":)");
    append_number(out, entry.body_bytes);
    out.append(R"(,"duration":)");
    append_number(out, entry.duration_us / 1'000'000);
    out.append(".");
    write_digits(out.extend(6), 6, static_cast<uint64_t>(entry.duration_us % 1'000'000));
    if (entry.account != nullptr) append_json_account(out, *entry.account);
    out.append(R"(,"worker":)");
    append_number(out, static_cast<int64_t>(entry.worker_id));
    out.append(entry.aborted ? R"(,"aborted":true})" : R"(,"aborted":false})");
}

void AccessFormat::write_json_request(Buffer& out, const http::RequestHead* head) noexcept {
    if (head == nullptr) {
        out.append(R"(,"method":null,"target":null,"protocol":null,"host":null,"referer":null,"user_agent":null)");
        return;
    }
    append_json_field(out, R"(,"method":)", head->method);
    append_json_field(out, R"(,"target":)", head->target);
    append_json_field(out, R"(,"protocol":)", protocol_of(head->version));
    append_json_field(out, R"(,"host":)", head->host);
    append_json_field(out, R"(,"referer":)", head->find("referer"));
    append_json_field(out, R"(,"user_agent":)", head->find("user-agent"));
    const Bytes id = head->find("x-request-id");
    if (id.data() != nullptr) append_json_field(out, R"(,"request_id":)", id);
}

// --- time

void AccessFormat::read_time(int64_t wall_us) noexcept {
    const time_t second = wall_us / 1'000'000;
    if (second == second_) return;
    second_ = second;
    tm local{};
    localtime_r(&second, &local);
    // The month is not written by %b, as programs set locales.
    bracketed_size_ = strftime(bracketed_.data(), bracketed_.size(), "[%d/Mon/%Y:%H:%M:%S %z]", &local);
    std::memcpy(bracketed_.data() + kMonth, kMonths.data() + 3 * static_cast<size_t>(local.tm_mon), 3);
    // ISO 8601 writes the "+0100" after the seconds as "+01:00".
    iso_size_ = strftime(iso_.data(), iso_.size(), "%Y-%m-%dT%H:%M:%S.000%z", &local);
    if (iso_size_ < 2 || iso_size_ + 1 > iso_.size()) return;
    char* minutes = iso_.data() + iso_size_ - 2;
    minutes[2] = minutes[1];
    minutes[1] = minutes[0];
    minutes[0] = ':';
    ++iso_size_;
}

Bytes AccessFormat::bracketed_time(int64_t wall_us) noexcept {
    read_time(wall_us);
    return {bracketed_.data(), bracketed_size_};
}

Bytes AccessFormat::iso_time(int64_t wall_us) noexcept {
    read_time(wall_us);
    write_digits(iso_.data() + kIsoFraction, 3, static_cast<uint64_t>(wall_us / 1000 % 1000));
    return {iso_.data(), iso_size_};
}

}  // namespace tern::serve
