#include "php/server/connection_iterator.h"

#include <zend_interfaces.h>

#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/server/server_process.h"
#include "php/server/connection_iterator_arginfo.h"

namespace tern::php {

namespace {

constexpr size_t kPage = 64;

struct IteratorObject {
    int32_t port;
    uint32_t at;     // position in the page
    uint32_t count;  // size of the page
    zend_long index;
    int64_t page[kPage];
    zend_object std;

    static void release(IteratorObject&) {}
};

bool is_of(int32_t port, int64_t id) {
    if (port < 0) return true;
    const Result<shm::SessionInfo> info = process()->state().sessions().read(id);
    return info.ok() && info.value().origin.listener == port;
}

// Loads the next page that has a connection of the port; empty at the end.
void turn_page(IteratorObject& self, int64_t after) {
    self.at = self.count = 0;
    while (process() != nullptr && self.count == 0) {
        int64_t ids[kPage];
        const size_t found = process()->state().sessions().list(after, ids);
        for (size_t i = 0; i < found; ++i) {
            if (is_of(self.port, ids[i])) self.page[self.count++] = ids[i];
        }
        if (found < kPage) return;
        after = ids[found - 1];
    }
}

IteratorObject& self_of(zval* object) { return *of<IteratorObject>(object); }

bool is_open(const IteratorObject& self, int64_t id) {
    return process() != nullptr && process()->state().sessions().owner_of(id) != 0 && is_of(self.port, id);
}

}  // namespace

void make_connection_iterator(int32_t port, zval* into) {
    object_init_ex(into, classes.connection_iterator);
    of<IteratorObject>(into)->port = port;
}

void register_connection_iterator(Classes& into) {
    into.connection_iterator =
        register_class_Swoole_Connection_Iterator(zend_ce_iterator, zend_ce_arrayaccess, zend_ce_countable);
    into.connection_iterator->create_object = create_object<IteratorObject>;
}

}  // namespace tern::php

using namespace tern::php;

ZEND_METHOD(Swoole_Connection_Iterator, __construct) { ZEND_PARSE_PARAMETERS_NONE(); }

ZEND_METHOD(Swoole_Connection_Iterator, rewind) {
    ZEND_PARSE_PARAMETERS_NONE();
    self_of(ZEND_THIS).index = 0;
    turn_page(self_of(ZEND_THIS), 0);
}

ZEND_METHOD(Swoole_Connection_Iterator, next) {
    ZEND_PARSE_PARAMETERS_NONE();
    IteratorObject& self = self_of(ZEND_THIS);
    if (self.at == self.count) return;
    ++self.index;
    if (++self.at == self.count) turn_page(self, self.page[self.count - 1]);
}

ZEND_METHOD(Swoole_Connection_Iterator, current) {
    ZEND_PARSE_PARAMETERS_NONE();
    IteratorObject& self = self_of(ZEND_THIS);
    if (self.at == self.count) RETURN_FALSE;
    RETURN_LONG(self.page[self.at]);
}

ZEND_METHOD(Swoole_Connection_Iterator, key) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(self_of(ZEND_THIS).index + 1);  // as published, they count from 1
}

ZEND_METHOD(Swoole_Connection_Iterator, valid) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(self_of(ZEND_THIS).at < self_of(ZEND_THIS).count);
}

ZEND_METHOD(Swoole_Connection_Iterator, count) {
    ZEND_PARSE_PARAMETERS_NONE();
    IteratorObject walker{};
    walker.port = self_of(ZEND_THIS).port;
    zend_long count = 0;
    for (turn_page(walker, 0); walker.count > 0; turn_page(walker, walker.page[walker.count - 1]))
        count += walker.count;
    RETURN_LONG(count);
}

ZEND_METHOD(Swoole_Connection_Iterator, offsetExists) {
    zval* fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(fd)
    ZEND_PARSE_PARAMETERS_END();
    RETURN_BOOL(is_open(self_of(ZEND_THIS), zval_get_long(fd)));
}

ZEND_METHOD(Swoole_Connection_Iterator, offsetGet) {
    zval* fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(fd)
    ZEND_PARSE_PARAMETERS_END();
    const zend_long id = zval_get_long(fd);
    if (!is_open(self_of(ZEND_THIS), id)) RETURN_FALSE;
    const tern::Result<tern::shm::SessionInfo> info = process()->state().sessions().read(id);
    if (!info.ok()) RETURN_FALSE;
    describe_session(info.value(), return_value);
}

ZEND_METHOD(Swoole_Connection_Iterator, offsetSet) {
    zval* fd;
    zval* value;
    ZEND_PARSE_PARAMETERS_START(2, 2)
    Z_PARAM_ZVAL(fd)
    Z_PARAM_ZVAL(value)
    ZEND_PARSE_PARAMETERS_END();
    zend_throw_error(nullptr, "Connections cannot be written to");
}

ZEND_METHOD(Swoole_Connection_Iterator, offsetUnset) {
    zval* fd;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_ZVAL(fd)
    ZEND_PARSE_PARAMETERS_END();
    zend_throw_error(nullptr, "Connections are closed by Server::close()");
}
