#include "serve/telemetry/request_account.h"

#include <charconv>
#include <new>

#include "serve/telemetry/request_queries.h"

namespace tern::serve {

namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr size_t kMostKept = 0;  // lets AddressSanitizer find a use after free
#else
constexpr size_t kMostKept = 256;
#endif

struct Kept {
    Kept* next;
};

Kept* kept = nullptr;
size_t kept_count = 0;

}  // namespace

void* RequestAccount::operator new(size_t size) {
    if (kept == nullptr) return ::operator new(size);
    --kept_count;
    return std::exchange(kept, kept->next);
}

void RequestAccount::operator delete(void* account) noexcept {
    if (kept_count >= kMostKept) return ::operator delete(account);
    ++kept_count;
    kept = new (account) Kept{kept};
}

void RequestAccount::delete_queries() noexcept { delete queries; }

namespace {

constexpr int64_t kMicro = 1'000;
constexpr int64_t kMilli = 1'000'000;

void append_number(Buffer& out, int64_t number) noexcept {
    char digits[20];
    out.append(Bytes(digits, static_cast<size_t>(std::to_chars(digits, digits + sizeof digits, number).ptr - digits)));
}

// Writes `number` as "1.250", with a point before its last `places` digits.
template <class Out>
void put_fraction(Out& out, int64_t number, size_t places, void (*put)(Out& out, Bytes text)) noexcept {
    char digits[24];
    size_t at = sizeof digits;
    auto rest = static_cast<uint64_t>(number > 0 ? number : 0);
    for (size_t n = 0; n <= places || rest > 0; ++n) {
        if (n == places) digits[--at] = '.';
        digits[--at] = static_cast<char>('0' + rest % 10);
        rest /= 10;
    }
    put(out, Bytes(digits + at, sizeof digits - at));
}

void append_seconds(Buffer& out, int64_t ns) noexcept {
    put_fraction<Buffer>(out, ns / kMicro, 6, [](Buffer& to, Bytes text) { to.append(text); });
}

void add_metric(ServerTimingText& text, Bytes name, int64_t ns) noexcept {
    if (!text.view().empty()) text.add(", ");
    text.add(name);
    text.add(";dur=");
    put_fraction<ServerTimingText>(text, ns / kMicro, 3, [](ServerTimingText& to, Bytes part) { to.add(part); });
}

// The index of the kind with this name; kWaitNames.size(): unknown.
size_t kind_index(Bytes name) noexcept {
    return static_cast<size_t>(std::ranges::find(kWaitNames, name) - kWaitNames.begin());
}

// Calls `visit(name, ns)` for each kind of wait that took time.
template <class Visitor>
void each_wait(const RequestAccount& account, Visitor visit) noexcept {
    for (size_t i = 0; i < kWaitNames.size(); ++i) {
        const int64_t ns = account.waited_ns(static_cast<WaitKind>(i));
        if (ns >= kMicro) visit(kWaitNames[i], ns);
    }
}

// db;dur=12.300;desc="14 queries", n-plus-1;desc="12"
void add_queries(ServerTimingText& text, const RequestQueries& queries) noexcept {
    add_metric(text, "db", queries.waited_ns());
    text.add(";desc=\"");
    text.add(queries.count());
    text.add(queries.count() == 1 ? " query\"" : " queries\"");
    uint64_t found = 0;
    for (const RequestQueries::Sort& sort : queries.sorts()) found += sort.is_n_plus_1() ? sort.count : 0;
    if (found == 0) return;
    text.add(", n-plus-1;desc=\"");
    text.add(found);
    text.add(" queries\"");
}

}  // namespace

bool is_account_figure(Bytes lower_name) noexcept {
    const bool other = lower_name == "cpu" || lower_name == "switches" || lower_name == "memory";
    return other || kind_index(lower_name) < kWaitNames.size();
}

void append_account_figure(Buffer& out, Bytes lower_name, const RequestAccount& account) noexcept {
    if (lower_name == "cpu") return append_number(out, account.cpu_ns() / kMicro);
    if (lower_name == "switches") return append_number(out, static_cast<int64_t>(account.switches()));
    if (lower_name == "memory") return append_number(out, account.memory_bytes());
    append_number(out, account.waited_ns(static_cast<WaitKind>(kind_index(lower_name))) / kMicro);
}

void append_json_account(Buffer& out, const RequestAccount& account) noexcept {
    out.append(R"(,"cpu":)");
    append_seconds(out, account.cpu_ns());
    out.append(R"(,"switches":)");
    append_number(out, static_cast<int64_t>(account.switches()));
    out.append(R"(,"memory":)");
    append_number(out, account.memory_bytes());
    out.append(R"(,"waits":{)");
    bool first = true;
    each_wait(account, [&](Bytes name, int64_t ns) {
        out.append(first ? "\"" : ",\"");
        first = false;
        out.append(name);
        out.append("\":");
        append_seconds(out, ns);
    });
    out.append("}");
}

void write_server_timing(ServerTimingText& text, const RequestAccount& account, int64_t now_ns) noexcept {
    add_metric(text, "cpu", account.cpu_ns());
    each_wait(account, [&](Bytes name, int64_t ns) { add_metric(text, name, ns); });
    if (account.queries != nullptr) add_queries(text, *account.queries);
    add_metric(text, "total", now_ns - account.since_ns());
}

void write_summary(AccountSummary& text, const RequestAccount& account) noexcept {
    text.add("cpu ");
    text.add(static_cast<uint64_t>(account.cpu_ns() / kMilli));
    text.add(" ms");
    each_wait(account, [&](Bytes name, int64_t ns) {
        text.add(", ");
        text.add(name);
        text.add(" ");
        text.add(static_cast<uint64_t>(ns / kMilli));
        text.add(" ms");
    });
    text.add(", ");
    text.add(account.switches());
    text.add(account.switches() == 1 ? " switch, " : " switches, ");
    text.add(static_cast<uint64_t>(account.memory_bytes()));
    text.add(" bytes of memory");
}

}  // namespace tern::serve
