// What a process has open that its children would share with it or lack: descriptors and threads.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace tern::proc {

class OpenResources {
public:
    // Of this process, now.
    static OpenResources find() noexcept;

    // The first thing that is new since `before` and that processes cannot share: one that reads what belongs to
    // another, or lacks a thread. Empty: there is none. Files that are only appended to, standard output and standard
    // error, /dev/null and the like may be shared.
    std::string new_since(const OpenResources& before) const noexcept;

private:
    struct Descriptor {
        int number = -1;
        dev_t device = 0;
        ino_t inode = 0;
        mode_t mode = 0;
        dev_t special = 0;  // of a device
    };

    bool has(const Descriptor& wanted) const noexcept;
    bool is_output(const Descriptor& wanted) const noexcept;
    void add(int number) noexcept;
    void find_descriptors() noexcept;

    std::vector<Descriptor> descriptors_;
    size_t threads_ = 0;
};

}  // namespace tern::proc
