// The responses of StaticFiles: the file, parts of it, or an error.
#include "protocol/http/head.h"
#include "serve/files/file_response.h"
#include "serve/files/static_files.h"

namespace tern::serve {

void Representation::add_validators() noexcept {
    add("Last-Modified", Bytes(file->last_modified, http::kDateBytes));
    add("ETag", file->etag);
    if (!named->cache_control.empty()) add("Cache-Control", named->cache_control);
    if (varies) add("Vary", "Accept-Encoding");
}

void StaticFiles::send(Exchange& exchange, Representation& chosen) {
    FileResponse response(*chosen.file, exchange, context_.wall_us() / 1'000'000);
    if (response.status() == 416) {
        send_status(exchange, 416, {"Content-Range", response.content_range()});
        return;
    }
    chosen.add_validators();
    if (response.has_body()) {
        chosen.add("Content-Type", response.content_type(chosen.named->media_type));
        if (chosen.coding != http::ContentCoding::identity)
            chosen.add("Content-Encoding", http::name_of(chosen.coding));
        if (response.status() == 200) chosen.add("Accept-Ranges", "bytes");
        if (!response.content_range().empty()) chosen.add("Content-Range", response.content_range());
    }
    http::ResponseHead head;
    head.fields = chosen.fields.data();
    head.field_count = chosen.count;
    (void)response.send(exchange, head);
}

void StaticFiles::send_status(Exchange& exchange, int status, http::Field field) {
    send_text(exchange, status, "text/plain", std::string(http::reason_phrase(status)), field);
}

void StaticFiles::send_text(Exchange& exchange, int status, Bytes type, std::string text, http::Field field) {
    const http::Field fields[] = {{"Content-Type", type}, field};
    http::ResponseHead head;
    head.status = status;
    head.fields = fields;
    head.field_count = field.name.empty() ? 1 : 2;
    (void)exchange.responder()->respond(exchange, head, owned(std::move(text)));
}

}  // namespace tern::serve
