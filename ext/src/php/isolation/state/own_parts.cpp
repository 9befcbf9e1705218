#include "php/isolation/state/own_parts.h"

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/check.h"
#include "php/engine/compat/working_directory.h"
#include "php/engine/globals.h"
#include "php/engine/state/opcache.h"
#include "php/isolation/context.h"

namespace tern::php {

namespace {

struct QuietCall {
    zend_function* function;
    uint32_t count;
    zval* argument;
    zval* result;
};

void call(void* argument) {
    auto* one = static_cast<QuietCall*>(argument);
    zend_call_known_function(one->function, nullptr, nullptr, one->result, one->count, one->argument, nullptr);
}

class OwnValue final : public OwnPart {
public:
    OwnValue(const zend_internal_function& get, const zend_internal_function& set, zif_handler engines)
        : get_(get), set_(set) {
        set_.handler = engines;
        // The program was told when it called them. An error here would be what error_get_last() returns.
        get_.fn_flags &= ~ZEND_ACC_DEPRECATED;
        set_.fn_flags &= ~ZEND_ACC_DEPRECATED;
        read(&held_);
    }
    ~OwnValue() override { zval_ptr_dtor(&held_); }

    void exchange() override {
        zval now;
        read(&now);
        zval ignored;
        ZVAL_UNDEF(&ignored);
        QuietCall setting{reinterpret_cast<zend_function*>(&set_), 1, &held_, &ignored};
        call_quietly(call, &setting);
        zval_ptr_dtor(&ignored);
        zval_ptr_dtor(&held_);
        ZVAL_COPY_VALUE(&held_, &now);
    }
    OwnPart* inherit() const override { return new OwnValue(get_, set_, set_.handler); }

private:
    void read(zval* into) {
        ZVAL_UNDEF(into);
        QuietCall getting{reinterpret_cast<zend_function*>(&get_), 0, nullptr, into};
        call_quietly(call, &getting);
    }

    // Copies, as a function in the table may first make a part.
    zend_internal_function get_;
    zend_internal_function set_;
    zval held_;
};

struct IniChange {
    zend_string* name;
    zend_string* value;
};

void change_ini(void* argument) {
    const auto* change = static_cast<const IniChange*>(argument);
    if (change->value == nullptr) {                                    // only a setting without a value in php.ini
        zend_restore_ini_entry(change->name, PHP_INI_STAGE_HTACCESS);  // scripts cannot change all of them at run time
        return;
    }
    zend_alter_ini_entry_ex(change->name, change->value, PHP_INI_USER, PHP_INI_STAGE_RUNTIME, true);
}

// The value with a reference; null: there is none.
zend_string* ini_value(zend_string* name) noexcept {
    const auto* entry = static_cast<const zend_ini_entry*>(zend_hash_find_ptr(EG(ini_directives), name));
    return entry == nullptr || entry->value == nullptr ? nullptr : zend_string_copy(entry->value);
}

class OwnIni final : public OwnPart {
public:
    explicit OwnIni(zend_string* name) : name_(zend_string_copy(name)), held_(ini_value(name)) {}
    ~OwnIni() override {
        zend_string_release(name_);
        if (held_ != nullptr) zend_string_release(held_);
    }

    void exchange() override {
        zend_string* now = ini_value(name_);
        IniChange change{name_, held_};
        call_quietly(change_ini, &change);
        if (held_ != nullptr) zend_string_release(held_);
        held_ = now;
    }
    OwnPart* inherit() const override { return new OwnIni(name_); }

private:
    zend_string* name_;
    zend_string* held_;
};

class OwnLocale final : public OwnPart {
public:
    OwnLocale()
        : held_(copy_of(std::setlocale(LC_ALL, nullptr))),
          ctype_(BG(ctype_string) == nullptr ? nullptr : zend_string_copy(BG(ctype_string))) {}
    ~OwnLocale() override {
        std::free(held_);
        if (ctype_ != nullptr) zend_string_release(ctype_);
    }

    void exchange() override {
        std::swap(ctype_, BG(ctype_string));
        const char* running = std::setlocale(LC_ALL, nullptr);
        if (std::strcmp(running, held_) == 0) return;
        char* now = copy_of(running);
        std::setlocale(LC_ALL, held_);
        std::free(held_);
        held_ = now;
        zend_update_current_locale();  // sets variable_width_locale and ascii_compatible_locale
    }
    OwnPart* inherit() const override { return new OwnLocale; }

private:
    static char* copy_of(const char* text) noexcept {
        char* copy = strdup(text);
        TERN_CHECK(copy != nullptr);
        return copy;
    }

