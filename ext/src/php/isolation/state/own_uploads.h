// The uploaded files of a script. PHP reads its form, keeps the files until the script has ended, and removes those
// that it has not moved.
#pragma once

namespace tern::php {

class OwnPart;

OwnPart* own_uploads();

}  // namespace tern::php
