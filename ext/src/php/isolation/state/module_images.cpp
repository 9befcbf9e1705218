#include "php/isolation/state/module_images.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <utility>

#include "base/check.h"
#include "php/engine/state/own_state.h"
#include "php/engine/state/soap_call.h"

extern "C" {
#include <ext/session/php_session.h>
}

namespace tern::php {

namespace {

constexpr size_t kWord = sizeof(void*);
constexpr size_t kMostShared = 64;  // bytes of a module

// Returns what lies behind the pieces in the image.
template <size_t kSize>
char* swap_pieces(const std::vector<char*>& pieces, char* image) noexcept {
    for (char* at : pieces) {
        char held[kSize];
        char next[kSize];
        std::memcpy(held, at, kSize);
        std::memcpy(next, image, kSize);
        std::memcpy(at, next, kSize);
        std::memcpy(image, held, kSize);
        image += kSize;
    }
    return image;
}

void construct_globals(zend_module_entry& entry) {
    if (entry.globals_size == 0) return;
    std::memset(module_globals(entry), 0, entry.globals_size);
    if (entry.globals_ctor != nullptr) entry.globals_ctor(module_globals(entry));
}

// What a function of OpenSSL has left, and nothing asked for yet. The module takes it for its own at the next look.
void forget_openssl_errors() noexcept {
    static const auto peek = reinterpret_cast<unsigned long (*)()>(dlsym(RTLD_DEFAULT, "ERR_peek_error"));
    static const auto clear = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "ERR_clear_error"));
    if (peek != nullptr && clear != nullptr && peek() != 0) clear();
}

void apply_first_value(void* setting) {
    auto* entry = static_cast<zend_ini_entry*>(setting);
    zend_string* value = entry->modified ? entry->orig_value : entry->value;
    (void)entry->on_modify(entry, value, entry->mh_arg1, entry->mh_arg2, entry->mh_arg3, ZEND_INI_STAGE_STARTUP);
}

}  // namespace

OwnModule::OwnModule(zend_module_entry& entry)
    : entry_(entry), is_session_(std::strcmp(entry.name, "session") == 0), last_error_(find_last_error(entry.name)) {}

void OwnModule::share(char* at, size_t size) { shared_.push_back({at, size}); }

void OwnModule::call(void (*function)(zend_module_entry& entry)) const {
    char kept[kMostShared];
    char* next = kept;
    for (const Shared& one : shared_) {
        TERN_CHECK(next + one.size <= kept + sizeof kept);
        std::memcpy(next, one.at, one.size);
        std::memset(one.at, 0, one.size);
        next += one.size;
    }
    function(entry_);
    next = kept;
    for (const Shared& one : shared_) {
        std::memcpy(one.at, next, one.size);
        next += one.size;
    }
}

// A session starts when the data of the request are there.
void OwnModule::begin_request() const {
    if (entry_.request_startup_func == nullptr) return;
    auto* session = is_session_ ? static_cast<php_ps_globals*>(module_globals(entry_)) : nullptr;
    const auto starts = session != nullptr && std::exchange(session->auto_start, false);
    call([](zend_module_entry& entry) { (void)entry.request_startup_func(entry.type, entry.module_number); });
    if (session != nullptr) session->auto_start = starts;
}

void OwnModule::end_request() const {
    if (entry_.request_shutdown_func == nullptr) return;
    call([](zend_module_entry& entry) { (void)entry.request_shutdown_func(entry.type, entry.module_number); });
}

// The end of the request closes its file or connection.
void OwnModule::abort_session() const noexcept {
    if (!is_session_) return;
    auto& session = *static_cast<php_ps_globals*>(module_globals(entry_));
    session.session_status = php_session_none;
    if (session.mod_user_implemented && session.default_mod != nullptr) session.mod = session.default_mod;
    session.mod_user_implemented = false;
}

void OwnModule::end_values() const {
    if (last_error_ != nullptr) forget_last_error();
    if (entry_.post_deactivate_func != nullptr)
        call([](zend_module_entry& entry) { (void)entry.post_deactivate_func(); });
}

void OwnModule::forget_last_error() const noexcept {
    void* globals = module_globals(entry_);
    if (!last_error_->is_pointer) {
        std::memset(globals, 0, sizeof(int));
        return;
    }
    forget_openssl_errors();
    if (void* errors = *static_cast<void**>(globals)) std::memset(errors, 0, malloc_usable_size(errors));
}

void ModuleImages::find() {
    all_ = new ModuleImages;
    zend_string* name;
    void* value;
    ZEND_HASH_FOREACH_STR_KEY_PTR(&module_registry, name, value) {
        auto* module = static_cast<zend_module_entry*>(value);
        if (module->globals_size > 0 && find_shared_module(view(name)) == nullptr) all_->add_module(*module);
    }
    ZEND_HASH_FOREACH_END();
    all_->add_library_variables();
    all_->add_soap();
    all_->cut_ranges();
    all_->first_ = std::make_unique<char[]>(all_->size_);
    all_->copy_into(all_->first_.get());
}

