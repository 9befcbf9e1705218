// A call of ext/soap in progress. While it waits for its server, soap's globals have its error handling and the types
// of the answer. A call of another coroutine would change them, and leave pointers to objects that are gone. So a
// switch saves them.
#pragma once

#include <array>

#include "php/engine/compat/soap.h"

namespace tern::php {

class SoapCall {
public:
    // Call it when all extensions are loaded.
    static void find_soap() noexcept;
    // What a call changes. The globals must be known.
    struct Globals {
        SoapCallGlobals call;
        SoapTypeGlobals types;
        SoapReferenceGlobals references;
    };
    struct Part {
        char* at;
        size_t size;
    };
    static std::array<Part, 3> parts() noexcept;
    static bool is_known() noexcept { return soap_ != nullptr; }
    static Globals globals() noexcept { return {soap_->call, soap_->types, soap_->references}; }
    static void set_globals(const Globals& globals) noexcept;
    static bool in_use() noexcept { return soap_ != nullptr && soap_->call.errors_are_faults; }

    // Saves the call, if there is one, and resets the globals.
    void save() noexcept;
    void restore() const noexcept;

private:
    using SwitchContext = void(zval* context, zval* former);

    static SoapGlobals* soap_;  // null: not loaded, or of another shape
    static SwitchContext* switch_context_;

    bool saved_;
    Globals globals_;
    zval context_;  // of the streams that libxml opens: a description is being fetched
};

}  // namespace tern::php
