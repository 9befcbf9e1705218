#include "php/engine/classes.h"
#include "php/library/class_names.h"

namespace tern::php::library {

namespace {

using namespace std::string_view_literals;

constexpr Source kSources[] = {
#include <tern_library.inc>  // made by library.awk when this is built
};

}  // namespace

std::span<const Source> sources() noexcept { return kSources; }

}  // namespace tern::php::library