void ModuleImages::add_range(char* from, const char* to) {
    if (from == to) return;
    ranges_.push_back({from, static_cast<size_t>(to - from)});
}

void ModuleImages::cut_ranges() {
    for (size_t i = 0; i < kPieces.size(); ++i) {
        for (Range& range : ranges_) {
            for (; range.size >= kPieces[i]; range.at += kPieces[i], range.size -= kPieces[i]) {
                pieces_[i].push_back(range.at);
                size_ += kPieces[i];
            }
        }
    }
    size_ = (size_ + kWord - 1) / kWord * kWord;
    ranges_.clear();
}

void ModuleImages::copy_into(char* image) const noexcept {
    for (size_t i = 0; i < kPieces.size(); ++i) {
        for (const char* at : pieces_[i]) {
            std::memcpy(image, at, kPieces[i]);
            image += kPieces[i];
        }
    }
}

void ModuleImages::add_module(zend_module_entry& entry) {
    auto* globals = static_cast<char*>(module_globals(entry));
    char* at = globals;
    OwnModule& module = modules_.emplace_back(entry);
    for (const SharedField& field : shared_fields()) {
        if (std::strcmp(field.module, entry.name) != 0) continue;
        TERN_CHECK(field.offset + field.size <= entry.globals_size);
        add_range(at, globals + field.offset);
        module.share(globals + field.offset, field.size);
        at = globals + field.offset + field.size;
    }
    add_range(at, globals + entry.globals_size);
}

void ModuleImages::add_library_variables() {
    for (const LibraryVariable& one : library_variables()) {
        auto* accessor = reinterpret_cast<char* (*)()>(dlsym(RTLD_DEFAULT, one.accessor));
        if (accessor == nullptr) continue;
        char* at = accessor();
        add_range(at, at + one.size);
    }
}

// What a request changes. Its settings and its cache of descriptions are the process's.
void ModuleImages::add_soap() {
    SoapCall::find_soap();
    auto* entry = static_cast<zend_module_entry*>(zend_hash_str_find_ptr(&module_registry, ZEND_STRL("soap")));
    if (entry == nullptr || entry->globals_size > 0 || !SoapCall::is_known()) return;
    for (const SoapCall::Part& part : SoapCall::parts()) add_range(part.at, part.at + part.size);
    modules_.emplace_back(*entry);
}

bool ModuleImages::is_set_by(const zend_ini_entry& entry) const noexcept {
    return entry.on_modify != nullptr && has(entry.module_number);
}

// After PHP has started: with thread safety it copies them then.
void ModuleImages::find_settings() {
    void* value;
    ZEND_HASH_FOREACH_PTR(EG(ini_directives), value) {
        auto* entry = static_cast<zend_ini_entry*>(value);
        if (is_set_by(*entry)) settings_.push_back(entry);
    }
    ZEND_HASH_FOREACH_END();
}

// As modules make their globals when they start.
char* ModuleImages::construct() {
    auto* image = static_cast<char*>(pemalloc(size_, true));
    std::memset(image, 0, size_);
    copy_into(image);
    for (const OwnModule& module : modules_) module.call(construct_globals);
    for (zend_ini_entry* entry : settings_) call_quietly(apply_first_value, entry);
    swap_with(image);
    return image;
}

// What modules have made of their globals until the first request. Words that differ although they are made in the same
// way point to memory of their own.
void ModuleImages::complete(char* image) const noexcept {
    for (size_t at = 0; at < size_; at += kWord) {
        if (!differing_words_[at / kWord]) std::memcpy(image + at, first_.get() + at, kWord);
    }
}

void ModuleImages::find_differing_words() {
    find_settings();
    char* one = construct();
    char* other = construct();
    differing_words_ = std::make_unique<bool[]>(size_ / kWord);
    for (size_t at = 0; at < size_; at += kWord) {
        differing_words_[at / kWord] = std::memcmp(one + at, other + at, kWord) != 0;
    }
    complete(one);
    complete(other);
    spare_ = {one, other};
}

bool ModuleImages::has(int module_number) const noexcept {
    return std::ranges::any_of(modules_, [module_number](const OwnModule& one) {
        return one.entry().module_number == module_number && !one.is_hidden();
    });
}

char* ModuleImages::take() {
    if (differing_words_ == nullptr) find_differing_words();
    if (spare_.empty()) {
        char* made = construct();
        complete(made);
        return made;
    }
    char* image = spare_.back();
    spare_.pop_back();
    return image;
}

void ModuleImages::change_setting(zend_ini_entry& entry) const {
    if (!is_set_by(entry)) return;
    const auto change = [&](char* image) {
        swap_with(image);
        call_quietly(apply_first_value, &entry);
        swap_with(image);
    };
    change(first_.get());
    for (char* image : spare_) change(image);
}

void ModuleImages::swap_with(char* image) const noexcept {
    image = swap_pieces<kPieces[0]>(pieces_[0], image);
    image = swap_pieces<kPieces[1]>(pieces_[1], image);
    image = swap_pieces<kPieces[2]>(pieces_[2], image);
    swap_pieces<kPieces[3]>(pieces_[3], image);
}

}  // namespace tern::php
