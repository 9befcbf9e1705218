// Faults of ext/soap. It ends a call that has failed by a bailout: a client catches that itself, and throws the fault;
// a server has sent the fault, and the script ends. Both leave no PHP code in the middle, so they are no fatal errors.
#pragma once

namespace tern::php {

// Call it once per process, when all extensions have started.
void take_over_soap_faults() noexcept;

}  // namespace tern::php
