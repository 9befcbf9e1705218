#include <algorithm>

#include "php/engine/classes.h"
#include "php/engine/error.h"
#include "php/engine/fiber/guard.h"
#include "php/server/message/packet_dispatch.h"
#include "php/server/message/session_send.h"
#include "protocol/resp.h"

namespace tern::php {

namespace {

void say_unknown(int64_t session_id, Bytes name) {
    smart_str text{};
    smart_str_appends(&text, "-ERR unknown command '");
    for (char byte : name.substr(0, kMostCommandName)) smart_str_appendc(&text, byte >= ' ' && byte < 127 ? byte : '?');
    smart_str_appends(&text, "'\r\n");
    smart_str_0(&text);
    (void)send_to_session(session_id, text.s);
    smart_str_free(&text);
}

void make_list(std::vector<Bytes>& words, zval* into) {
    array_init_size(into, static_cast<uint32_t>(words.size()));
    for (size_t i = 1; i < words.size(); ++i) add_next_index_stringl(into, words[i].data(), words[i].size());
}

}  // namespace

zval* RedisCommands::find_handler(Bytes name) const {
    if (name.size() > kMostCommandName) return nullptr;
    char upper[kMostCommandName];
    std::transform(name.begin(), name.end(), upper,
                   [](char byte) { return static_cast<char>(zend_toupper_ascii(byte)); });
    zval slot;
    zval* handlers = zend_read_property(classes.redis_server, &server_.std, ZEND_STRL("handlers"), true, &slot);
    if (Z_TYPE_P(handlers) != IS_ARRAY) return nullptr;
    return zend_hash_str_find(Z_ARRVAL_P(handlers), upper, name.size());
}

void RedisCommands::run(int64_t session_id, Bytes command) {
    protocol::split_command(command, words_);
    if (words_.empty()) return;
    zval* handler = find_handler(words_[0]);
    if (handler == nullptr) return say_unknown(session_id, words_[0]);
    zval function;
    zval arguments[2];
    zval result;
    ZVAL_COPY(&function, handler);
    ZVAL_LONG(&arguments[0], session_id);
    make_list(words_, &arguments[1]);
    ZVAL_UNDEF(&result);
    call_user_function(nullptr, nullptr, &function, &result, 2, arguments);
    bail_if_fatal();
    if (EG(exception) == nullptr && Z_TYPE(result) == IS_STRING) (void)send_to_session(session_id, Z_STR(result));
    zval_ptr_dtor(&result);
    zval_ptr_dtor(&arguments[1]);
    zval_ptr_dtor(&function);
}

}  // namespace tern::php
