// From PHP 8.4 on, a stream of an http URL leaves the header lines of its response to http_get_last_response_headers(),
// for the whole process. Here they are each coroutine's own (engine/state/own_state): otherwise, of two that wait at
// the same time, one would get the other's lines, and the first lines would leak.
#include <utility>

#include "php/engine/compat/engine.h"
#include "php/engine/fiber/fiber.h"
#include "php/engine/registry.h"
#include "php/engine/state/own_state.h"

namespace tern::php {

namespace {

class OwnLines final : public OwnPart {
public:
    OwnLines() { ZVAL_COPY(&held_, last_http_headers()); }
    ~OwnLines() override { zval_ptr_dtor(&held_); }

    void exchange() override { std::swap(held_, *last_http_headers()); }
    OwnPart* inherit() const override { return nullptr; }

private:
    zval held_;
};

OwnPart* own_lines() { return new OwnLines; }

const char kLines = 0;
php_stream_wrapper wrapper;
php_stream_wrapper_ops operations;
const php_stream_wrapper_ops* engines;

php_stream* open(php_stream_wrapper* of, const char* path, const char* mode, int options, zend_string** opened_path,
                 php_stream_context* context STREAMS_DC) {
    if (Fiber* self = current_fiber()) self->need_own_state().need(&kLines, own_lines);
    return engines->stream_opener(of, path, mode, options, opened_path, context STREAMS_REL_CC);
}

}  // namespace

void take_over_http_streams() noexcept {
    if (last_http_headers() == nullptr) return;
    HashTable* wrappers = php_stream_get_url_stream_wrappers_hash_global();
    const auto* engines_own =
        static_cast<const php_stream_wrapper*>(zend_hash_str_find_ptr(wrappers, ZEND_STRL("http")));
    if (engines_own == nullptr) return;
    engines = engines_own->wops;
    wrapper = *engines_own;
    operations = *engines;
    operations.stream_opener = open;
    wrapper.wops = &operations;
    // https, too, is the same one.
    zval* each;
    ZEND_HASH_FOREACH_VAL(wrappers, each) {
        if (Z_PTR_P(each) == engines_own) Z_PTR_P(each) = &wrapper;
    }
    ZEND_HASH_FOREACH_END();
}

}  // namespace tern::php
