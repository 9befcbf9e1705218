// What a program has registered with the engine: stream wrappers and filters, the options of the default stream
// context, shutdown functions. Of the running code: in a context it is the context's.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

// The registrations of one time, to which they can go back.
class Registrations {
public:
    Registrations();
    Registrations(const Registrations&) = delete;
    Registrations& operator=(const Registrations&) = delete;
    ~Registrations();

    // These stay as they are now.
    void keep_wrapper(zend_string* protocol);
    void keep_filter(zend_string* name);
    // May run PHP code.
    void restore();

private:
    void restore_wrappers();
    void restore_filters() const;
    void restore_stream_context() const;

    zval wrappers_;   // by protocol; as PHP's own table
    zval resources_;  // by protocol, of wrappers that the program has registered: PHP frees a wrapper with its resource
    zval filters_;    // their names
    zval options_;    // of the default stream context; undefined: there was none
};

// How many shutdown functions there are.
uint32_t count_shutdown_functions() noexcept;
// Calls those that were registered after the first `from` ones, and removes them. An exception may be pending
// afterwards.
void call_shutdown_functions(uint32_t from);

}  // namespace tern::php
