#include "php/engine/state/opcache.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include "php/engine/fiber/coroutines.h"
#include "php/engine/state/engine_state.h"

namespace tern::php {

namespace {

constexpr int64_t kTickMs = 1000;
constexpr time_t kRestartEveryS = 30;
constexpr int kMostRetries = 1000;
// opcache's own places in its lock file: who changes the memory, and who uses it.
constexpr off_t kChanges = 0;
constexpr off_t kUsers = 1;

time_t wall_second() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now.tv_sec;
}

// opcache's lock file, which has been removed: a new open file description. -1: there is none, or it cannot be opened.
int open_lock_file() noexcept {
    DIR* folder = opendir("/proc/self/fd");
    if (folder == nullptr) return -1;
    int found = -1;
    while (const dirent* one = readdir(folder)) {
        char target[256];
        const ssize_t length = readlinkat(dirfd(folder), one->d_name, target, sizeof target - 1);
        if (length <= 0) continue;
        target[length] = '\0';
        if (std::strstr(target, "/.ZendSem.") == nullptr && std::strstr(target, "/memfd:opcache_lock") == nullptr)
            continue;
        found = openat(dirfd(folder), one->d_name, O_RDWR | O_CLOEXEC);
        break;
    }
    closedir(folder);
    return found;
}

bool lock(int file, off_t place, short type) noexcept {
    struct flock wanted {};
    wanted.l_type = type;
    wanted.l_whence = SEEK_SET;
    wanted.l_start = place;
    wanted.l_len = 1;
    const int command = place == kChanges && type != F_UNLCK ? F_OFD_SETLKW : F_OFD_SETLK;
    for (int i = 0; i < kMostRetries; ++i) {
        if (fcntl(file, command, &wanted) == 0) return true;
        if (errno != EINTR) return false;
    }
    return false;
}

// The cache of patterns outlives their users. A key in memory that another string takes would name a wrong one.
void copy_pattern_keys() noexcept {
    HashTable& patterns = PCRE_G(pcre_cache);
    if (zend_hash_num_elements(&patterns) == 0) return;
    HT_FLAGS(&patterns) &= ~static_cast<uint32_t>(HASH_FLAG_STATIC_KEYS);
    Bucket* one;
    ZEND_HASH_MAP_FOREACH_BUCKET(&patterns, one) {
        if (one->key == nullptr || !ZSTR_IS_INTERNED(one->key)) continue;
        zend_string* copy = zend_string_init(ZSTR_VAL(one->key), ZSTR_LEN(one->key), true);
        ZSTR_H(copy) = one->h;
        one->key = copy;
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace

// How opcache keeps the working directory in its globals, and what follows there.
struct Directory {
    zend_string* path;  // null: it has to ask
    zend_string* include_path;
    char include_path_key[32];
    char key[32];
    int include_path_key_length;
    bool include_path_check;
    int key_length;  // 0: the key is not known
    bool check;      // whether to look for the key
    int made_superglobals;
    time_t request_time;
};

// The state of this process. It is never freed: the timer may still be linked when the loop has gone.
class Opcache {
public:
    static void begin() noexcept;
    static void before_compile() noexcept;
    static void before_fork() noexcept;
    static void after_fork_in_parent() noexcept;
    static void after_fork_in_child() noexcept;

    // Whether opcache takes part in what begins now.
    bool join() noexcept;
    void leave() noexcept;
    // Once a second at most, unless `now` says otherwise: opcache learns the time, and restarts if it has to and can.
    void tick(bool now = false) noexcept;
    void stop_timer() noexcept { timer_.stop(); }
    void drop_directory() noexcept;
    bool knows_directory() const noexcept { return directory_ != nullptr; }
    bool is_outside() const noexcept { return is_outside_; }
    uint32_t generation() const noexcept { return generation_; }
    // Contexts that have ended hold the memory until they are freed.
    void look() noexcept {
        tick();
        if (!usable_ && users_ > 0 && OpcacheUse::free_ended != nullptr) OpcacheUse::free_ended();
    }

    static Opcache* of_process() noexcept { return instance; }

private:
    Opcache(zend_module_entry& module, char* flags) noexcept
        : module_(module), flags_(flags), timer_([](void* self) { static_cast<Opcache*>(self)->on_timer(); }, this) {}
    bool prove() noexcept;
    static bool has_preloaded() noexcept;
    void find_directory() noexcept;
    bool start() noexcept;
    void look_at_all_files() noexcept;
    bool activate() noexcept;
    void note(bool usable) noexcept;
    bool hold() noexcept;
    void release() noexcept;
    void on_timer() noexcept;
    void watch() noexcept;

    static inline Opcache* instance = nullptr;

    zend_module_entry& module_;
    char* flags_;
    int file_ = -1;
    int forks_file_ = -1;  // what the next child gets
    bool is_outside_ = false;
    bool usable_ = true;  // no restart is pending
    bool held_ = false;
    bool told_ = false;
    bool announced_ = true;  // as the generation says
    size_t users_ = 0;
    time_t second_ = 0;
    time_t restarted_ = 0;
    uint32_t generation_ = 1;
    zend_long* revalidate_freq_ = nullptr;
    zend_long usual_freq_ = 0;
    Directory* directory_ = nullptr;  // null: not known
    time_t looks_until_ = 0;          // 0: as php.ini has it
    loop::Timer timer_;
};

namespace {

zend_op_array* (*compile_file)(zend_file_handle* file, int type);
bool has_begun = false;  // in this request of PHP

zend_op_array* compile_file_in_time(zend_file_handle* file, int type) {
    if (!CG(in_compilation) && !in_other_thread()) Opcache::before_compile();
    return compile_file(file, type);
}

}  // namespace

void Opcache::before_compile() noexcept {
    if (!has_begun) {
        has_begun = true;
        begin();
    } else if (instance != nullptr) {
        instance->tick();
    }
}

void Opcache::begin() noexcept {
    if (instance != nullptr) return;
    auto* module = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("zend opcache")));
    auto* enable =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("opcache.enable")));
    if (module == nullptr || enable == nullptr || enable->mh_arg2 == nullptr) return;
    if (module->request_startup_func == nullptr || module->post_deactivate_func == nullptr) return;
    // Flags begins as opcache's globals do: counted, enabled, locked, accelerator_enabled.
    if (reinterpret_cast<uintptr_t>(enable->mh_arg1) != 1) return;
    auto* made = new Opcache(*module, static_cast<char*>(globals_of_setting(*enable)));
    if (made->prove() && made->start()) {
        instance = made;
    } else {
        delete made;
    }
}

