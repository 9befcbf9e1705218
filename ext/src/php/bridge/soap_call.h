// A call of ext/soap in progress. While it waits for its server, soap's globals have its error handling and the types
// of the answer. A call of another coroutine would change them, and leave pointers to objects that are gone. So a
// switch saves them.
#pragma once

#include "php/bridge/compat.h"

namespace tern::php {

class SoapCall {
public:
    // Call it when all extensions are loaded.
    static void find_soap() noexcept;
    static bool in_use() noexcept { return soap_ != nullptr && soap_->call.errors_are_faults; }

    // Saves the call, if there is one, and resets the globals.
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
    // Their layout since PHP 7.0. What is between the three parts belongs to the process.
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
