#include "php/process/process_object.h"

#include <sys/prctl.h>
#include <unistd.h>

#include "php/engine/classes.h"
#include "php/engine/error.h"

namespace tern::php {

ProcessObject* process_of(const zval* object) {
    auto* self = of<ProcessObject>(object);
    if (EXPECTED(self->parts != nullptr)) return self;
    throw_not_constructed(classes.process);
    return nullptr;
}

void become_child(ProcessObject& self, pid_t parent) {
    proc::ProcessPipe& pipe = self.parts->pipe;
    pipe.become_child(parent);
    drop_exported(self);
    zend_update_property_long(self.std.ce, &self.std, ZEND_STRL("pid"), getpid());
    show_pipe(self);
    const Error error = self.redirects ? pipe.take_over_stdio() : Error::ok;
    if (error != Error::ok) warn("the pipe cannot be the standard input and output: %s", describe(error));
}

void show_pipe(ProcessObject& self) {
    const int fd = self.parts->pipe.fd();
    if (fd >= 0) return zend_update_property_long(self.std.ce, &self.std, ZEND_STRL("pipe"), fd);
    zend_update_property_null(self.std.ce, &self.std, ZEND_STRL("pipe"));
}

void drop_exported(ProcessObject& self) {
    zval old;
    ZVAL_COPY_VALUE(&old, &self.exported);
    ZVAL_UNDEF(&self.exported);
    zval_ptr_dtor(&old);
}

// Calls an internal function, no user code. Only its warning may run PHP code, which the callers' frames allow.
bool set_process_title(zend_string* title) {
    zval* found = zend_hash_str_find(EG(function_table), ZEND_STRL("cli_set_process_title"));
    if (found == nullptr) return prctl(PR_SET_NAME, ZSTR_VAL(title), 0, 0, 0) == 0;
    zval argument;
    zval result;
    ZVAL_STR(&argument, title);
    ZVAL_UNDEF(&result);
    zend_call_known_function(Z_FUNC_P(found), nullptr, nullptr, &result, 1, &argument, nullptr);
    return Z_TYPE(result) == IS_TRUE;
}

}  // namespace tern::php
