// The filter extension keeps the variables of "the request" for filter_input() and similar functions, where no other
// code can reach them. So several scripts in one process would get each other's. Here it has them only while a function
// of its own runs, from the superglobals of the running context.
#pragma once

namespace tern::php {

// Without the extension they do nothing.
void fill_filter_storage();
// Call it before PHP reads the variables of a script, and the other function afterwards: filter.default changes them,
// and filter_input() begins with what they were.
void begin_raw_variables();
void end_raw_variables();
void clear_filter_storage();

}  // namespace tern::php
