// Classes that are written in PHP. Their files lie in this folder, by the rules Coroutine/WaitGroup.php is
// Swoole\Coroutine\WaitGroup, and Tern/Internal/Latch.php is Tern\Internal\Latch; library.awk puts their text into
// the extension. The engine asks for classes that it does not know, before it asks the program's autoloaders: the
// source is compiled then, once per process of a server or request. A class that nobody uses costs nothing.
//
// With short names, Co\X is Swoole\Coroutine\X for every class of this folder.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php::library {

// At start-up, after SPL.
void install() noexcept;
void uninstall() noexcept;

// A class of the library, loaded where it was not; null after an exception.
zend_class_entry* need(Bytes lower_name);

// A function whose body is a static method of the library.
struct Target {
    const char* types;  // its parameters, as zend_parse_parameters() wants them
    Bytes class_name;   // in lower case
    Bytes method;       // in lower case
};

// Calls the method with the running function's arguments. Suspends if that does.
void forward(const Target& target, INTERNAL_FUNCTION_PARAMETERS);

}  // namespace tern::php::library