// That these bytes are what they are taken for: nothing has run yet.
bool Opcache::prove() noexcept {
    if (flags_[3] != 1 || flags_[1] != 1) return false;
    flags_[1] = 0;
    module_.request_startup_func(MODULE_PERSISTENT, module_.module_number);
    const bool goes_off = flags_[3] == 0;
    flags_[1] = 1;
    flags_[0] = 1;
    module_.post_deactivate_func();
    const bool is_uncounted = flags_[0] == 0;
    flags_[0] = 0;
    module_.request_startup_func(MODULE_PERSISTENT, module_.module_number);
    return goes_off && is_uncounted && flags_[3] == 1;
}

// Before the value of include_path, which the setting has, too. The end of a request drops it, and the next one begins
// without a key.
void Opcache::find_directory() noexcept {
    constexpr size_t kMostWords = 128;  // of opcache's globals before it
    const auto* entry =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("include_path")));
    if (entry == nullptr || entry->value == nullptr) return;
    auto* words = reinterpret_cast<zend_string**>(flags_);
    size_t at = 2;
    while (at < kMostWords && words[at] != entry->value) ++at;
    if (at == kMostWords) return;
    auto* found = reinterpret_cast<Directory*>(&words[at - 1]);
    const Directory before = *found;
    zend_string* probe = zend_string_init(ZEND_STRL("probe"), false);
    found->path = zend_string_copy(probe);
    found->key_length = 1;
    found->check = false;
    found->made_superglobals = 1;
    found->request_time = 0;
    (void)activate();
    if (found->path == nullptr && GC_REFCOUNT(probe) == 1 && found->key_length == 0 && found->check) {
        directory_ = found;
        if (found->made_superglobals == 0 && found->request_time == second_ && !has_preloaded())
            OpcacheUse::made_superglobals = &found->made_superglobals;
        if (before.path != nullptr) zend_string_release(before.path);
    } else {
        *found = before;
    }
    zend_string_free(probe);
}

