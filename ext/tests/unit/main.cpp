// The unit test program: doctest's own main. Tests live beside it, in folders that mirror src/.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
