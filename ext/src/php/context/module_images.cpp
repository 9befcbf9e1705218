#include "php/context/module_images.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <utility>

#include "base/check.h"
#include "php/bridge/own_state.h"
#include "php/bridge/soap_call.h"

extern "C" {
#include <ext/session/php_session.h>
}

namespace tern::php {

namespace {

constexpr size_t kWord = sizeof(void*);
constexpr size_t kMostShared = 64;  // bytes of a module

// Blocks of a fixed size become a few instructions each.
template <size_t kBlock>
void swap_blocks(char*& one, char*& other, size_t& left) noexcept {
    for (; left >= kBlock; left -= kBlock, one += kBlock, other += kBlock) {
        char held[kBlock];
        char next[kBlock];
        std::memcpy(held, one, kBlock);
        std::memcpy(next, other, kBlock);
        std::memcpy(one, next, kBlock);
        std::memcpy(other, held, kBlock);
    }
}

void swap_bytes(char* one, char* other, size_t size) noexcept {
    swap_blocks<64>(one, other, size);
    swap_blocks<kWord>(one, other, size);
    swap_blocks<1>(one, other, size);
}

void construct_globals(zend_module_entry& entry) {
    if (entry.globals_size == 0) return;
    std::memset(module_globals(entry), 0, entry.globals_size);
    if (entry.globals_ctor != nullptr) entry.globals_ctor(module_globals(entry));
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

void OwnModule::end_values() const {
    if (last_error_ != nullptr) forget_last_error();
    if (entry_.post_deactivate_func != nullptr)
        call([](zend_module_entry& entry) { (void)entry.post_deactivate_func(); });
}

void OwnModule::forget_last_error() const noexcept {
    void* globals = module_globals(entry_);
    if (!last_error_->is_pointer) {
        std::memset(globals, 0, sizeof(int));
    } else if (void* errors = *static_cast<void**>(globals)) {
        std::memset(errors, 0, malloc_usable_size(errors));
    }
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
    all_->add_settings();
    all_->first_ = std::make_unique<char[]>(all_->size_);
    for (const Range& range : all_->ranges_) std::memcpy(all_->first_.get() + range.offset, range.at, range.size);
    all_->find_own_words();
}

void ModuleImages::add_range(char* from, const char* to) {
    if (from == to) return;
    const auto size = static_cast<size_t>(to - from);
    ranges_.push_back({from, size, size_});
    size_ += (size + kWord - 1) / kWord * kWord;
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

void ModuleImages::add_settings() {
    void* value;
    ZEND_HASH_FOREACH_PTR(EG(ini_directives), value) {
        auto* entry = static_cast<zend_ini_entry*>(value);
        if (entry->on_modify != nullptr && has(entry->module_number)) settings_.push_back(entry);
    }
    ZEND_HASH_FOREACH_END();
}

// As modules make their globals when they start.
char* ModuleImages::construct() {
    auto* image = static_cast<char*>(pemalloc(size_, true));
    std::memset(image, 0, size_);
    for (const Range& range : ranges_) std::memcpy(image + range.offset, range.at, range.size);
    for (const OwnModule& module : modules_) module.call(construct_globals);
    for (zend_ini_entry* entry : settings_) call_quietly(apply_first_value, entry);
    swap_with(image);
    return image;
}

// What modules have made of their globals until the first request. Words that differ although they are made in the same
// way point to memory of their own.
void ModuleImages::complete(char* image) const noexcept {
    for (size_t at = 0; at < size_; at += kWord) {
        if (!own_words_[at / kWord]) std::memcpy(image + at, first_.get() + at, kWord);
    }
}

void ModuleImages::find_own_words() {
    char* one = construct();
    char* other = construct();
    own_words_ = std::make_unique<bool[]>(size_ / kWord);
    for (size_t at = 0; at < size_; at += kWord) {
        own_words_[at / kWord] = std::memcmp(one + at, other + at, kWord) != 0;
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
    if (spare_.empty()) {
        char* made = construct();
        complete(made);
        return made;
    }
    char* image = spare_.back();
    spare_.pop_back();
    return image;
}

void ModuleImages::swap_with(char* image) const noexcept {
    for (const Range& range : ranges_) swap_bytes(range.at, image + range.offset, range.size);
}

}  // namespace tern::php
