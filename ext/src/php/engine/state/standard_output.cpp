#include "php/engine/state/standard_output.h"

#include <SAPI.h>

#include "php/engine/compat/engine.h"

namespace tern::php {

namespace {

size_t (*write_of_sapi)(const char* text, size_t length) = nullptr;
void (*flush_of_sapi)(void* context) = nullptr;

// php_handle_aborted_connection() ends the script unless it ignores that its user has left, and notes that in these.
class UserLeft {
public:
    UserLeft() noexcept
        : ignored_(PG(ignore_user_abort)),
          status_(PG(connection_status)),
          exit_status_(EG(exit_status)),
          disabled_(OG(flags) & PHP_OUTPUT_DISABLED) {
        PG(ignore_user_abort) = true;
    }
    UserLeft(const UserLeft&) = delete;
    UserLeft& operator=(const UserLeft&) = delete;
    ~UserLeft() {
        PG(ignore_user_abort) = ignored_;
        PG(connection_status) = status_;
        EG(exit_status) = exit_status_;
        if (disabled_ == 0) OG(flags) &= ~PHP_OUTPUT_DISABLED;
    }

private:
    const bool ignored_;
    const decltype(php_core_globals::connection_status) status_;
    const decltype(zend_executor_globals::exit_status) exit_status_;
    const int disabled_;
};

size_t write_or_drop(const char* text, size_t length) {
    const UserLeft left;
    (void)write_of_sapi(text, length);
    return length;
}

void flush_or_drop(void* context) {
    const UserLeft left;
    flush_of_sapi(context);
}

}  // namespace

void keep_printing_programs_alive() noexcept {
    if (write_of_sapi != nullptr || sapi_module.ub_write == nullptr) return;
    write_of_sapi = sapi_module.ub_write;
    sapi_module.ub_write = write_or_drop;
    flush_of_sapi = sapi_module.flush;
    if (flush_of_sapi != nullptr) sapi_module.flush = flush_or_drop;
}

}  // namespace tern::php
