// What the engine calls when another thread has set EG(vm_interrupt): at the next loop or call of PHP code.
#pragma once

namespace tern::php {

// From now on the runtime's parts that interrupt hear of it, and then whoever did before.
void hear_interrupts() noexcept;

}  // namespace tern::php
