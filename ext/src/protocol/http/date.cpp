#include "protocol/http/date.h"

#include <cstring>

namespace tern::http {

namespace {

constexpr char kDays[] = "SunMonTueWedThuFriSat";
constexpr char kMonths[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr Bytes kLongDays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kFirst = -62167219200;  // 0000-01-01 00:00:00
constexpr int64_t kLast = 253402300799;   // 9999-12-31 23:59:59

struct Civil {
    int64_t year = 0;
    int month = 0;  // 1..12
    int day = 0;    // 1..31
    int hour = 0;
    int minute = 0;
    int second = 0;
};

bool leap(int64_t year) noexcept { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int days_in_month(int64_t year, int month) noexcept {
    static constexpr int kLengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && leap(year) ? 29 : kLengths[month - 1];
}

// Leap days from year 0, which is a leap year, to the end of `year`.
int64_t leap_days_through(int64_t year) noexcept { return year < 0 ? 0 : year / 4 - year / 100 + year / 400 + 1; }

// Days from 0000-01-01 to the first of January of `year`.
int64_t days_before(int64_t year) noexcept { return year * 365 + leap_days_through(year - 1); }

int64_t to_unix(const Civil& time) noexcept {
    int64_t days = days_before(time.year) + time.day - 1;
    for (int month = 1; month < time.month; ++month) days += days_in_month(time.year, month);
    return kFirst + days * kSecondsPerDay + time.hour * 3600 + time.minute * 60 + time.second;
}

Civil from_unix(int64_t seconds) noexcept {
    int64_t days = (seconds - kFirst) / kSecondsPerDay;
    const int rest = static_cast<int>((seconds - kFirst) % kSecondsPerDay);
    Civil time;
    time.year = days / 366;
    while (days_before(time.year + 1) <= days) ++time.year;
    days -= days_before(time.year);
    for (time.month = 1; days >= days_in_month(time.year, time.month); ++time.month) {
        days -= days_in_month(time.year, time.month);
    }
    time.day = static_cast<int>(days) + 1;
    time.hour = rest / 3600;
    time.minute = rest / 60 % 60;
    time.second = rest % 60;
    return time;
}

void put2(char* out, int number) noexcept {
    out[0] = static_cast<char>('0' + number / 10);
    out[1] = static_cast<char>('0' + number % 10);
}

// Removes fixed pieces from the front of a date; after one mismatch all further calls fail.
class Reader {
public:
    explicit Reader(Bytes text) noexcept : rest_(text) {}

    bool at_end() const noexcept { return good_ && rest_.empty(); }
    bool good() const noexcept { return good_; }
    void literal(Bytes text) noexcept {
        good_ = good_ && rest_.starts_with(text);
        if (good_) rest_.remove_prefix(text.size());
    }
    int digits(size_t count) noexcept {
        int number = 0;
        for (size_t i = 0; i < count; ++i) {
            good_ = good_ && i < rest_.size() && ascii_digit(rest_[i]);
            if (good_) number = number * 10 + (rest_[i] - '0');
        }
        if (good_) rest_.remove_prefix(count);
        return number;
    }
    int day_of_asctime() noexcept {
        if (!rest_.starts_with(' ')) return digits(2);
        literal(" ");
        return digits(1);
    }
    // The index of a three-letter name in `names`, from 0.
    int name(Bytes names) noexcept {
        for (size_t i = 0; i < names.size(); i += 3) {
            if (!rest_.starts_with(names.substr(i, 3))) continue;
            rest_.remove_prefix(3);
            return static_cast<int>(i / 3);
        }
        good_ = false;
        return 0;
    }
    void time(Civil& out) noexcept {
        out.hour = digits(2);
        literal(":");
        out.minute = digits(2);
        literal(":");
        out.second = digits(2);
    }

private:
    Bytes rest_;
    bool good_ = true;
};

bool read_imf(Bytes text, Civil& out) noexcept {
    Reader in(text);
    in.name(kDays);
    in.literal(", ");
    out.day = in.digits(2);
    in.literal(" ");
    out.month = in.name(kMonths) + 1;
    in.literal(" ");
    out.year = in.digits(4);
    in.literal(" ");
    in.time(out);
    in.literal(" GMT");
    return in.at_end();
}

bool read_asctime(Bytes text, Civil& out) noexcept {
    Reader in(text);
    in.name(kDays);
    in.literal(" ");
    out.month = in.name(kMonths) + 1;
    in.literal(" ");
    out.day = in.day_of_asctime();
    in.literal(" ");
    in.time(out);
    in.literal(" ");
    out.year = in.digits(4);
    return in.at_end();
}

bool read_rfc850(Bytes text, int64_t now, Civil& out) noexcept {
    const size_t comma = text.find(',');
    bool known = false;
    for (Bytes day : kLongDays) known = known || text.substr(0, comma) == day;
    if (!known || comma == Bytes::npos) return false;
    Reader in(text.substr(comma));
    in.literal(", ");
    out.day = in.digits(2);
    in.literal("-");
    out.month = in.name(kMonths) + 1;
    in.literal("-");
    const int two_digits = in.digits(2);
    in.literal(" ");
    in.time(out);
    in.literal(" GMT");
    const int64_t this_year = from_unix(now).year;
    out.year = this_year - this_year % 100 + two_digits;
    if (out.year > this_year + 50) out.year -= 100;
    return in.at_end();
}

bool exists(const Civil& time) noexcept {
    if (time.day < 1 || time.day > days_in_month(time.year, time.month)) return false;
    return time.hour < 24 && time.minute < 60 && time.second <= 60;
}

int64_t clamp(int64_t seconds) noexcept { return seconds < kFirst ? kFirst : seconds > kLast ? kLast : seconds; }

}  // namespace

void write_date(char* out, int64_t unix_seconds) noexcept {
    const int64_t seconds = clamp(unix_seconds);
    const Civil time = from_unix(seconds);
    // Year 0 began on a Saturday.
    const auto weekday = static_cast<size_t>(((seconds - kFirst) / kSecondsPerDay + 6) % 7);
    std::memcpy(out, "Day, 00 Mon 0000 00:00:00 GMT", kDateBytes);
    std::memcpy(out, kDays + 3 * weekday, 3);
    put2(out + 5, time.day);
    std::memcpy(out + 8, kMonths + 3 * (time.month - 1), 3);
    put2(out + 12, static_cast<int>(time.year / 100));
    put2(out + 14, static_cast<int>(time.year % 100));
    put2(out + 17, time.hour);
    put2(out + 20, time.minute);
    put2(out + 23, time.second);
}

Result<int64_t> parse_date(Bytes text, int64_t now) noexcept {
    Civil time;
    const bool read = read_imf(text, time) || read_asctime(text, time) || read_rfc850(text, clamp(now), time);
    if (!read || time.year < 0 || !exists(time)) return Error::invalid_argument;
    return to_unix(time);
}

}  // namespace tern::http
