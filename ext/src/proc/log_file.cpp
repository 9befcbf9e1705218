#include "proc/log_file.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/log.h"

namespace tern::proc {

namespace {

constexpr size_t kPrefixRoom = 256;
constexpr mode_t kLogMode = 0644;
constexpr int64_t kReportAfterS = 60;

const char* name_of(LogLevel level) noexcept {
    switch (level) {
        case LogLevel::debug: return "DEBUG";
        case LogLevel::trace: return "TRACE";
        case LogLevel::info: return "INFO";
        case LogLevel::notice: return "NOTICE";
        case LogLevel::warning: return "WARNING";
        case LogLevel::error: return "ERROR";
        case LogLevel::none: break;
    }
    return "NONE";
}

const char* suffix_of(Rotation rotation) noexcept {
    switch (rotation) {
        case Rotation::single: break;
        case Rotation::monthly: return ".%Y%m";
        case Rotation::daily: return ".%Y%m%d";
        case Rotation::hourly: return ".%Y%m%d%H";
        case Rotation::every_minute: return ".%Y%m%d%H%M";
    }
    return "";
}

// Stops at the end of the room. Returns the new length.
size_t append_escaped(Bytes message, char* line, size_t length, size_t room) noexcept {
    escape_lines(message, [&](Bytes piece) {
        if (length + piece.size() > room) {
            room = 0;
            return;
        }
        std::memcpy(line + length, piece.data(), piece.size());
        length += piece.size();
    });
    return length;
}

}  // namespace

LogFile::~LogFile() {
    if (fd_ >= 0) close(fd_);
}

int LogFile::fd() const noexcept { return fd_ >= 0 ? fd_ : STDERR_FILENO; }

void LogFile::set_writer(char role, pid_t pid, int worker_id) noexcept {
    role_ = role;
    pid_ = pid;
    worker_id_ = worker_id;
}

Error LogFile::open(LogFileOptions options) noexcept {
    options_ = std::move(options);
    if (pid_ == 0) pid_ = getpid();
    if (options_.path.empty()) return Error::ok;
    rotation_checked_ = time(nullptr);
    return open_path(path_at(rotation_checked_));
}

Error LogFile::reopen() noexcept { return options_.path.empty() ? Error::ok : open_path(path_at(time(nullptr))); }

std::string LogFile::path_at(time_t now) const noexcept {
    if (options_.rotation == Rotation::single) return options_.path;
    char suffix[32];
    tm local{};
    localtime_r(&now, &local);
    size_t length = strftime(suffix, sizeof suffix, suffix_of(options_.rotation), &local);
    return options_.path + std::string(suffix, length);
}

Error LogFile::open_path(std::string path) noexcept {
    Result<Fd> file = open_log(path, kLogMode);
    if (!file.ok()) return file.error();
    if (fd_ < 0) {
        fd_ = file.value().release();
    } else if (dup3(file.value().get(), fd_, O_CLOEXEC) < 0) {
        // The descriptor keeps its number, for threads that write at this moment.
        return last_error();
    }
    current_path_ = std::move(path);
    return Error::ok;
}

void LogFile::rotate_when_due(time_t now) {
    if (options_.rotation == Rotation::single || options_.path.empty() || now == rotation_checked_) return;
    rotation_checked_ = now;
    const std::string path = path_at(now);
    if (path == current_path_) return;
    const Error error = open_path(path);
    if (error == Error::ok || path == refused_path_) return;
    write_aside(LogLevel::error, std::string(options_.option) + ' ' + path +
                                     " cannot be opened, so this file stays in use: " + describe(error));
    refused_path_ = path;
}

size_t LogFile::write_prefix(LogLevel level, int64_t now_us, char* line, size_t room) const noexcept {
    if (!options_.has_prefix) {
        const int length = std::snprintf(line, room, "%s: ", name_of(level));
        return length < 0 ? 0 : static_cast<size_t>(length);
    }
    char date[128];
    char fraction[16] = "";
    time_t seconds = static_cast<time_t>(now_us / 1'000'000);
    tm local{};
    localtime_r(&seconds, &local);
    date[strftime(date, sizeof date, options_.date_format.c_str(), &local)] = '\0';
    if (options_.with_microseconds) {
        std::snprintf(fraction, sizeof fraction, ".%06d", static_cast<int>(now_us % 1'000'000));
    }
    int length = std::snprintf(line, room, "[%s%s %c%d.%d]\t%s\t", date, fraction, role_, static_cast<int>(pid_),
                               worker_id_, name_of(level));
    return length < 0 ? 0 : static_cast<size_t>(length);
}

void LogFile::write(LogLevel level, Bytes message) {
    rotate_when_due(time(nullptr));
    write_aside(level, message);
}

void LogFile::write_aside(LogLevel level, Bytes message) noexcept {
    char room[1 + kPrefixRoom + Log::kMaxMessage];
    static_assert(sizeof room < 2048);
    room[0] = '\n';
    char* text = room + 1;
    size_t length = write_prefix(level, wall_clock_us(), text, kPrefixRoom);
    length = append_escaped(message, text, length, sizeof room - 2);
    text[length++] = '\n';
    const bool torn = losses_->torn.load(std::memory_order_relaxed);
    const Bytes line = torn ? Bytes(room, length + 1) : Bytes(text, length);
    const ssize_t written = ::write(fd(), line.data(), line.size());
    const bool whole = written == static_cast<ssize_t>(line.size());
    if (written > 0 && torn == whole) losses_->torn.store(!whole, std::memory_order_relaxed);
    if (!whole) report_loss(Bytes(text, length), written < 0 ? last_error() : static_cast<Error>(ENOSPC));
}

// Reports on standard error: the log that fails may be the one that the access log reports its errors to.
void LogFile::report_loss(Bytes line, Error error) noexcept {
    const uint64_t lost = losses_->lines.fetch_add(1, std::memory_order_relaxed) + 1;
    if (fd_ < 0) return;  // the log is standard error itself
    const int64_t now_s = std::max<int64_t>(1, monotonic_ms() / 1000);
    int64_t reported_s = losses_->reported_s.load(std::memory_order_relaxed);
    if (reported_s != 0 && now_s - reported_s < kReportAfterS) return;
    if (!losses_->reported_s.compare_exchange_strong(reported_s, now_s, std::memory_order_relaxed)) return;
    char prefix[kPrefixRoom];
    const size_t length = write_prefix(LogLevel::error, wall_clock_us(), prefix, sizeof prefix);
    (void)dprintf(STDERR_FILENO, "%.*s%s %s cannot be written, lines lost by now: %llu: %s. The last one:\n%.*s",
                  static_cast<int>(length), prefix, options_.option, options_.path.c_str(),
                  static_cast<unsigned long long>(lost), describe(error), static_cast<int>(line.size()), line.data());
}

}  // namespace tern::proc
