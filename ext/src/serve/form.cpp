#include "serve/form.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "serve/spool.h"

namespace tern::serve {

Form::Form(Bytes boundary, const Limits& limits) noexcept
    : limits_(limits), parser_(boundary, limits.multipart, *this) {}

Form::~Form() { drop_all(); }

void Form::drop_all() noexcept {
    for (const FormFile& file : files_) {
        if (file.path.empty()) continue;
        (void)::unlink(file.path.c_str());  // the program may have moved it: then this fails, which is fine
        if (callback_ != nullptr) callback_(file.path);
    }
    file_.reset();
    files_.clear();
    fields_.clear();
}

http::MultipartStep Form::feed(Bytes in) noexcept {
    total_bytes_ += in.size();
    if (limits_.form_bytes > 0 && total_bytes_ > limits_.form_bytes && !dropped_) {
        dropped_ = true;
        drop_all();
    }
    if (dropped_) return {};
    http::MultipartStep step = parser_.feed(in);
    if (step.state == http::MultipartStep::State::failed || refused_ == nullptr) return step;
    return {http::MultipartStep::State::failed, 413, refused_};
}

void Form::refuse(const char* reason) noexcept {
    if (refused_ == nullptr) refused_ = reason;
}

void Form::on_part(const http::PartHead& part) {
    part_bytes_ = 0;
    in_file_ = part.is_file();
    if (refused_ != nullptr) return;
    if (in_file_) {
        open_file(part);
    } else {
        fields_.push_back({std::string(part.name()), {}});
    }
}

void Form::open_file(const http::PartHead& part) noexcept {
    if (files_.size() == limits_.files) return refuse("more files than http_max_files");
    files_.push_back({std::string(part.name()), std::string(part.file_name()), std::string(part.content_type()), {}});
    FormFile& file = files_.back();
    if (file.file_name.empty()) {
        file.outcome = FormFile::Outcome::none;
        return;
    }
    std::string path = limits_.upload_dir + "/swoole.upfile.XXXXXX";
    file_ = Fd(::mkostemp(path.data(), O_CLOEXEC));
    if (file_.open()) {
        file.path = std::move(path);
    } else {
        file.outcome = FormFile::Outcome::cannot_write;
    }
}

void Form::on_data(Bytes data) {
    part_bytes_ += data.size();
    if (limits_.part_bytes > 0 && part_bytes_ > limits_.part_bytes) refuse("a part is larger than http_max_part_size");
    if (!in_file_) field_bytes_ += data.size();
    if (field_bytes_ > limits_.body_bytes) refuse("form fields are larger than package_max_length");
    if (refused_ != nullptr) return;
    if (in_file_) {
        store(data);
    } else {
        fields_.back().value.append(data);
    }
}

void Form::store(Bytes data) noexcept {
    FormFile& file = files_.back();
    file.size += data.size();
    if (!file_.open()) return;
    if (limits_.file_bytes > 0 && file.size > limits_.file_bytes) return drop_file(FormFile::Outcome::too_large);
    if (write_all(file_.get(), data) != Error::ok) drop_file(FormFile::Outcome::cannot_write);
}

void Form::drop_file(FormFile::Outcome why) noexcept {
    FormFile& file = files_.back();
    file_.reset();
    (void)::unlink(file.path.c_str());
    file.path.clear();
    file.outcome = why;
}

void Form::on_part_end() { file_.reset(); }

}  // namespace tern::serve
