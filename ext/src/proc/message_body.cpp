#include "proc/message_body.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "base/sealed_file.h"

namespace tern::proc {

// The file is sealed, so that a sender cannot truncate it while a reader has it mapped.
Result<Fd> MessageBody::write(Bytes bytes) noexcept {
    if (bytes.size() > kMost) return Error::data_length_too_large;
    return make_sealed_file("tern-message", bytes);
}

MessageBody::~MessageBody() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

Error MessageBody::open(int file) noexcept {
    struct stat status {};
    if (fstat(file, &status) < 0) return last_error();
    const auto size = static_cast<size_t>(status.st_size);
    if (size == 0) return Error::ok;
    void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED) return last_error();
    bytes_ = Bytes(static_cast<const char*>(memory), size);
    return Error::ok;
}

}  // namespace tern::proc
