// One request as PHP's server interface (SAPI) and its output layer see it: what code in a context prints, and the head
// that header() and similar functions make, become the response. Each context has at most one, which it keeps.
#pragma once

#include "php/http/request/request_object.h"
#include "php/http/response/response.h"
#include "php/isolation/context.h"

namespace tern::php {

struct ServerVariables;

class WebRequest final : public OwnPart {
public:
    // The one of the running context; null: there is none, or it has no request at present.
    static WebRequest* running() noexcept {
        return Context::running() == nullptr ? nullptr : static_cast<WebRequest*>(SG(server_context));
    }
    // The one of the running context, made if there is none.
    static WebRequest& of_context();

    WebRequest() = default;
    ~WebRequest() override;

    // Call these in the context. begin() takes references to the objects. `on_head` is called outside of contexts when
    // the head is in the response and not sent yet, with the status, and whether Content-Type is only PHP's default;
    // `on_end` when only the end of the response is left, with the status.
    void begin(RequestObject& request, ResponseObject& response, const zval* on_head = nullptr,
               const zval* on_end = nullptr);
    // Of a script, after begin(): what becomes its $_SERVER. Takes references.
    void describe_server(const ServerVariables& variables);
    // Another process has passed the request on: the client's body begins at `body_begin`, and the fields that the
    // client has sent are in $_SERVER. Call it after begin().
    void be_passed_on(uint64_t body_begin) {
        passed_on_ = true;
        body_read_ = body_begin;
    }
    // What becomes $_SERVER; null: the request is not that of a script.
    HashTable* server_variables();
    // The same, if the request was passed on; otherwise null.
    HashTable* passed_variables() { return passed_on_ ? server_variables() : nullptr; }
    // False: it was sent to its end, or there is none.
    bool has_response() const noexcept { return response_ != nullptr; }
    // Sends what is left, unless the response has ended. What code prints later is dropped.
    void finish();
    // The page has ended: the same, and calls on_end before.
    void end_page();
    // finish() without a response: that is the application's. What is printed afterwards is of no request.
    void release();

    // For the output layer. They suspend while the client reads slowly. In an application, which responds by itself,
    // flush() sends the head that header() and similar functions have made, and what was printed; so does much text.
    void write(Bytes text);
    void flush();
    // The head of an application's response is complete: what the application prints from now on is its body.
    void begin_stream();
    // PHP is adding a field to the head. Its default Content-Type is the last one.
    void note_field(Bytes line) noexcept;
    // The status and the fields become those of the response.
    void take_head(const sapi_headers_struct& head);
    // What was printed and not sent yet. It will not be sent then. That of a script is no string for zvals.
    zend_string* take_printed();
    // The next bytes of the body.
    size_t read_body(char* into, size_t most);

    // Over FastCGI: sends a message to the log of the web server. False: it cannot be sent.
    bool log(const char* message);
    // What the web server has sent under that name, for getenv(); null: nothing, or the request came over HTTP.
    char* variable(Bytes name);

    // Null: there is no request any more.
    const serve::Exchange* of_server() const noexcept { return request_ == nullptr ? nullptr : request_->exchange; }

    void exchange() override {}
    void note_end() noexcept override;
    // An application responds by itself.
    void end() override { Context::running()->is_like_process() ? end_page() : drop(); }
    OwnPart* inherit() const override { return nullptr; }

private:
    bool sendable() const noexcept;
    void send();
    bool send_printed();
    void send_head();
    void wait_for_client();
    void drop();
    void note_abort();
    void call_on_head();
    void call_on_end();
    void forget_callbacks();
    void forget_variables();

    RequestObject* request_ = nullptr;    // a reference
    ResponseObject* response_ = nullptr;  // a reference
    zval on_head_{};                      // undefined: nothing is called
    zval on_end_{};                       // the same
    zval environment_{};                  // see ServerVariables; undefined: there are none
    zval more_{};
    zval variables_{};  // made of these; undefined: not yet
    bool is_over_fastcgi_ = false;
    bool passed_on_ = false;
    bool head_taken_ = false;
    bool has_default_type_ = false;
    bool printed_in_process_ = false;  // not in PHP's heap
    smart_str printed_{};
    uint64_t body_read_ = 0;
};

}  // namespace tern::php
