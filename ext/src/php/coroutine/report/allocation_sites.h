// Counts the Zend memory that is allocated and not yet freed, by the place in the program that allocated it. For
// swoole_tracer_leak_detect(), with swoole.leak_detection in php.ini. Every allocation costs a look at the PHP stack.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "php/engine/compat/engine.h"

namespace tern::php {

class AllocationSites {
public:
    static constexpr int kMostFrames = 16;  // two stacks that differ only below are one site

    // Makes the one of the process. From now on all Zend memory goes through it, until it is destroyed. Null: memory is
    // not Zend's here (USE_ZEND_ALLOC=0), or another extension has its own functions.
    static AllocationSites* watch();
    AllocationSites(const AllocationSites&) = delete;
    AllocationSites& operator=(const AllocationSites&) = delete;
    ~AllocationSites();

    struct Site {
        size_t blocks = 0;
        size_t bytes = 0;
        std::string trace;  // a line a frame, as debug_print_backtrace() writes them
    };
    // Returns the sites with at least `least` blocks, the largest first, and forgets their blocks.
    std::vector<Site> take(size_t least);

private:
    AllocationSites() = default;
    struct Block {
        uint64_t site;
        size_t bytes;
    };

    static void* allocate(size_t bytes);
    static void release(void* block);
    static void* resize(void* block, size_t bytes);
    void add(const void* block, size_t bytes);
    void remove(const void* block);

    std::unordered_map<uint64_t, Site> sites_;
    std::unordered_map<const void*, Block> blocks_;
};

}  // namespace tern::php