    char* held_;          // of all categories, as setlocale() returns them
    zend_string* ctype_;  // PHP's own note of LC_CTYPE; null: "C"
};

// Copies a stack of handlers, or of their error levels.
void copy_stack(const zend_stack& from, bool of_values, zend_stack* into) {
    zend_stack_init(into, from.size);
    for (int i = 0; i < from.top; ++i) {
        char* element = static_cast<char*>(from.elements) + static_cast<size_t>(i) * static_cast<size_t>(from.size);
        zend_stack_push(into, element);
        if (of_values) Z_TRY_ADDREF_P(reinterpret_cast<zval*>(element));
    }
}

void drop_stack(zend_stack* stack, bool of_values) {
    while (of_values && !zend_stack_is_empty(stack)) {
        zval last;
        ZVAL_COPY_VALUE(&last, static_cast<zval*>(zend_stack_top(stack)));
        zend_stack_del_top(stack);
        zval_ptr_dtor(&last);
    }
    zend_stack_destroy(stack);
}

class OwnHandlers final : public OwnPart {
public:
    OwnHandlers() : error_level_(EG(user_error_handler_error_reporting)) {
        ZVAL_COPY(&known_, &TERN_G(error_handler));
        // A running error handler is unset for this coroutine, but not for others.
        ZVAL_COPY(&error_, Z_TYPE(EG(user_error_handler)) == IS_UNDEF ? &known_ : &EG(user_error_handler));
        ZVAL_UNDEF(&at_work_);
        ZVAL_COPY(&exception_, &EG(user_exception_handler));
        copy_stack(EG(user_error_handlers_error_reporting), false, &error_levels_);
        copy_stack(EG(user_error_handlers), true, &errors_);
        copy_stack(EG(user_exception_handlers), true, &exceptions_);
    }
    ~OwnHandlers() override {
        zval_ptr_dtor(&known_);
        zval_ptr_dtor(&at_work_);
        zval_ptr_dtor(&error_);
        zval_ptr_dtor(&exception_);
        drop_stack(&error_levels_, false);
        drop_stack(&errors_, true);
        drop_stack(&exceptions_, true);
    }

    void exchange() override {
        std::swap(known_, TERN_G(error_handler));
        std::swap(at_work_, TERN_G(error_handler_at_work));
        std::swap(depth_, TERN_G(error_handler_depth));
        std::swap(error_, EG(user_error_handler));
        std::swap(exception_, EG(user_exception_handler));
        std::swap(error_level_, EG(user_error_handler_error_reporting));
        std::swap(error_levels_, EG(user_error_handlers_error_reporting));
        std::swap(errors_, EG(user_error_handlers));
        std::swap(exceptions_, EG(user_exception_handlers));
    }
    OwnPart* inherit() const override { return new OwnHandlers; }

private:
    zval known_;
    zval at_work_;
    int depth_ = 0;
    zval error_;
    zval exception_;
    int error_level_;
    zend_stack error_levels_;
    zend_stack errors_;
    zend_stack exceptions_;
};

class OwnHeaders final : public OwnPart {
public:
    OwnHeaders() : outer_(SG(sapi_headers)) {
        zend_llist& list = SG(sapi_headers).headers;
        zend_llist_init(&list, outer_.headers.size, outer_.headers.dtor, outer_.headers.persistent);
        SG(sapi_headers).http_response_code = 0;
        SG(sapi_headers).send_default_content_type = 1;
        SG(sapi_headers).mimetype = nullptr;
        SG(sapi_headers).http_status_line = nullptr;
        callback_ = std::exchange(header_callback(), no_header_callback());
    }
    ~OwnHeaders() override {
        zend_llist_destroy(&outer_.headers);
        if (outer_.mimetype != nullptr) efree(outer_.mimetype);
        if (outer_.http_status_line != nullptr) efree(outer_.http_status_line);
        drop_header_callback(callback_);
    }