void Opcache::drop_directory() noexcept {
    if (directory_ == nullptr) return (void)activate();
    if (zend_string* path = std::exchange(directory_->path, nullptr)) zend_string_release(path);
    directory_->key_length = 0;
    directory_->check = true;
}

bool Opcache::has_preloaded() noexcept {
    const char* preload = zend_ini_string_ex(ZEND_STRL("opcache.preload"), false, nullptr);
    return preload != nullptr && preload[0] != '\0';
}

bool Opcache::start() noexcept {
    is_outside_ = zend_ini_long(ZEND_STRL("tern.opcache_outside"), false) != 0 || has_preloaded();
    auto* freq =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("opcache.revalidate_freq")));
    if (freq == nullptr) return false;
    revalidate_freq_ = reinterpret_cast<zend_long*>(flags_ + reinterpret_cast<uintptr_t>(freq->mh_arg1));
    file_ = open_lock_file();
    if (file_ < 0) return false;
    if (is_outside_ && !lock(file_, kUsers, F_RDLCK)) {
        close(file_);
        return false;
    }
    held_ = is_outside_;
    second_ = wall_second();
    cached_strings_may_go = !is_outside_;
    OpcacheUse::flags_now = flags_;
    find_directory();
    flags_[0] = flags_[3] = static_cast<char>(is_outside_);
    static const bool notices_forks = pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0;
    return notices_forks;
}

// A worker keeps what it loads. So one that a reload has started loads no file as it was some seconds before.
void Opcache::look_at_all_files() noexcept {
    if (looks_until_ == 0) usual_freq_ = *revalidate_freq_;
    *revalidate_freq_ = 0;
    looks_until_ = wall_second() + usual_freq_ + 1;
}

// As if a request of PHP ended and another one began. Whether opcache is on then. The running code keeps its flags.
bool Opcache::activate() noexcept {
    const OpcacheUse::Flags kept{flags_[0], flags_[1], flags_[3]};
    const double request_time = std::exchange(SG(global_request_time), static_cast<double>(second_));
    flags_[0] = 0;
    flags_[1] = 1;
    module_.post_deactivate_func();
    module_.request_startup_func(MODULE_PERSISTENT, module_.module_number);
    SG(global_request_time) = request_time;
    const bool is_on = flags_[3] != 0;
    flags_[0] = kept.counted;
    flags_[1] = kept.enabled;
    flags_[3] = kept.active;
    return is_on;
}

void Opcache::note(bool usable) noexcept {
    if (usable && !usable_) {
        zend_map_ptr_reset();  // as the process has that restarts it
        restarted_ = second_;
    } else if (!usable && usable_ && is_outside_ && !std::exchange(told_, true)) {
        TERN_G(log)->print(LogLevel::warning,
                           "opcache takes no new files: it has no room, or opcache_reset() was called, and "
                           "it cannot restart while it has the code of this server: start the server anew");
    }
    usable_ = usable;
    // A program that resets opcache whenever it starts does not have its contexts replaced at once, again and again.
    if (usable == announced_ || (!usable && second_ - restarted_ < kRestartEveryS)) return;
    announced_ = usable;
    ++generation_;
}

