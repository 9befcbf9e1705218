// PHP with thread safety has a working directory of its own, beside that of the process, as its threads share the
// latter. Tern has one thread of PHP in a process: there the process follows. Without thread safety there is the
// process's alone.
#pragma once

#include <cstdlib>
#include <unistd.h>
#include <utility>

#include "php/engine/compat/engine.h"

namespace tern::php {

#ifdef ZTS

// PHP's chdir(). The header of the engine does not declare its C linkage.
int change_directory_of_php(const char* path) asm("virtual_chdir");

// The engine's, too: it drops what is known of links.
void clean_path_cache() asm("realpath_cache_clean");

// Call it in a process that was just forked. PHP resolves the links of every path and keeps what it has found:
// /proc/self would be the parent for two minutes.
inline void forget_links_of_parent() noexcept { clean_path_cache(); }

// The engine exports no address of it, but has a setting in the same structure.
inline cwd_state& directory_of_php() noexcept {
    static size_t offset = 0;
    if (offset == 0) {
        const auto* setting =
            static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("realpath_cache_size")));
        offset = static_cast<size_t>(static_cast<char*>(globals_of_setting(*setting)) -
                                     static_cast<char*>(tsrm_get_ls_cache()));
    }
    return reinterpret_cast<virtual_cwd_globals*>(static_cast<char*>(tsrm_get_ls_cache()) + offset)->cwd;
}

// Call it when PHP's chdir() has succeeded.
inline void follow_directory_of_php() noexcept { (void)!chdir(directory_of_php().cwd); }

inline bool change_directory(const char* path) noexcept {
    return chdir(path) == 0 && change_directory_of_php(path) == 0;
}

// Call it when the process has another one, or another root.
inline void adopt_directory_of_process() noexcept {
    if (char* path = getcwd(nullptr, 0)) {
        (void)change_directory_of_php(path);
        std::free(path);
    }
}

// What PHP has for one context. The text lies in the memory of the code that has the directory, and PHP changes it in
// place.
class HeldDirectory {
public:
    HeldDirectory() : outer_(directory_of_php()) { directory_of_php().cwd = estrndup(outer_.cwd, outer_.cwd_length); }
    HeldDirectory(const HeldDirectory&) = delete;
    HeldDirectory& operator=(const HeldDirectory&) = delete;
    ~HeldDirectory() {
        if (is_inside_) exchange();
        efree(outer_.cwd);
    }

    void exchange() noexcept {
        std::swap(outer_, directory_of_php());
        is_inside_ = !is_inside_;
    }

private:
    cwd_state outer_;  // and the context's, while it does not run
    bool is_inside_ = true;
};

#else

inline void forget_links_of_parent() noexcept {}
inline void follow_directory_of_php() noexcept {}
inline void adopt_directory_of_process() noexcept {}
inline bool change_directory(const char* path) noexcept { return chdir(path) == 0; }

class HeldDirectory {
public:
    void exchange() noexcept {}
};

#endif

}  // namespace tern::php
