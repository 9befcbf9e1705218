// What PHP's engine keeps for a program that answers many requests, at one time, and what can go back to that: the
// handlers of errors and exceptions, Registrations, StaticVariables. It is that of the running code, so there is one in
// each context, and one outside of contexts.
//
// What the loading of a file registers stays, as the file stays loaded.
#pragma once

#include <memory>

#include "php/engine/state/own_state.h"
#include "php/isolation/code/static_variables.h"
#include "php/isolation/state/registrations.h"

namespace tern::php {

class Context;

class ProgramState {
public:
    // Takes over a reference on the function, which is called with the name of each class that is loaded from now on
    // and has static properties that its file has used.
    explicit ProgramState(const zval& on_load);
    ProgramState(const ProgramState&) = delete;
    ProgramState& operator=(const ProgramState&) = delete;
    ~ProgramState();

    static bool exists() noexcept { return first_ != nullptr; }
    // Of the running code; null: there is none.
    static ProgramState* running() noexcept;

    // Each of them may run PHP code.
    void restore_handlers();
    void restore_registrations() { registrations_.restore(); }
    void restore_static_variables() { static_variables_.restore(); }

    Registrations& registrations() noexcept { return registrations_; }
    // The first constant that define() has made since; null: none. Constants cannot go back.
    zend_string* constant() const noexcept { return constant_; }
    void note_constant(zend_string* name) noexcept;
    // The autoload functions that loaded files have registered, as an array.
    const zval& autoloaders() const noexcept { return autoloaders_; }
    void note_autoloader(zval* function);
    void call_on_load(zend_string* class_name);
    // What it refers to, for the garbage collector.
    zval* referred() noexcept { return &on_load_; }

private:
    // A list. Null: there is none in this process.
    static inline ProgramState* first_ = nullptr;

    const Context* context_;  // null: outside of contexts
    ProgramState* next_;
    zval on_load_;
    std::unique_ptr<OwnPart> handlers_;
    Registrations registrations_;
    StaticVariables static_variables_;
    zend_string* constant_ = nullptr;
    zval autoloaders_;
};

// The class was loaded by an autoload function.
void note_loaded_class(const zend_class_entry* entry);
// Replaces the functions that register. Call it once per process, after the others of such functions.
void take_over_registering_functions() noexcept;

}  // namespace tern::php
