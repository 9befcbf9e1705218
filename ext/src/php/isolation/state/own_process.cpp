#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "base/environment.h"
#include "php/isolation/state/own_parts.h"

extern "C" {
#include <main/php_syslog.h>
}

namespace tern::php {

namespace {

constexpr char kEnvironment = 0;

// As "NAME=value" in the environment; null: there is none.
char* find_variable(const std::string& name) noexcept {
    for (char** one = environment(); one != nullptr && *one != nullptr; ++one) {
        if (**one != name[0]) continue;
        if (std::strncmp(*one, name.c_str(), name.size()) == 0 && (*one)[name.size()] == '=') return *one;
    }
    return nullptr;
}

void set_variable(const std::string& name, char* text) noexcept {
    (void)(text == nullptr ? unsetenv(name.c_str()) : putenv(text));  // without a copy
    if (name == "TZ") tzset();
}

// PHP has a table of what putenv() has set. It owns these texts, which are a part of the environment.
class OwnEnvironment final : public OwnPart {
public:
    OwnEnvironment() {
        zend_hash_init(&table_, 1, nullptr, BG(putenv_ht).pDestructor, false);
        std::swap(table_, BG(putenv_ht));
    }
    // PHP takes back what its table has: that is there already.
    ~OwnEnvironment() override { zend_hash_destroy(&table_); }

    void note(std::string name) {
        if (std::ranges::find(variables_, name, &Variable::name) != variables_.end()) return;
        char* const outer = find_variable(name);
        variables_.push_back({std::move(name), outer});
    }

    void exchange() override {
        std::swap(table_, BG(putenv_ht));
        for (Variable& one : variables_) {
            char* const now = find_variable(one.name);
            set_variable(one.name, std::exchange(one.text, now));
        }
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    struct Variable {
        std::string name;
        char* text;  // the outer one, or that of the script
    };

    HashTable table_;
    std::vector<Variable> variables_;
};

class OwnMask final : public OwnPart {
public:
    OwnMask() : held_(::umask(0)) { (void)::umask(held_); }

    void exchange() override { held_ = ::umask(held_); }
    OwnPart* inherit() const override { return nullptr; }

private:
    mode_t held_;
};

struct SyslogOptions {
    int options;
    int facility;
};

SyslogOptions syslog_options{0, LOG_USER};  // of the last openlog(); at first those of the C library

// The C library keeps where PHP's text lies, and does not tell what it has: the connection is opened again at a switch.
class OwnSyslog final : public OwnPart {
public:
    OwnSyslog() : device_(BG(syslog_device) == nullptr ? nullptr : strdup(BG(syslog_device))) {}
    ~OwnSyslog() override { std::free(device_); }

    void exchange() override {
        std::swap(device_, BG(syslog_device));
        std::swap(options_, syslog_options);
        // Both set have_called_openlog. What closes the connection leaves the options.
        php_openlog(BG(syslog_device), syslog_options.options & ~LOG_NDELAY, syslog_options.facility);
        if (BG(syslog_device) == nullptr) php_closelog();
    }
    OwnPart* inherit() const override { return new OwnSyslog; }

private:
    char* device_;  // null: openlog() was not called
    SyslogOptions options_ = syslog_options;
};

struct OptionCall {
    zend_function* function;
    zval arguments[2];
    uint32_t count;
    zval result;
};

void call_option(void* argument) {
    auto* one = static_cast<OptionCall*>(argument);
    zend_call_known_function(one->function, nullptr, nullptr, &one->result, one->count, one->arguments, nullptr);
}

class OwnAssertCallback final : public OwnPart {
public:
    OwnAssertCallback(const zend_internal_function& options, zif_handler engines) : options_(options) {
        constexpr uint32_t kDeprecated = ZEND_ACC_DEPRECATED;
        options_.handler = engines;
        options_.fn_flags &= ~kDeprecated;
        held_ = call(nullptr);
    }
    ~OwnAssertCallback() override { zval_ptr_dtor(&held_); }

    void exchange() override {
        zval now = call(&held_);
        zval_ptr_dtor(&held_);
        ZVAL_COPY_VALUE(&held_, &now);
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    // Returns the callback from before.
    zval call(zval* next) {
        constexpr zend_long kCallback = 2;  // ASSERT_CALLBACK
        OptionCall one{reinterpret_cast<zend_function*>(&options_), {}, next == nullptr ? 1u : 2u, {}};
        ZVAL_LONG(&one.arguments[0], kCallback);
        if (next != nullptr) ZVAL_COPY_VALUE(&one.arguments[1], next);
        ZVAL_NULL(&one.result);
        call_quietly(call_option, &one);
        return one.result;
    }

    zend_internal_function options_;
    zval held_;
};

}  // namespace

void own_environment(OwnState& state, Bytes assignment) {
    state.need(&kEnvironment, []() -> OwnPart* { return new OwnEnvironment; });
    const Bytes name = assignment.substr(0, std::min(assignment.find('='), assignment.find('\0')));
    static_cast<OwnEnvironment*>(state.find(&kEnvironment))->note(std::string(name));
}

OwnPart* own_mask() { return new OwnMask; }

OwnPart* own_syslog() { return new OwnSyslog; }

void note_syslog(zend_long options, zend_long facility) noexcept {
    syslog_options = {static_cast<int>(options), static_cast<int>(facility)};
}

OwnPart* own_assert_callback(const zend_function* options, zif_handler engines) {
    return new OwnAssertCallback(options->internal_function, engines);
}

}  // namespace tern::php
