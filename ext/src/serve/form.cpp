#include "serve/form.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tern::serve {

Form::Form(Bytes boundary, const Limits& limits) noexcept
    : limits_(limits), parser_(boundary, limits.multipart, *this) {}

Form::~Form() {
    for (const FormFile& file : files_) {
        if (!file.path.empty()) (void)::unlink(file.path.c_str());  // a moved file is no longer there: fine
    }
}

http::MultipartStep Form::feed(Bytes in) noexcept {
    http::MultipartStep step = parser_.feed(in);
    if (step.state == http::MultipartStep::State::failed || !too_large_) return step;
    return {http::MultipartStep::State::failed, 413, "form fields are larger than package_max_length"};
}

void Form::on_part(const http::PartHead& part) {
    in_file_ = part.is_file();
    if (in_file_) {
        open_file(part);
    } else {
        fields_.push_back({std::string(part.name()), {}});
    }
}

void Form::open_file(const http::PartHead& part) noexcept {
    files_.push_back({std::string(part.name()), std::string(part.file_name()), std::string(part.content_type()), {}});
    FormFile& file = files_.back();
    if (file.file_name.empty()) {
        file.outcome = FormFile::Outcome::none;
        return;
    }
    std::string path = limits_.upload_dir + "/tern.upload.XXXXXX";
    file_ = net::Fd(::mkostemp(path.data(), O_CLOEXEC));
    if (file_.open()) {
        file.path = std::move(path);
    } else {
        file.outcome = FormFile::Outcome::cannot_write;
    }
}

void Form::on_data(Bytes data) {
    if (in_file_) {
        store(data);
        return;
    }
    field_bytes_ += data.size();
    if (field_bytes_ > limits_.body_bytes) {
        too_large_ = true;
    } else {
        fields_.back().value.append(data);
    }
}

void Form::store(Bytes data) noexcept {
    FormFile& file = files_.back();
    file.size += data.size();
    while (file_.open() && !data.empty()) {
        ssize_t count = ::write(file_.get(), data.data(), data.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            file_.reset();
            (void)::unlink(file.path.c_str());
            file.path.clear();
            file.outcome = FormFile::Outcome::cannot_write;
            return;
        }
        data.remove_prefix(static_cast<size_t>(count));
    }
}

void Form::on_part_end() { file_.reset(); }

}  // namespace tern::serve
