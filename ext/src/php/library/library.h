// Classes that are written in PHP. Their files are in this folder: Coroutine/WaitGroup.php is
// Swoole\Coroutine\WaitGroup, and Tern/Internal/Latch.php is Tern\Internal\Latch. library.awk puts their text into the
// extension. When the engine does not know a class, it looks here before it calls the program's autoloaders. The source
// is compiled then, once per process of a server or per request. An unused class costs nothing.
//
// With short names, Co\X is Swoole\Coroutine\X for every class of this folder. With tern.openswoole, OpenSwoole\X is
// Swoole\X.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php::library {

// Call it at start-up, after SPL.
void install() noexcept;
void uninstall() noexcept;

// While opcache preloads, it would keep the program's classes but drop ours, on which they may depend. So there are
// none then.
bool is_preloading() noexcept;

// A class, of the library or not, if it is loaded already; otherwise null.
zend_class_entry* loaded(Bytes lower_name) noexcept;

// Loads a class of the library if necessary; null after an exception.
zend_class_entry* need(Bytes lower_name);

// Calls a static method of the library with one argument, or with two. Without `result` what it returns is dropped.
// False after an exception.
bool call(Bytes class_name, Bytes method, zval* argument, zval* result = nullptr, zval* second_argument = nullptr);

// A function whose body is a static method of the library.
struct Target {
    const char* types;  // its parameters, as a format for zend_parse_parameters()
    Bytes class_name;   // in lower case
    Bytes method;       // in lower case
};

// Calls the method with the running function's arguments. Suspends if the method does.
void forward(const Target& target, INTERNAL_FUNCTION_PARAMETERS);

// PHP's functions that report classes: they know those of the library before these are loaded, and load none to answer.
// So programs find all classes of the API as if they were compiled into the extension. In reflection they belong to the
// extension swoole.

// Call it when a request begins, after all extensions have started.
void take_over_class_questions() noexcept;

// get_declared_classes() without classes that are not loaded.
void list_loaded_classes(INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php::library
