#include "serve/log/access_log.h"

#include <algorithm>
#include <utility>

namespace tern::serve {

AccessLog::AccessLog(loop::Loop& loop, Log& log, shm::Counter& lost, AccessFile& file, Bytes format)
    : loop_(loop),
      log_(log),
      lost_(lost),
      file_(file),
      format_(format),
      flush_([](void* self) { static_cast<AccessLog*>(self)->flush(); }, this) {}

void AccessLog::add(const AccessEntry& entry) noexcept {
    format_.write(lines_, entry);
    if (lines_.size() >= kFlushAt) {
        flush();
    } else if (!flush_.pending()) {
        loop_.start_timer(flush_, kFlushAfterMs);
    }
}

void AccessLog::flush() noexcept {
    Bytes rest = lines_.view();
    if (follows_ && !rest.empty()) follow();
    if (torn_ && !rest.empty() && file_.write_some("\n").ok()) torn_ = false;
    while (!rest.empty()) {
        const Result<size_t> written = file_.write_some(rest);
        if (!written.ok()) {
            report_loss(rest, written.error());
            break;
        }
        torn_ = rest[written.value() - 1] != '\n';
        rest.remove_prefix(written.value());
    }
    lines_.clear();
    if (lines_.capacity() > 4 * kFlushAt) lines_.release();
}

void AccessLog::report_loss(Bytes lines, Error error) noexcept {
    lost_.add(static_cast<uint64_t>(std::ranges::count(lines, '\n')));
    if (complained_) return;
    complained_ = true;
    log_.print(LogLevel::error, "access_log %s cannot be written, its lines are lost: %s", file_.path().c_str(),
               describe(error));
}

void AccessLog::follow() noexcept {
    const Error error = file_.follow();
    if (error == Error::ok || std::exchange(complained_, true)) return;
    log_.print(LogLevel::error, "access_log %s cannot be opened again: %s", file_.path().c_str(), describe(error));
}

void AccessLog::on_reopen() noexcept {
    flush();
    complained_ = false;
}

}  // namespace tern::serve
