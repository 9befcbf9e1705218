// What PHP keeps for the request beside Tables: EngineFields, what stat() knows of the last file, and the default
// directory. Each context has its own. While the context runs, its RequestGlobals hold the outer ones.
#pragma once

#include "php/engine/compat/engine_fields.h"

namespace tern::php {

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
    EngineFields fields_;
    FileStatus status_;
    zend_resource* directory_ = nullptr;
};

}  // namespace tern::php
