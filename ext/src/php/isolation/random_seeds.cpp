#include "php/isolation/random_seeds.h"

#include "php/isolation/context.h"
#include "php/isolation/contexts.h"
#include "php/isolation/state/own_parts.h"

namespace tern::php {

void forget_random_seeds_of_contexts() {
    for (Context* context : contexts().by_number) {
        if (context != nullptr && !context->ended()) context->run([](void*) { forget_random_seed(); }, nullptr);
    }
}

}  // namespace tern::php
