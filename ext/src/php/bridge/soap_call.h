// A call of ext/soap in progress. While one waits for its server, soap's globals say whose errors become faults and by
// which description and types the answer is read; the calls of others would change that, and leave objects behind that
// are gone.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

class SoapCall {
public:
    // Once all extensions are there.
    static void find_soap() noexcept;
    static bool in_use() noexcept { return soap_ != nullptr && soap_->call.errors_are_faults; }

    // Keeps the call, if there is one, and makes the globals those of nobody.
    void save() noexcept;
    void restore() const noexcept;

private:
    struct Call {
        HashTable* typemap;
        int cur_uniq_ns;
        int soap_version;
        void* sdl;
        bool errors_are_faults;  // true in every call, of clients and servers
        char* error_code;
        zval error_object;
    };
    struct Types {
        void* encoding;
        HashTable* class_map;
        int features;
    };
    struct References {
        int cur_uniq_ref;
        HashTable* ref_map;
    };
    // As they are since PHP 7.0. The parts between the three belong to the process.
    struct Globals {
        HashTable encoders[3];
        Call call;
        char cache_flags[3];
        char* cache_dir;
        zend_long cache_ttl;
        zend_long cache_limit;
        HashTable* mem_cache;
        Types types;
        HashTable wsdl_cache;
        References references;
    };
    using SwitchContext = void(zval* context, zval* former);

    static Globals* soap_;  // null: not loaded, or of another shape
    static SwitchContext* switch_context_;

    bool saved_;
    Call call_;
    Types types_;
    References references_;
    zval context_;  // of the streams that libxml opens: a description is being fetched
};

}  // namespace tern::php
