#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "php/engine/fiber/coroutines.h"
#include "php/engine/object.h"
#include "php/engine/registry.h"
#include "php/http/request/request_body.h"
#include "php/http/request/request_object.h"
#include "php/http/request/tern_http_body_stream_arginfo.h"

namespace tern::php {

namespace {

constexpr zend_long kPiece = 64 * 1024;  // the size of a piece in foreach

struct BodyStreamObject {
    serve::Exchange* exchange;  // a reference
    zend_string* piece;         // owned: the current piece of foreach; null: not begun
    zend_long before_piece;     // bytes
    zend_object std;

    static void release(BodyStreamObject& self) {
        if (self.piece != nullptr) zend_string_release(self.piece);
        if (self.exchange != nullptr) self.exchange->release();
    }
};

// The class is final, so the constructor has run.
serve::Exchange& exchange_of(const zval* object) noexcept { return *of<BodyStreamObject>(object)->exchange; }

// Null after an exception; the empty string at the end.
zend_string* read_piece(serve::Exchange& exchange, zend_long most, coro::Deadline deadline) {
    serve::RequestBody& body = exchange.body;
    if (body.form() != nullptr) {
        throw_body_exception(Error::wrong_operation, "The body is a form, and was taken apart while it arrived");
        return nullptr;
    }
    const BodyArrival arrival = wait_for_piece(exchange, deadline);
    if (arrival == BodyArrival::timed_out) throw_body_exception(Error::coroutine_timed_out, "The time is over");
    if (arrival != BodyArrival::there) return nullptr;
    const auto count = static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(most), body.available()));
    if (count == 0) return ZSTR_EMPTY_ALLOC();
    zend_string* piece = zend_string_alloc(count, false);
    ZSTR_VAL(piece)[count] = '\0';
    if (Error error = body.take(ZSTR_VAL(piece), count); error != Error::ok) {
        zend_string_efree(piece);
        throw_body_exception(error, "The body cannot be read: %s", describe(error));
        return nullptr;
    }
    if (body.arriving()) exchange.responder()->read_on(exchange);
    return piece;
}

// Lets other coroutines run between pieces of a file. False after an exception.
bool let_others_run() {
    Coroutines* coroutines = php::coroutines();
    if (coroutines == nullptr || !coroutines->may_suspend()) return true;
    zval ignored;
    if (after_wait(*coroutines, coroutines->scheduler.give_way(), &ignored)) return true;
    if (EG(exception) == nullptr) throw_body_exception(Error::coroutine_canceled, "Coroutine was canceled");
    return false;
}

// Returns the number of written bytes; -1 after an exception.
zend_long write_rest(serve::Exchange& exchange, int fd, const char* path) {
    serve::RequestBody& body = exchange.body;
    for (zend_long written = 0;;) {
        if (wait_for_piece(exchange, coro::Deadline::never()) != BodyArrival::there) return -1;
        const uint64_t before = body.available();
        if (before == 0) return written;
        if (Error error = body.take_to_file(fd); error != Error::ok) {
            throw_body_exception(error, "%s: %s", path, describe(error));
            return -1;
        }
        written += static_cast<zend_long>(before - body.available());
        if (body.arriving()) exchange.responder()->read_on(exchange);
        if (body.in_file() && !let_others_run()) return -1;
    }
}

// -1 with errno. Only regular files are allowed, since an incomplete file is removed.
int open_target(const char* path) {
    if (php_check_open_basedir(path) != 0) return -1;
    const int fd = ::open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666);
    if (fd < 0) return fd;
    struct stat status {};
    errno = EINVAL;
    if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && ::ftruncate(fd, 0) == 0) return fd;
    const int reason = errno;
    (void)::close(fd);
    errno = reason;
    return -1;
}

void set_piece(BodyStreamObject& self, zend_string* piece) {
    if (self.piece != nullptr) {
        self.before_piece += static_cast<zend_long>(ZSTR_LEN(self.piece));
        zend_string_release(self.piece);
    }
    self.piece = piece;
}

void fetch_next(BodyStreamObject& self) {
    set_piece(self, nullptr);
    set_piece(self, read_piece(*self.exchange, kPiece, coro::Deadline::never()));
}

bool is_valid(const BodyStreamObject& self) noexcept { return self.piece != nullptr && ZSTR_LEN(self.piece) > 0; }

zend_object* create_body_stream(zend_class_entry* entry) { return create_object<BodyStreamObject>(entry); }

}  // namespace

void register_tern_http_body_stream(Classes& into) {
    into.body_exception = register_class_Tern_Http_BodyException(into.exception);
    into.body_stream = register_class_Tern_Http_BodyStream(zend_ce_iterator);
    into.body_stream->create_object = create_body_stream;
}

}  // namespace tern::php

using namespace tern::php;
using tern::Error;
using tern::serve::Exchange;

