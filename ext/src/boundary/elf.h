// The import tables of the loaded objects: where the program and its libraries keep the addresses of the functions that
// they call in other libraries. Redirecting one there makes each of its callers call ours instead, and touches neither
// code nor the library itself.
//
// Left alone: the C library, the loader, sanitizers, and the object that contains this code, whose own calls go where
// they always went.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

struct dl_phdr_info;

namespace tern::boundary {

// Whose calls are redirected. Suspending within a library means that others enter it meanwhile, on the same thread: its
// locks do not keep them out, or keep them waiting for good.
enum class Callers : uint8_t {
    all,
    all_but_ldap,   // libldap looks names up under a lock
    program,        // PHP itself; embedded databases and caches flush and lock files under locks of their own
    program_files,  // the same; that regular files block everywhere else is not worth a word
};

// Of several with one name the first that concerns an object is taken.
struct Replacement {
    const char* name;
    void* ours;
    Callers callers = Callers::all;
    void* real = nullptr;  // null: this system has no such function
};

// Finds out where the real ones are. Before anything else.
void find_real(std::span<Replacement> calls) noexcept;

// In every object loaded now. Can be repeated. Returns how many places were changed.
size_t redirect(std::span<const Replacement> calls) noexcept;
// Undoes it, everywhere.
size_t restore(std::span<const Replacement> calls) noexcept;

// Grows with each object that is loaded.
uint64_t objects_ever_loaded() noexcept;

// How an object makes its calls.
enum class Way : uint8_t {
    redirected,
    not_redirected,     // `Callers` leaves it out
    system_call,        // by syscall(), past libc
    debugger,           // all of its calls: left alone
    statically_linked,  // all: no table to change; the program
    without_libc,       // all, if it makes any: it is linked with nothing
};

struct Use {
    const char* object;  // its path, while it is loaded; "": the program
    const char* call;    // "": all of them
    Way way;
};

// What each loaded object does, object by object; a call may be there twice. As many as there is room for; returns
// how many there are.
size_t list_uses(std::span<const Replacement> calls, std::span<Use> into) noexcept;

// redirected: nothing is known against it.
Way way_of_object(const dl_phdr_info& info) noexcept;

}  // namespace tern::boundary
