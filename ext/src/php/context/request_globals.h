// What PHP keeps for the request beside Tables: shutdown functions, the last error, stream wrappers and filters that
// the program has registered, the default stream context and directory, and SapiGlobals. Each context has its own.
// While the context runs, its RequestGlobals hold the outer ones.
#pragma once

#include "php/bridge/compat/engine.h"
#include "php/context/sapi_globals.h"

extern "C" {
#include <ext/standard/file.h>
}

namespace tern::php {

// What getmyuid(), getlastmod() and others know of the running script's file.
class FilePage {
public:
    void exchange() noexcept {
        std::swap(uid_, BG(page_uid));
        std::swap(gid_, BG(page_gid));
        std::swap(inode_, BG(page_inode));
        std::swap(modified_, BG(page_mtime));
    }

private:
    zend_long uid_ = -1;
    zend_long gid_ = -1;
    zend_long inode_ = -1;
    time_t modified_ = -1;
};

// Of the file that a function asked for last, as stat() told it.
class FileStatus {
public:
    void exchange() noexcept {
        if (file_ != nullptr || BG(CurrentStatFile) != nullptr) std::swap(of_file_, BG(ssb));
        if (link_ != nullptr || BG(CurrentLStatFile) != nullptr) std::swap(of_link_, BG(lssb));
        std::swap(file_, BG(CurrentStatFile));
        std::swap(link_, BG(CurrentLStatFile));
    }

private:
    zend_string* file_ = nullptr;
    zend_string* link_ = nullptr;
    php_stream_statbuf of_file_;
    php_stream_statbuf of_link_;
};

// open_basedir. Newer versions of PHP note whether the text is the request's.
class BaseDirectories {
public:
    void exchange() noexcept {
        std::swap(path_, PG(open_basedir));
        swap_modified(core_globals);
    }

private:
    template <class Globals>
    void swap_modified(Globals& globals) noexcept {
        if constexpr (requires { globals.open_basedir_modified; }) std::swap(globals.open_basedir_modified, modified_);
    }

    char* path_ = PG(open_basedir);
    bool modified_ = false;
};

// What error_get_last() tells of a fatal error in newer versions of PHP.
class LastBacktrace {
public:
    void exchange() noexcept {
        if (zval* running = find(executor_globals)) std::swap(value_, *running);
    }
    // Null: this version of PHP keeps none.
    static zval* running() noexcept { return find(executor_globals); }

private:
    template <class Globals>
    static zval* find(Globals& globals) noexcept {
        if constexpr (requires { globals.last_fatal_error_backtrace; }) return &globals.last_fatal_error_backtrace;
        return nullptr;
    }

    zval value_{};
};

class RequestGlobals {
public:
    void exchange() noexcept;
    // Call them while these are the running ones.
    static void note_end() noexcept;
    // From now on a stream is closed only as a resource, as others that have its address may be gone.
    static void note_end_of_resources() noexcept;
    static void call_shutdown_functions();
    static void drop_shutdown_functions();
    // Call them before resources are closed: they are such.
    static void drop_stream_context();
    static void drop_directory();
    static void end();

private:
    SapiGlobals sapi_;
    HashTable* shutdown_functions_ = nullptr;
    int last_error_type_ = 0;
    decltype(php_core_globals::last_error_lineno) last_error_line_ = 0;
    zend_string* last_error_message_ = nullptr;
    zend_string* last_error_file_ = nullptr;
    LastBacktrace last_backtrace_;
    php_stream_context* stream_context_ = nullptr;
    zend_resource* directory_ = nullptr;
    HashTable* stream_wrappers_ = nullptr;
    HashTable* stream_filters_ = nullptr;
    HashTable* user_filters_ = nullptr;
    HashTable* wrapper_errors_ = nullptr;
    HashTable* unlinked_uses_ = nullptr;
    bool locale_changed_ = false;
    decltype(zend_executor_globals::flags) phase_ = EG_FLAGS_INITIAL;  // of its end
    FilePage page_;
    FileStatus status_;
    decltype(php_core_globals::http_globals) http_{};
    // What settings with handlers of their own are kept as:
    zend_long memory_limit_ = PG(memory_limit);
    zend_long time_limit_ = EG(timeout_seconds);
    BaseDirectories base_directories_;
};

}  // namespace tern::php
