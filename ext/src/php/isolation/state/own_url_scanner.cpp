#include <utility>

#include "php/isolation/context.h"
#include "php/isolation/state/own_parts.h"

extern "C" {
#include <ext/standard/basic_functions.h>
}

namespace tern::php {

namespace {

void swap(url_adapt_state_ex_t& one, url_adapt_state_ex_t& other) {
    std::swap(one, other);
    std::swap(one.tags, other.tags);  // a setting, which its own part keeps
}

// As PHP does at the end of a request.
void clear(url_adapt_state_ex_t& state) {
    for (smart_str* text : {&state.result, &state.buf, &state.tag, &state.arg, &state.form_app, &state.url_app})
        smart_str_free(text);
    HashTable* tags = state.tags;
    state = {};
    state.tags = tags;
}

// While the context runs, these are the outer ones.
class OwnUrlScanner final : public OwnPart {
public:
    OwnUrlScanner() { swap_both(); }

    void exchange() override { swap_both(); }
    void end() override {
        clear(BG(url_adapt_session_ex));
        clear(BG(url_adapt_output_ex));
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    void swap_both() {
        swap(of_session_, BG(url_adapt_session_ex));
        swap(of_output_, BG(url_adapt_output_ex));
    }

    url_adapt_state_ex_t of_session_{};
    url_adapt_state_ex_t of_output_{};
};

}  // namespace

OwnPart* own_url_scanner() { return new OwnUrlScanner; }

}  // namespace tern::php
