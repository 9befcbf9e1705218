dnl The conventional build: phpize && ./configure && make && make install.
dnl What this builds is what the tests run: scripts/build makes build/release/tern.so with it. Every .cpp below src is a source;
dnl units.sh puts those of a folder together.

PHP_ARG_ENABLE([tern],
  [whether to enable Tern],
  [AS_HELP_STRING([--disable-tern], [Disable Tern, the application server])],
  [yes])

if test "$PHP_TERN" != "no"; then
  case $host_os in
    linux*[)] ;;
    *[)] AC_MSG_ERROR([Tern runs on Linux only for now (this is $host_os)]) ;;
  esac

  AC_MSG_CHECKING([for PHP 8.2 or newer])
  tern_php_version=`$PHP_CONFIG --vernum`
  if test "$tern_php_version" -lt 80200; then
    AC_MSG_RESULT([no])
    AC_MSG_ERROR([Tern needs PHP 8.2 or newer])
  fi
  AC_MSG_RESULT([yes])

  PHP_REQUIRE_CXX()
  AC_MSG_CHECKING([whether $CXX compiles C++20])
  AC_LANG_PUSH([C++])
  tern_saved_CXXFLAGS=$CXXFLAGS
  CXXFLAGS="$CXXFLAGS -std=c++20"
  AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
    #include <bit>
    #include <concepts>
    #include <span>
    template <std::unsigned_integral T> constexpr int width(T value) { return std::bit_width(value); }
    static_assert(width(8u) == 4);
  ]])], [AC_MSG_RESULT([yes])], [
    AC_MSG_RESULT([no])
    AC_MSG_ERROR([no C++20 compiler: install the package g++ (12 or newer) or clang (14 or newer)])
  ])
  CXXFLAGS=$tern_saved_CXXFLAGS
  AC_LANG_POP([C++])

  dnl One row per library: pkg-config module, Debian package, what for.
  if test -z "$PKG_CONFIG" || test ! -x "$PKG_CONFIG"; then
    AC_MSG_ERROR([pkg-config is missing: install the package pkg-config])
  fi
  dnl The loader looks for a name in one library after the other, in this order, and most names are those of libc. "-lc" would
  dnl be moved to the end.
  TERN_SHARED_LIBADD=""
  AC_MSG_CHECKING([whether libc can be the first library])
  tern_saved_LIBS=$LIBS
  LIBS="-l:libc.so.6 $LIBS"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])], [
    TERN_SHARED_LIBADD="-l:libc.so.6"
    AC_MSG_RESULT([yes])
  ], [AC_MSG_RESULT([no])])
  LIBS=$tern_saved_LIBS
  tern_missing=
  while read -r tern_module tern_package tern_reason; do
    test -n "$tern_module" || continue
    AC_MSG_CHECKING([for $tern_module ($tern_reason)])
    if $PKG_CONFIG --exists "$tern_module"; then
      tern_version=`$PKG_CONFIG --modversion $tern_module`
      AC_MSG_RESULT([$tern_version])
      tern_library_flags="$tern_library_flags `$PKG_CONFIG --cflags $tern_module`"
      case $tern_reason in
        later:*[)] ;;
        *[)] TERN_SHARED_LIBADD="$TERN_SHARED_LIBADD `$PKG_CONFIG --libs $tern_module`" ;;
      esac
    else
      AC_MSG_RESULT([no])
      tern_missing="$tern_missing $tern_package"
    fi
  done <<TERN_ROWS
`grep -v '^#' "$abs_srcdir/libraries.list"`
TERN_ROWS
  if test -n "$tern_missing"; then
    AC_MSG_ERROR([libraries are missing, install the packages:$tern_missing])
  fi
  dnl A symbol that is missing is found out at start-up, not by a request.
  TERN_SHARED_LIBADD="$TERN_SHARED_LIBADD -Wl,-z,now"
  PHP_SUBST(TERN_SHARED_LIBADD)

  for tern_unit in `sh "$abs_srcdir/units.sh" "$abs_srcdir/units"`; do
    tern_units="$tern_units units/$tern_unit"
  done

  dnl What the compiler thinks of PHP's own headers is not for who builds Tern.
  INCLUDES=`echo " $INCLUDES" | $SED 's/ -I/ -isystem /g'`

  dnl -MP: a header that is renamed does not stop the next make.
  tern_flags="-MP -std=c++20 -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden"
  tern_flags="$tern_flags -Wall -Wextra -Wno-unused-parameter -Wframe-larger-than=2048 -I$abs_srcdir/src $tern_library_flags"
  dnl The sources that each request passes are optimised together, when tern.so is linked.
  AC_MSG_CHECKING([whether $CXX optimises when it links])
  TERN_LINK_TIME=
  echo 'int one() { return 1; }' >conftest.cpp
  if $CXX -flto=auto -fPIC -c conftest.cpp -o conftest.o >&5 2>&1 && $CXX -shared conftest.o -o conftest.so >&5 2>&1; then
    TERN_LINK_TIME=-flto=auto
    AC_MSG_RESULT([yes])
  else
    AC_MSG_RESULT([no])
  fi
  rm -f conftest*
  PHP_SUBST(TERN_LINK_TIME)

  PHP_NEW_EXTENSION([tern], [$tern_units], [$ext_shared],, [$tern_flags -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1], [cxx])
  PHP_ADD_BUILD_DIR([units])
  PHP_ADD_MAKEFILE_FRAGMENT
fi