ZEND_METHOD(Tern_Http_BodyStream, __construct) {
    zval* given;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_OBJECT_OF_CLASS(given, classes.http_request)
    ZEND_PARSE_PARAMETERS_END();
    BodyStreamObject* self = of<BodyStreamObject>(ZEND_THIS);
    Exchange* exchange = of<RequestObject>(given)->exchange;
    if (exchange == nullptr) {
        zend_argument_value_error(1, "must be a request that a server received, or one that is complete");
        RETURN_THROWS();
    }
    if (self->exchange != nullptr) {
        zend_throw_error(nullptr, "The stream is constructed already");
        RETURN_THROWS();
    }
    exchange->retain();
    self->exchange = exchange;
}

ZEND_METHOD(Tern_Http_BodyStream, read) {
    zend_long length = kPiece;
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 2)
    Z_PARAM_OPTIONAL
    Z_PARAM_LONG(length)
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    if (length < 1) {
        zend_argument_value_error(1, "must be greater than 0, " ZEND_LONG_FMT " given", length);
        RETURN_THROWS();
    }
    zend_string* piece = read_piece(exchange_of(ZEND_THIS), length, deadline_in(timeout));
    if (piece == nullptr) RETURN_THROWS();
    RETURN_STR(piece);
}

ZEND_METHOD(Tern_Http_BodyStream, eof) {
    ZEND_PARSE_PARAMETERS_NONE();
    Exchange& exchange = exchange_of(ZEND_THIS);
    RETURN_BOOL(!exchange.body.arriving() && !exchange.body.broken() && exchange.body.available() == 0);
}

ZEND_METHOD(Tern_Http_BodyStream, received) {
    ZEND_PARSE_PARAMETERS_NONE();
    Exchange& exchange = exchange_of(ZEND_THIS);
    RETURN_LONG(static_cast<zend_long>(exchange.body.received()));
}

ZEND_METHOD(Tern_Http_BodyStream, length) {
    ZEND_PARSE_PARAMETERS_NONE();
    Exchange& exchange = exchange_of(ZEND_THIS);
    if (exchange.head.chunked) RETURN_NULL();
    RETURN_LONG(static_cast<zend_long>(exchange.head.content_length));
}

ZEND_METHOD(Tern_Http_BodyStream, wait) {
    double timeout = -1;
    ZEND_PARSE_PARAMETERS_START(0, 1)
    Z_PARAM_OPTIONAL
    Z_PARAM_DOUBLE(timeout)
    ZEND_PARSE_PARAMETERS_END();
    Exchange& exchange = exchange_of(ZEND_THIS);
    if (exchange.body.taken() && !is_whole(exchange.body)) {
        throw_body_exception(Error::wrong_operation, "Some of the body has been read: it cannot be gathered");
        RETURN_THROWS();
    }
    const BodyArrival arrival = wait_for_whole(exchange, deadline_in(timeout));
    if (arrival == BodyArrival::threw) RETURN_THROWS();
    RETURN_BOOL(arrival == BodyArrival::there);
}

ZEND_METHOD(Tern_Http_BodyStream, moveTo) {
    zend_string* path;
    ZEND_PARSE_PARAMETERS_START(1, 1)
    Z_PARAM_PATH_STR(path)
    ZEND_PARSE_PARAMETERS_END();
    Exchange& exchange = exchange_of(ZEND_THIS);
    if (exchange.body.form() != nullptr) {
        throw_body_exception(Error::wrong_operation, "The body is a form, and was taken apart while it arrived");
        RETURN_THROWS();
    }
    const int fd = open_target(ZSTR_VAL(path));
    if (fd < 0) {
        Error error = tern::last_error();
        throw_body_exception(error, "%s: %s", ZSTR_VAL(path), describe(error));
        RETURN_THROWS();
    }
    const zend_long written = write_rest(exchange, fd, ZSTR_VAL(path));
    (void)::close(fd);
    if (written < 0) {
        (void)::unlink(ZSTR_VAL(path));
        RETURN_THROWS();
    }
    RETURN_LONG(written);
}

ZEND_METHOD(Tern_Http_BodyStream, current) {
    ZEND_PARSE_PARAMETERS_NONE();
    const BodyStreamObject* self = of<BodyStreamObject>(ZEND_THIS);
    if (!is_valid(*self)) RETURN_EMPTY_STRING();
    RETURN_STR_COPY(self->piece);
}

ZEND_METHOD(Tern_Http_BodyStream, key) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_LONG(of<BodyStreamObject>(ZEND_THIS)->before_piece);
}

ZEND_METHOD(Tern_Http_BodyStream, next) {
    ZEND_PARSE_PARAMETERS_NONE();
    fetch_next(*of<BodyStreamObject>(ZEND_THIS));
}

ZEND_METHOD(Tern_Http_BodyStream, rewind) {
    ZEND_PARSE_PARAMETERS_NONE();
    BodyStreamObject* self = of<BodyStreamObject>(ZEND_THIS);
    if (!is_valid(*self)) fetch_next(*self);
}

ZEND_METHOD(Tern_Http_BodyStream, valid) {
    ZEND_PARSE_PARAMETERS_NONE();
    RETURN_BOOL(is_valid(*of<BodyStreamObject>(ZEND_THIS)));
}
