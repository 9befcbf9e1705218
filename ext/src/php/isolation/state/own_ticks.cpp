#include <utility>

#include "php/isolation/context.h"
#include "php/isolation/state/own_parts.h"

extern "C" {
#include <ext/standard/basic_functions.h>
}

namespace tern::php {

namespace {

// While the context runs, these are the outer ones.
class OwnTicks final : public OwnPart {
public:
    OwnTicks() {
        const zend_llist& outer = PG(tick_functions);
        zend_llist_init(&of_engine_, outer.size, outer.dtor, outer.persistent);
        swap_both();
    }

    void exchange() override { swap_both(); }
    void end() override {
        if (zend_llist* last = std::exchange(BG(user_tick_functions), nullptr)) {
            zend_llist_destroy(last);
            efree(last);
        }
        zend_llist_clean(&PG(tick_functions));
    }
    OwnPart* inherit() const override { return nullptr; }

private:
    void swap_both() {
        std::swap(of_engine_, PG(tick_functions));
        std::swap(of_user_, BG(user_tick_functions));
    }

    zend_llist of_engine_;
    zend_llist* of_user_ = nullptr;
};

}  // namespace

OwnPart* own_ticks() { return new OwnTicks; }

}  // namespace tern::php
