#include "php/coroutine/report/error_backtraces.h"

#include <unistd.h>

#include "php/engine/fiber/guard.h"
#include "php/engine/fiber/program_coroutine.h"
#include "php/engine/globals.h"
#include "php/engine/options/coroutine_options.h"
#include "proc/log_file.h"

namespace tern::php {

namespace {

void write_stack(void*) {
    zend_string* stack = running_backtrace_text();
    smart_str record{};
    smart_str_appends(&record, "PHP stack of this error:\n");
    smart_str_append(&record, stack);
    smart_str_0(&record);
    TERN_G(log_file)->write(LogLevel::error, view(record.s));
    smart_str_free(&record);
    zend_string_release(stack);
}

// Other threads and a process that is ending have no PHP stack.
bool has_stack() noexcept {
    return gettid() == getpid() && EG(current_execute_data) != nullptr && !CG(unclean_shutdown);
}

class ErrorBacktraces final : public LogSink {
public:
    void write(LogLevel level, Bytes message) override {
        TERN_G(log_file)->write(level, message);
        const bool wanted = level >= LogLevel::error && TERN_G(coroutine_options)->print_backtrace_on_error;
        if (wanted && has_stack()) (void)guard::run(write_stack, nullptr);
    }
};

}  // namespace

LogSink& log_sink() noexcept {
    static ErrorBacktraces sink;  // it has no state
    return sink;
}

}  // namespace tern::php
