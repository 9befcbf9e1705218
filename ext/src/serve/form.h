// A multipart/form-data body, taken apart while it arrives: fields in memory, files on disk, named as PHP names them.
// Files that nobody moved away are removed when the form is.
#pragma once

#include <string>
#include <vector>

#include "base/fd.h"
#include "protocol/http/multipart.h"
#include "serve/limits.h"

namespace tern::serve {

struct FormField {
    std::string name;
    std::string value;
};

struct FormFile {
    // PHP's UPLOAD_ERR_* numbers.
    enum class Outcome : int { complete = 0, none = 4, cannot_write = 7 };
    std::string name;
    std::string file_name;
    std::string type;
    std::string path;  // empty when nothing was stored
    uint64_t size = 0;
    Outcome outcome = Outcome::complete;
};

class Form final : public http::MultipartHandler {
public:
    Form(Bytes boundary, const Limits& limits) noexcept;
    Form(const Form&) = delete;
    Form& operator=(const Form&) = delete;
    ~Form();

    // Failures: what the parser refused (its status), 413 for what is beyond a limit.
    http::MultipartStep feed(Bytes in) noexcept;
    http::MultipartStep finish() noexcept { return parser_.finish(); }

    const std::vector<FormField>& fields() const noexcept { return fields_; }
    const std::vector<FormFile>& files() const noexcept { return files_; }

    // Called with the path of each file that was stored, when they are removed.
    using Farewell = void (*)(Bytes path);
    void at_removal(Farewell farewell) noexcept { farewell_ = farewell; }

    void on_part(const http::PartHead& part) override;
    void on_data(Bytes data) override;
    void on_part_end() override;

private:
    void open_file(const http::PartHead& part) noexcept;
    void store(Bytes data) noexcept;
    void refuse(const char* reason) noexcept;

    const Limits& limits_;
    http::MultipartParser parser_;
    std::vector<FormField> fields_;
    std::vector<FormFile> files_;
    Fd file_;
    Farewell farewell_ = nullptr;
    const char* refused_ = nullptr;  // 413: which limit
    uint64_t field_bytes_ = 0;       // of all fields
    uint64_t part_bytes_ = 0;        // of the part that arrives
    bool in_file_ = false;
};

}  // namespace tern::serve
