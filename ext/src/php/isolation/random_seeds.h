// For a process that was forked with contexts: the generators of its contexts, as mt_rand() and uniqid() use them,
// begin with a new, unpredictable seed. Otherwise all such processes would draw the same numbers.
#pragma once

namespace tern::php {

void forget_random_seeds_of_contexts();

}  // namespace tern::php