    void exchange() override {
        std::swap(outer_, SG(sapi_headers));
        std::swap(callback_, header_callback());
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    sapi_headers_struct outer_;
    HeaderCallback callback_;
};

// Where code outside of contexts is, which is looked up once: it has changed when PHP's chdir() was called there.
class OuterDirectory {
public:
    const std::string& path() {
        if (forks_ != TERN_G(forks)) path_.clear();
        forks_ = TERN_G(forks);
        if (path_.empty()) path_ = current();
        return path_;
    }
    void forget() noexcept { path_.clear(); }
    // How often the working directory of the process was changed.
    uint32_t changes() const noexcept { return changes_; }
    void note_change() noexcept { ++changes_; }

    static std::string current() {
        char most[1024];
        if (getcwd(most, sizeof most) != nullptr) return most;
        char* path = getcwd(nullptr, 0);  // of any length, but allocates a page
        if (path == nullptr) return "/";
        std::string text(path);
        std::free(path);
        return text;
    }

private:
    std::string path_;  // empty: not known
    uint32_t forks_ = 0;
    uint32_t changes_ = 0;
};

OuterDirectory outer_directory;

class OwnDirectory final : public OwnPart {
public:
    OwnDirectory() : other_(outer_directory.path()) {}

    void exchange() override {
        std::string now = is_inside_ ? OuterDirectory::current() : outer_directory.path();
        is_inside_ = !is_inside_;
        held_.exchange();
        if (now == other_) return;
        note_change(chdir(other_.c_str()) == 0);
        other_ = std::move(now);
    }
    // Twice at the end of a page.
    void put_back() override {
        if (put_back_ && changes_ == outer_directory.changes()) return OpcacheUse::drop_directory();
        note_change(change_directory(other_.c_str()));
        put_back_ = true;
        changes_ = outer_directory.changes();
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    // Fails when it was removed: then the directory stays.
    static void note_change(bool changed) noexcept {
        if (!changed) outer_directory.forget();
        outer_directory.note_change();
        OpcacheUse::drop_directory();
    }

    HeldDirectory held_;
    std::string other_;  // that of code outside, and of the context while it does not run
    bool is_inside_ = true;
    bool put_back_ = false;
    uint32_t changes_ = 0;  // when it was put back
};

class OwnPathCache final : public OwnPart {
public:
    OwnPathCache() { OwnPathCache::exchange(); }

    void exchange() override {
        if (of_engine_ != nullptr) std::swap(limit_, *of_engine_);
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    // The engine does not export it. Its ini setting tells where it is.
    static zend_long* find() noexcept {
        void* found = zend_hash_str_find_ptr(EG(ini_directives), ZEND_STRL("realpath_cache_size"));
        const auto* entry = static_cast<const zend_ini_entry*>(found);
        if (entry == nullptr) return nullptr;
        return reinterpret_cast<zend_long*>(static_cast<char*>(globals_of_setting(*entry)) +
                                            reinterpret_cast<size_t>(entry->mh_arg1));
    }

    zend_long* const of_engine_ = find();
    zend_long limit_ = 0;  // 0 turns it off
};

// Settings of the process: limits, settings that Tern reads outside of coroutines, and those with functions of their
// own.
bool is_of_process(Bytes name) noexcept {
    for (Bytes prefix : {"swoole.", "tern.", "session.", "filter.", "opcache.", "zend."}) {
        if (name.starts_with(prefix)) return true;
    }
    return name == "memory_limit" || name == "ignore_user_abort" || name == "open_basedir";
}

}  // namespace

OwnPart* own_value(const zend_internal_function& get, const zend_internal_function& set, zif_handler engines) {
    return new OwnValue(get, set, engines);
}

OwnPart* own_ini(zend_string* name) {
    if (is_of_process(view(name)) || zend_hash_find_ptr(EG(ini_directives), name) == nullptr) return nullptr;
    return new OwnIni(name);
}

OwnPart* own_locale() { return new OwnLocale; }
OwnPart* own_handlers() { return new OwnHandlers; }
OwnPart* own_headers() { return new OwnHeaders; }

OwnPart* own_directory() { return new OwnDirectory; }

void note_directory_change(bool is_of_context) noexcept {
    outer_directory.note_change();
    if (!is_of_context) outer_directory.forget();
}

OwnPart* own_path_cache() { return new OwnPathCache; }

}  // namespace tern::php
