// The import tables of the loaded objects, in which the program and its libraries keep the addresses of functions in
// other libraries. Changing an address there makes the callers in that object call ours instead. It changes neither
// code nor the other library.
//
// Not changed are the C library, the loader, sanitizers, and the object that contains this code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct dl_phdr_info;

namespace tern::boundary {

// The callers whose calls are redirected. When a coroutine is suspended within a library, other coroutines enter the
// library on the same thread. The library's locks then fail to exclude them, or block for ever.
enum class Callers : uint8_t {
    all,
    all_but_ldap,   // libldap looks up names under a lock
    program,        // only PHP itself: embedded databases flush and lock files under locks of their own
    program_files,  // only PHP itself, and without a report: regular files block everywhere else
    pgsql,          // PHP's extensions for PostgreSQL
    redis,          // phpredis, if it is a module of its own
};

// If several rows have the same name, the first one that applies to an object is used.
struct Replacement {
    const char* name;
    void* ours;
    Callers callers = Callers::all;
    void* real = nullptr;  // null: this system has no such function
};

// Finds the real functions. Call it before everything else.
void find_real(std::span<Replacement> calls) noexcept;

// Redirects the calls in every loaded object. May be repeated. Returns the number of changed addresses.
size_t redirect(std::span<const Replacement> calls) noexcept;
// Undoes redirect() everywhere.
size_t restore(std::span<const Replacement> calls) noexcept;

// The functions of other objects that the objects import which `callers` names.
using OnImport = void (*)(void* argument, const char* name);
void each_import_of(Callers callers, OnImport on_import, void* argument) noexcept;

// Writes these words over constants of a loaded object, also where the loader has sealed them (RELRO).
void overwrite(void** place, std::span<void* const> words) noexcept;

// Grows with each loaded object.
uint64_t objects_ever_loaded() noexcept;

// How an object makes a call.
enum class Way : uint8_t {
    redirected,
    not_redirected,     // `Callers` excludes the object
    system_call,        // by syscall(), not by libc
    debugger,           // none of its calls is redirected
    statically_linked,  // none: it is the program itself, and has no table to change
    without_libc,       // none, if it makes any: it is not linked with libc
};

struct Use {
    const char* object;  // its path, valid while it is loaded; "": the program
    const char* call;    // "": all calls
    Way way;
};

// Lists the calls of each loaded object; a call may be listed twice. Fills in as many as fit, and returns how many
// there are.
size_t list_uses(std::span<const Replacement> calls, std::span<Use> into) noexcept;

// redirected: no reason against it is known.
Way way_of_object(const dl_phdr_info& info) noexcept;

}  // namespace tern::boundary
