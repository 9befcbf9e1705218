#include "base/environment.h"

#include <dlfcn.h>
#include <unistd.h>

namespace tern {

namespace {

// As the program sees it. Without dlsym(), as in a program that is linked statically, there is one.
char*** find() noexcept {
    void* program = dlopen(nullptr, RTLD_LAZY);
    void* found = program == nullptr ? nullptr : dlsym(program, "environ");
    return found == nullptr ? &environ : static_cast<char***>(found);
}

}  // namespace

char** environment() noexcept {
    static char*** const variable = find();
    return *variable;
}

std::vector<std::string> copy_environment() {
    std::vector<std::string> all;
    for (char** one = environment(); one != nullptr && *one != nullptr; ++one) all.emplace_back(*one);
    return all;
}

}  // namespace tern
