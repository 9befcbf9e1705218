// Contents for the globals of modules: an image has what all of them hold between two requests. There are as many
// images as contexts that lived at a time, and each context takes one that an ended one has left. So a module that
// keeps something from one request to the next finds it, as in a process of PHP-FPM.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "php/engine/compat/engine.h"
#include "php/isolation/state/state_table.h"

namespace tern::php {

// A module whose globals contexts have for themselves.
class OwnModule {
public:
    explicit OwnModule(zend_module_entry& entry);
    zend_module_entry& entry() const noexcept { return entry_; }
    // All contexts share these bytes.
    void share(char* at, size_t size);
    // PHP does not tell where its globals are.
    bool is_hidden() const noexcept { return entry_.globals_size == 0; }
    // Calls a function. Meanwhile what it shares looks as if no request had used it, so nothing of that is freed or
    // forgotten.
    void call(void (*function)(zend_module_entry& entry)) const;

    void begin_request() const;
    void end_request() const;
    // If it is the module of sessions: the one that runs is not stored, and no code of the script is called for it.
    void abort_session() const noexcept;
    // After that its objects have gone.
    void end_values() const;

private:
    struct Shared {
        char* at;
        size_t size;
    };

    void forget_last_error() const noexcept;

    zend_module_entry& entry_;
    bool is_session_;
    const LastError* last_error_;  // null: it keeps none
    std::vector<Shared> shared_;
};

class ModuleImages {
public:
    // Finds the modules. Call it when all have started and no request has begun. It lives as long as the process:
    // modules end later than this extension.
    static void find();
    // Null before find().
    static ModuleImages* all() noexcept { return all_; }

    // In the order in which they start.
    const std::vector<OwnModule>& modules() const noexcept { return modules_; }
    bool has(int module_number) const noexcept;
    char* take();
    void give_back(char* image) { spare_.push_back(image); }
    // A setting of the process has another value now, as if php.ini had it. Call it while no context lives.
    void change_setting(zend_ini_entry& entry) const;
    // Exchanges the contents of the globals and those of the image.
    void swap_with(char* image) const noexcept;

private:
    // What is exchanged, cut into pieces: a switch copies pieces of a fixed size with a few instructions each. An image
    // has them one behind the other, the large ones first.
    static constexpr std::array<size_t, 4> kPieces{64, 16, sizeof(void*), 1};

    struct Range {
        char* at;
        size_t size;
    };

    void add_module(zend_module_entry& entry);
    void add_range(char* from, const char* to);
    void add_library_variables();
    void add_soap();
    bool is_set_by(const zend_ini_entry& entry) const noexcept;
    void find_settings();
    void cut_ranges();
    void copy_into(char* image) const noexcept;
    char* construct();
    void find_differing_words();
    void complete(char* image) const noexcept;

    static inline ModuleImages* all_ = nullptr;
    std::vector<OwnModule> modules_;
    std::vector<Range> ranges_;
    std::array<std::vector<char*>, kPieces.size()> pieces_;  // of each size
    std::vector<zend_ini_entry*> settings_;                  // of these modules
    size_t size_ = 0;                                        // of an image
    std::unique_ptr<char[]> first_;                          // as modules have their globals before the first request
    // Whether a word points to memory that a module allocates for these globals. Known when there was a context.
    std::unique_ptr<bool[]> differing_words_;
    std::vector<char*> spare_;
};

}  // namespace tern::php
