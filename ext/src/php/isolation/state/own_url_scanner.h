// What PHP adds to the URLs in the output of a script: session.use_trans_sid and output_add_rewrite_var().
#pragma once

namespace tern::php {

class OwnPart;

OwnPart* own_url_scanner();

}  // namespace tern::php
