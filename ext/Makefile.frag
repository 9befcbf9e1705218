# The text of the files, for src/php/library/sources.cpp. Made each time, but a file that would not change stays as it is.
tern_library.inc: tern_library_always
	@find $(srcdir)/src/php/library \( -name '*.php' -o -name '*.js' -o -name '*.css' -o -name '*.html' \) | LC_ALL=C sort | LC_ALL=C xargs awk -f $(srcdir)/library.awk >$@.new
	@if cmp -s $@.new $@; then rm -f $@.new; else mv -f $@.new $@; fi

.PHONY: tern_library_always
tern_library_always:

units/php_library.lo: tern_library.inc

units/request_path_core.lo units/request_path_php.lo: CXXFLAGS_CLEAN += $(TERN_LINK_TIME)
