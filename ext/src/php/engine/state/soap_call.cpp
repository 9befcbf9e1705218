#include "php/engine/state/soap_call.h"

#include <cstddef>
#include <dlfcn.h>

namespace tern::php {

SoapGlobals* SoapCall::soap_ = nullptr;
SoapCall::SwitchContext* SoapCall::switch_context_ = nullptr;

// The module does not reveal its globals. One of its settings has their address and its offset.
void SoapCall::find_soap() noexcept {
    constexpr char kSetting[] = "soap.wsdl_cache_limit";
    const auto* setting =
        static_cast<zend_ini_entry*>(zend_hash_str_find_ptr(EG(ini_directives), kSetting, sizeof kSetting - 1));
    if (setting == nullptr || reinterpret_cast<size_t>(setting->mh_arg1) != offsetof(SoapGlobals, cache_limit)) return;
    soap_ = static_cast<SoapGlobals*>(globals_of_setting(*setting));
    switch_context_ = reinterpret_cast<SwitchContext*>(dlsym(RTLD_DEFAULT, "php_libxml_switch_context"));
}

std::array<SoapCall::Part, 3> SoapCall::parts() noexcept {
    const auto part = [](auto& globals) { return Part{reinterpret_cast<char*>(&globals), sizeof globals}; };
    return {part(soap_->call), part(soap_->types), part(soap_->references)};
}

void SoapCall::set_globals(const Globals& globals) noexcept {
    soap_->call = globals.call;
    soap_->types = globals.types;
    soap_->references = globals.references;
}

void SoapCall::save() noexcept {
    saved_ = in_use();
    if (!saved_) return;
    globals_ = globals();
    set_globals({});
    if (switch_context_ == nullptr) return;
    zval none;
    ZVAL_UNDEF(&none);
    switch_context_(&none, &context_);
}

void SoapCall::restore() const noexcept {
    if (!saved_) return;
    set_globals(globals_);
    zval context = context_;
    if (switch_context_ != nullptr) switch_context_(&context, nullptr);
}

}  // namespace tern::php
