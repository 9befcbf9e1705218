// A library that uses up the stack, called by PHP as fnmatch(pattern, ...): preload it. The pattern says how:
// "library", "libc" (each level calls a function of libc that needs stack), "lock" (it holds a lock that PHP waits for
// when it reports an error). Any other pattern matches.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <pthread.h>

namespace {

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int recurse(int depth, bool formats) {
    volatile char frame[1000];
    frame[depth % 1000] = static_cast<char>(depth);
    if (formats) {
        char text[32];
        (void)std::snprintf(text, sizeof text, "%.3f", depth / 7.0);
        frame[0] = text[0];
    }
    return recurse(depth + 1, formats) + frame[depth % 1000];
}

int print(FILE* file, const char* format, va_list values) {
    (void)pthread_mutex_lock(&lock);
    const int written = std::vfprintf(file, format, values);
    (void)pthread_mutex_unlock(&lock);
    return written;
}

}  // namespace

extern "C" {

int fnmatch(const char* pattern, const char*, int) {
    if (std::strcmp(pattern, "library") == 0) return recurse(0, false);
    if (std::strcmp(pattern, "libc") == 0) return recurse(0, true);
    if (std::strcmp(pattern, "lock") != 0) return 0;
    (void)pthread_mutex_lock(&lock);
    return recurse(0, false);
}

// How PHP writes an error to standard error, with and without _FORTIFY_SOURCE.
int fprintf(FILE* file, const char* format, ...) {
    va_list values;
    va_start(values, format);
    const int written = print(file, format, values);
    va_end(values);
    return written;
}

int __fprintf_chk(FILE* file, int, const char* format, ...) {
    va_list values;
    va_start(values, format);
    const int written = print(file, format, values);
    va_end(values);
    return written;
}
}
