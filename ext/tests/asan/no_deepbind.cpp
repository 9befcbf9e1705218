// Preloaded before AddressSanitizer's runtime: PHP opens extensions with RTLD_DEEPBIND, which the runtime refuses, so
// the flag is taken away on the way.
#include <dlfcn.h>

extern "C" void* dlopen(const char* path, int flags) noexcept {
    using Open = void* (*)(const char*, int);
    static const Open next = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "dlopen"));
    return next(path, flags & ~RTLD_DEEPBIND);
}