void Opcache::tick(bool now) noexcept {
    const time_t second = wall_second();
    if (second == second_ && !now) return;
    second_ = second;
    if (looks_until_ != 0 && second_ > looks_until_) {
        looks_until_ = 0;
        *revalidate_freq_ = usual_freq_;
    }
    note(activate());
    if (usable_ || users_ > 0 || is_outside_) return;
    if (held_) release();
    note(activate());
}

// False: a restart is pending.
bool Opcache::hold() noexcept {
    if (held_) return usable_;
    tick(true);
    if (!usable_ || !lock(file_, kChanges, F_WRLCK)) return false;
    held_ = lock(file_, kUsers, F_RDLCK);
    lock(file_, kChanges, F_UNLCK);
    if (held_) tick(true);  // another process may have restarted it, or have asked for that, meanwhile
    return held_ && usable_;
}

void Opcache::release() noexcept {
    copy_pattern_keys();
    held_ = !lock(file_, kUsers, F_UNLCK);
}

bool Opcache::join() noexcept {
    tick();
    if (!hold()) return false;
    ++users_;
    watch();
    return true;
}

void Opcache::leave() noexcept {
    if (--users_ == 0 && !usable_) tick(true);
}

// An idle worker does not keep others from a restart.
void Opcache::watch() noexcept {
    if (!timer_.pending() && coroutines() != nullptr) coroutines()->loop.start_timer(timer_, kTickMs);
}

void Opcache::on_timer() noexcept {
    look();
    if (users_ > 0) return watch();
    if (held_) release();
}

// A child has a description of its own, which holds the memory from its first moment on.
void Opcache::before_fork() noexcept {
    if (instance == nullptr) return;
    instance->forks_file_ = open_lock_file();
    if (instance->held_ && (instance->forks_file_ < 0 || !lock(instance->forks_file_, kUsers, F_RDLCK))) {
        ++instance->users_;  // both have this one, so it is kept for ever
    }
}

void Opcache::after_fork_in_parent() noexcept {
    if (instance != nullptr && instance->forks_file_ >= 0) close(std::exchange(instance->forks_file_, -1));
}

void Opcache::after_fork_in_child() noexcept {
    if (instance == nullptr) return;
    instance->timer_.stop();
    instance->look_at_all_files();
    if (instance->forks_file_ < 0) {
        if (!instance->held_) instance = nullptr;  // its contexts run without opcache
        return;
    }
    close(instance->file_);
    instance->file_ = std::exchange(instance->forks_file_, -1);
}

void OpcacheUse::begin() noexcept {
    Opcache* opcache = Opcache::of_process();
    if (opcache == nullptr) return;
    holds_ = !opcache->is_outside() && opcache->join();
    const char on = static_cast<char>(holds_ || opcache->is_outside());
    flags_ = {on, 1, on};
}

void OpcacheUse::end() noexcept {
    Opcache* opcache = Opcache::of_process();
    if (std::exchange(holds_, false) && opcache != nullptr) opcache->leave();
}

uint32_t OpcacheUse::generation() noexcept {
    Opcache* opcache = Opcache::of_process();
    if (opcache == nullptr) return 0;
    opcache->look();
    return opcache->generation();
}

void OpcacheUse::drop_directory() noexcept {
    if (Opcache* opcache = Opcache::of_process()) opcache->drop_directory();
}

bool OpcacheUse::knows_directory() noexcept {
    const Opcache* opcache = Opcache::of_process();
    return opcache != nullptr && opcache->knows_directory();
}

zend_string* copy_cached_string(const zend_string& text) { return zend_string_init(text.val, text.len, false); }

void begin_opcache() noexcept {
    has_begun = false;
    if (compile_file == nullptr && std::strcmp(sapi_module.name, "cli") == 0) {
        compile_file = std::exchange(zend_compile_file, compile_file_in_time);
    }
}

void end_opcache() noexcept {
    if (Opcache* opcache = Opcache::of_process()) opcache->stop_timer();
}

}  // namespace tern::php
