#include "base/log.h"

#include <cstdarg>
#include <cstdio>

namespace tern {

void Log::print(LogLevel level, const char* format, ...) noexcept {
    if (!wants(level)) return;
    char message[kMaxMessage];
    va_list arguments;
    va_start(arguments, format);
    int length = std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    size_t kept = static_cast<size_t>(length) < sizeof message ? static_cast<size_t>(length) : sizeof message - 1;
    sink_->write(level, Bytes(message, kept));
}

}  // namespace tern
