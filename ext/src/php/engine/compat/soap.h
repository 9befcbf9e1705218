// The globals of ext/soap, which no header of PHP has: their layout in each version.
#pragma once

#include "php/engine/compat/engine.h"

namespace tern::php {

#if PHP_VERSION_ID >= 80400
// Settings follow without a gap.
struct [[gnu::packed]] SoapCallGlobals {
    HashTable* typemap;
    int cur_uniq_ns;
    int soap_version;
    void* sdl;
    char* error_code;
    zval error_object;
    bool errors_are_faults;  // true in every call, of clients and servers
};
using SoapCacheFlags = char[2];
#else
struct SoapCallGlobals {
    HashTable* typemap;
    int cur_uniq_ns;
    int soap_version;
    void* sdl;
    bool errors_are_faults;  // true in every call, of clients and servers
    char* error_code;
    zval error_object;
};
using SoapCacheFlags = char[3];
#endif

struct SoapTypeGlobals {
    void* encoding;
    HashTable* class_map;
    int features;
};

struct SoapReferenceGlobals {
    int cur_uniq_ref;
    HashTable* ref_map;
};

// What is between the three parts belongs to the process.
struct SoapGlobals {
#if PHP_VERSION_ID < 80500
    HashTable encoders[3];
#endif
    SoapCallGlobals call;
    SoapCacheFlags cache_flags;
    char* cache_dir;
    zend_long cache_ttl;
    zend_long cache_limit;
    HashTable* mem_cache;
    SoapTypeGlobals types;
    HashTable wsdl_cache;
    SoapReferenceGlobals references;
};

}  // namespace tern::php
