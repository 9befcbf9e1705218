// Registers the classes of this extension, once, at start-up.
#pragma once

#include "php/bridge/classes.h"

namespace tern::php {

// One function per class or family. Each fills in its members of `classes`, and sets create_object where objects have a
// C++ part.
void register_exceptions(Classes& into);
void register_server(Classes& into);
void register_server_port(Classes& into);
void register_http_request(Classes& into);
void register_http_response(Classes& into);
void register_tern_http_body_stream(Classes& into);  // behind the exceptions
void register_coroutine(Classes& into);
void register_coroutine_system(Classes& into);  // behind Coroutine: its methods are that class's, too
void register_coroutine_channel(Classes& into);
void register_coroutine_lock(Classes& into);
void register_coroutine_socket(Classes& into);
void register_atomic(Classes& into);
void register_atomic_long(Classes& into);
void register_lock(Classes& into);
void register_process(Classes& into);
void register_supervisor(Classes& into);
void register_event(Classes& into);
void register_timer(Classes& into);
void register_runtime(Classes& into);
void register_tern_coroutine(Classes& into);
void register_tern_http_response(Classes& into);
void register_shared_places(Classes& into);
void register_table(Classes& into);
void register_shared_cache(Classes& into);

// All of the above, then the names of 2018 and, unless swoole.use_shortname is off, the short ones.
void register_classes(bool with_short_names);

}  // namespace tern::php
