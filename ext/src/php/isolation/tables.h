// What a program has defined and loaded: functions, classes, constants, included files, global variables, autoloaders,
// and the memory of compiled code. Each context has its own, as a process has. While the context runs, its Tables hold
// the outer ones.
#pragma once

#include "php/isolation/definitions.h"
#include "php/isolation/destructors.h"
#include "php/isolation/table_entries.h"

namespace tern::php {

class Tables {
public:
    // What is defined at the start of every request; `of_program`: and what the command line defines for its program.
    // `spare` gets the definitions at the end. Numbers of resources begin at 1 for a script, and are the context's own
    // otherwise: such contexts pass them on.
    void begin_fresh(bool of_program, int context, const StartEntries& start, SpareDefinitions& spare);
    // What is defined now. Functions and classes are the same as in the running context, and global variables are
    // copied.
    void begin_copy(int context, const StartEntries& start);
    void exchange() noexcept;
    const Definitions& definitions() const noexcept { return definitions_; }
    // Drops the global variables. Runs destructors. Call it, and the next three, while the tables are the running ones.
    static void drop_variables();
    // The same for objects that only a variable refers to, as PHP does first. Ends with an exception.
    static void drop_objects();
    // The values of static properties and static variables.
    void add_values(Destructors& into) const;
    // Drops the values of static properties, static variables and constants that the context has changed. Runs
    // destructors.
    void drop_values();
    // Frees what the context has defined.
    void drop_definitions();
    // The same where they end with the heap of the context.
    void forget_definitions() const;
    // Closes what is open. Call it when all values are dropped. May run code.
    static void close_resources();
    // The same for persistent ones, which objects may use until they end.
    static void close_persistent();
    // Frees the rest, or keeps it for the next fresh context. Call it while the tables are not the running ones.
    void free_tables();
    // The same where all that is in them ends with the heap.
    void forget_tables();

private:
    void begin(int context, const StartEntries& start);
    void free_resources();
    void give_definitions();
    template <class VisitFunction, class VisitClass>
    void each_changeable(VisitFunction visit_function, VisitClass visit_class) const;
    static void drop_own(HashTable& table, uint32_t first);

    Definitions definitions_{};
    const StartEntries* start_ = nullptr;
    SpareDefinitions* spare_ = nullptr;  // gets the definitions at the end; null: those of a copy are freed
    bool of_script_ = false;
    HashTable variables_;
    HashTable included_files_;
    HashTable resources_;
    HashTable persistent_resources_;
    ClassesBeingLoaded classes_being_loaded_;
    zend_arena* arena_ = nullptr;
};

}  // namespace tern::php
