// A multipart/form-data body, parsed while it arrives: fields in memory, files on disk, named as PHP names them. Files
// that the program did not move are removed with the form.
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
    enum class Outcome : int { complete = 0, too_large = 1, none = 4, cannot_write = 7 };
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

    // On failure it returns the status of the parser, or 413 for a limit of the form. Beyond form_bytes everything is
    // dropped, and that is no failure.
    http::MultipartStep feed(Bytes in) noexcept;
    http::MultipartStep finish() noexcept { return dropped_ ? http::MultipartStep{} : parser_.finish(); }

    const std::vector<FormField>& fields() const noexcept { return fields_; }
    const std::vector<FormFile>& files() const noexcept { return files_; }

    // The memory in use, about.
    size_t memory() const noexcept {
        return field_bytes_ + fields_.size() * sizeof(FormField) + files_.size() * sizeof(FormFile);
    }

    // The function is called with the path of each stored file when the files are removed.
    using RemovalCallback = void (*)(Bytes path);
    void at_removal(RemovalCallback callback) noexcept { callback_ = callback; }

    void on_part(const http::PartHead& part) override;
    void on_data(Bytes data) override;
    void on_part_end() override;

private:
    void open_file(const http::PartHead& part) noexcept;
    void store(Bytes data) noexcept;
    void drop_file(FormFile::Outcome why) noexcept;
    void drop_all() noexcept;
    void refuse(const char* reason) noexcept;

    const Limits& limits_;
    http::MultipartParser parser_;
    std::vector<FormField> fields_;
    std::vector<FormFile> files_;
    Fd file_;
    RemovalCallback callback_ = nullptr;
    const char* refused_ = nullptr;  // 413: the limit that was exceeded
    uint64_t field_bytes_ = 0;       // of all fields
    uint64_t part_bytes_ = 0;        // of the part that arrives
    uint64_t total_bytes_ = 0;       // of the whole form
    bool in_file_ = false;
    bool dropped_ = false;  // it is larger than form_bytes
};

}  // namespace tern::serve
