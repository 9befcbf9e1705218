#include "php/database/mysql/connection.h"

#include <algorithm>
#include <cstring>

#include "base/clock.h"
#include "net/idle_socket.h"

namespace tern::php {

namespace {

// What a session is, besides what COM_RESET_CONNECTION is documented to end. init_connect is first.
constexpr char kState[] =
    "SELECT @@init_connect, CURRENT_USER(), DATABASE(), @@autocommit, @@sql_mode, @@time_zone, @@character_set_client, "
    "@@character_set_results, @@character_set_connection, @@collation_connection, @@collation_database, "
    "@@sql_select_limit, @@foreign_key_checks, @@unique_checks, @@sql_safe_updates, @@wait_timeout, @@max_join_size, "
    "LAST_INSERT_ID(), CURRENT_ROLE()";
constexpr Bytes kStateWithRole{kState, sizeof kState - 1};
constexpr Bytes kStateWithoutRole{kState, sizeof kState - sizeof ", CURRENT_ROLE()"};

constexpr int kBeforeDatabase = 2;

bool is_maria_db(const std::string& version) noexcept { return version.find("MariaDB") != std::string::npos; }

// MySQL has roles from version 8.
bool has_roles(const std::string& version) noexcept {
    return is_maria_db(version) || (!version.empty() && version[0] >= '8') || (version.size() > 1 && version[1] != '.');
}

MYSQLND_VIO& transport_of(const MYSQLND_CONN_DATA& session) noexcept { return *session.vio; }

php_stream* stream_of(const MYSQLND_CONN_DATA& session) noexcept {
    return transport_of(session).data->m.get_stream(session.vio);
}

void set_stream(MYSQLND_CONN_DATA& session, php_stream* stream, bool is_secure) noexcept {
    transport_of(session).data->m.set_stream(session.vio, stream);
    transport_of(session).data->ssl = is_secure;
}

void set_state(MYSQLND_CONN_DATA& session, mysqlnd_connection_state state) noexcept {
    session.state.m->set(&session.state, state);
}

int descriptor_of(php_stream* stream) noexcept {
    constexpr int kForSelect = PHP_STREAM_AS_FD_FOR_SELECT | PHP_STREAM_CAST_INTERNAL;
    int fd = -1;
    if (php_stream_cast(stream, kForSelect, reinterpret_cast<void**>(&fd), 0) != SUCCESS) return -1;
    return fd;
}

}  // namespace

std::string statement_with_rows(uint64_t count) {
    std::string ten = "(SELECT 1";
    for (int n = 1; n < 10; ++n) ten += " UNION ALL SELECT 1";
    ten += ") AS ";
    return "SELECT 1 FROM " + ten + "a, " + ten + "b, " + ten + "c LIMIT " + std::to_string(count);
}

MySqlConnection::MySqlConnection(const MySqlDriver& driver, const Account& account, MYSQLND& own) noexcept
    : DatabaseConnection(account->key()), driver_(driver), own_(&own), account_(account) {
    made_ms = monotonic_ms();
}

MySqlConnection* MySqlConnection::of(const MySqlDriver& driver, const Account& account, MYSQLND_CONN_DATA& session) {
    MYSQLND* own = driver.init(0, true, nullptr);
    if (own == nullptr) return nullptr;
    auto* made = new MySqlConnection(driver, account, *own);
    made->version_ = view(session.server_version);
    made->scramble_ = view(session.authentication_plugin_data);
    made->authentication_ = view(session.options->auth_protocol);
    made->greeted_charset_ = session.greet_charset;
    made->charset_ = session.charset;
    made->thread_id_ = session.thread_id;
    made->server_capabilities_ = session.server_capabilities;
    made->protocol_ = session.protocol_version;
    made->status_ = session.upsert_status->server_status;
    made->is_secure_ = session.vio->data->ssl;
    return made;
}

MySqlConnection* MySqlConnection::make(const MySqlDriver& driver, const Account& account, MYSQLND_ERROR_INFO* error) {
    MYSQLND* object = account->make_object();
    if (object == nullptr) return nullptr;
    MYSQLND_CONN_DATA& session = *object->data;
    MySqlConnection* made = nullptr;
    if (account->log_in(session)) {
        session.protocol_frame_codec->data->compressed = (account->capabilities() & CLIENT_COMPRESS) != 0;
        made = of(driver, account, session);
        if (made != nullptr && made->learn(session)) made->take_from(session, false);
    }
    if (error != nullptr) {
        error->m->set_client_error(error, session.error_info->error_no, session.error_info->sqlstate,
                                   session.error_info->error);
    }
    set_state(session, CONN_ALLOCED);
    object->m->close(object, MYSQLND_CLOSE_DISCONNECTED);
    if (made != nullptr && (stream_of(made->own()) == nullptr || !made->is_reusable())) {
        made->close();
        return nullptr;
    }
    return made;
}

MySqlConnection::~MySqlConnection() {
    set_state(own(), CONN_ALLOCED);  // so that the driver's statistics count no connection
    own_->m->close(own_, MYSQLND_CLOSE_DISCONNECTED);
}

bool MySqlConnection::is_open() noexcept {
    php_stream* stream = stream_of(own());
    if (stream == nullptr || stream->writepos != stream->readpos) return false;
    return net::is_quiet(net::name_socket(descriptor_of(stream)));
}

void MySqlConnection::close() noexcept {
    if (stream_of(own()) != nullptr && GET_CONNECTION_STATE(&own().state) == CONN_READY) {
        (void)own().command->quit(&own());
    }
    delete this;
}

// --- who has the stream

void MySqlConnection::hold_stream(MYSQLND_CONN_DATA& session) noexcept {
    set_stream(own(), stream_of(session), is_secure_);
    set_stream(session, nullptr, false);
    MYSQLND_PFC& codec = *own().protocol_frame_codec;
    codec.data->m.reset(&codec, own().stats, own().error_info);
    codec.data->compressed = (account_->capabilities() & CLIENT_COMPRESS) != 0;
    own().charset = charset_;
    own().server_capabilities = server_capabilities_;
    own().thread_id = thread_id_;
    set_state(own(), CONN_READY);
}

void MySqlConnection::give_stream(MYSQLND_CONN_DATA& session) noexcept {
    set_stream(session, stream_of(own()), is_secure_);
    set_stream(own(), nullptr, false);
    set_state(own(), CONN_ALLOCED);
    MYSQLND_PFC& codec = *session.protocol_frame_codec;
    codec.data->m.reset(&codec, session.stats, session.error_info);
}

bool MySqlConnection::learn(MYSQLND_CONN_DATA& session) {
    hold_stream(session);
    zend_string* state = ask();
    give_stream(session);
    if (state == nullptr) return false;
    new_state_ = view(state);
    zend_string_release(state);
    has_init_connect_ = !new_state_.starts_with("0:");  // the length of the first value
    has_ansi_quotes_ = new_state_.find("ANSI_QUOTES") != std::string::npos;
    return true;
}

void MySqlConnection::lend_to(MYSQLND_CONN_DATA& session, const MYSQLND_CSTRING& address) {
    give_stream(session);
    const bool persistent = session.persistent;
    session.thread_id = thread_id_;
    session.protocol_version = protocol_;
    session.server_version = driver_.copy(version_.data(), version_.size(), persistent);
    session.greet_charset = greeted_charset_;
    session.charset = charset_;
    session.server_capabilities = server_capabilities_;
    driver_.assign(session.authentication_plugin_data, scramble_.data(), scramble_.size(), persistent);
    session.m->set_client_option(&session, MYSQLND_OPT_AUTH_PROTOCOL, authentication_.c_str());
    session.upsert_status->m->reset(session.upsert_status);
    session.upsert_status->server_status = status_;
    MYSQLND_VIO& transport = transport_of(session);
    transport.data->m.post_connect_set_opt(&transport, address, session.stats, session.error_info);
}

void MySqlConnection::take_from(MYSQLND_CONN_DATA& session, bool multiple_changed) noexcept {
    multiple_changed_ = multiple_changed_ || multiple_changed;
    hold_stream(session);
}

// --- cleaning

bool MySqlConnection::begin_reset() {
    MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY& protocol = *own().payload_decoder_factory;
    return protocol.m.send_command(&protocol, COM_RESET_CONNECTION, nullptr, 0, true, &own().state, own().error_info,
                                   own().upsert_status, own().stats, own().m->send_close, &own()) == PASS;
}

bool MySqlConnection::finish_reset() {
    MYSQLND_PROTOCOL_PAYLOAD_DECODER_FACTORY& protocol = *own().payload_decoder_factory;
    if (protocol.m.send_command_handle_OK(&protocol, own().error_info, own().upsert_status, false,
                                          &own().last_message) != PASS) {
        return false;
    }
    variant = 0;
    if (multiple_changed_ && !set_multiple((account_->capabilities() & CLIENT_MULTI_STATEMENTS) != 0)) return false;
    multiple_changed_ = false;
    const bool is_clean = is_as_new() || (GET_CONNECTION_STATE(&own().state) == CONN_READY && restore() && is_as_new());
    return is_clean && adopt(wanted_);
}

bool MySqlConnection::set_multiple(bool multiple) {
    const auto option = multiple ? MYSQL_OPTION_MULTI_STATEMENTS_ON : MYSQL_OPTION_MULTI_STATEMENTS_OFF;
    return own().command->set_option(&own(), option) == PASS;
}

namespace {

// Behind that many values of a state: "3:abc", or "-" for NULL.
Bytes skip_values(Bytes state, int count) noexcept {
    for (; count > 0 && !state.empty(); --count) {
        size_t size = 0;
        size_t digits = 0;
        for (; digits < state.size() && ascii_digit(state[digits]); ++digits) {
            size = size * 10 + static_cast<size_t>(state[digits] - '0');
        }
        state.remove_prefix(std::min(state.size(), digits + 1 + size));
    }
    return state;
}

}  // namespace

bool MySqlConnection::is_as_new() {
    zend_string* state = ask();
    if (state == nullptr) return false;
    const bool same = view(state) == new_state_;
    has_database_ = !skip_values(view(state), kBeforeDatabase).starts_with('-');
    zend_string_release(state);
    return same;
}

// What COM_RESET_CONNECTION leaves as it is, at some servers.
bool MySqlConnection::restore() {
    const std::string& database = account_->database();
    if (!database.empty() && own().m->select_db(&own(), database.data(), database.size()) != PASS) return false;
    // No statement leaves a database for none.
    if (database.empty() && has_database_ && !log_in_again()) return false;
    char names[128];
    const int size = snprintf(names, sizeof names, "SET NAMES %s COLLATE %s", charset_->name, charset_->collation);
    return query({names, static_cast<size_t>(size)});
}

bool MySqlConnection::log_in_again() {
    if (!account_->log_in_again(own(), scramble_, authentication_, version_)) return false;
    scramble_ = view(own().authentication_plugin_data);
    authentication_ = view(own().options->auth_protocol);
    return true;
}

// --- settings of an object that is kept

void MySqlConnection::resume(MYSQLND_CONN_DATA& session) noexcept {
    give_stream(session);
    session.thread_id = thread_id_;
    session.server_capabilities = server_capabilities_;
    driver_.assign(session.authentication_plugin_data, scramble_.data(), scramble_.size(), session.persistent);
}

bool MySqlConnection::change_to(const sql::MySqlSettings& settings) {
    if (variant == settings.digest()) return true;
    wanted_ = settings;
    if (variant == 0) return adopt(settings);
    return begin_reset() && finish_reset();
}

bool MySqlConnection::adopt(const sql::MySqlSettings& settings) {
    if (settings.empty()) return true;
    if (settings.multiple_changed()) {
        multiple_changed_ = true;
        if (!set_multiple(settings.multiple())) return false;
    }
    const std::string* database = settings.find("database");
    if (database != nullptr && own().m->select_db(&own(), database->data(), database->size()) != PASS) return false;
    bool has_warnings = false;
    for (const std::string& statement : settings.statements()) {
        if (!query(statement)) return false;
        has_warnings = has_warnings || own().upsert_status->warning_count != 0;
    }
    variant = settings.digest();
    // A statement that uses tables ends them: the program does not see those of this one.
    return !has_warnings || query_rows(statement_with_rows(1));
}

bool MySqlConnection::leave(const sql::MySqlRemains::Wanted& wanted) {
    if (!query_rows(statement_with_rows(wanted.found_rows))) return false;
    return !wanted.counts_none || query("COMMIT");
}

bool MySqlConnection::query_rows(Bytes statement) {
    if (!query(statement)) return false;
    MYSQLND_RES* result = own().m->store_result(&own());
    if (result == nullptr) return false;
    result->m.free_result(result, true);
    return GET_CONNECTION_STATE(&own().state) == CONN_READY;
}

void MySqlConnection::stop_query() {
    MySqlConnection* other = make(driver_, account_, nullptr);
    if (other == nullptr) return;
    // Numbers grow: another server, started since, would give a smaller one, and know others by ours.
    if (other->thread_id_ > thread_id_) other->kill(thread_id_);
    other->close();
}

void MySqlConnection::kill(uint64_t thread_id) {
    char statement[40];
    const int size = snprintf(statement, sizeof statement, "KILL %llu", static_cast<unsigned long long>(thread_id));
    (void)query({statement, static_cast<size_t>(size)});
}

bool MySqlConnection::query(Bytes statement) {
    return own().m->query(&own(), statement.data(), statement.size()) == PASS && own().error_info->error_no == 0;
}

namespace {

// Each value with its length: "3:abc", or "-" for NULL.
zend_string* text_of_row(zval& row) {
    smart_str text{};
    zval* value;
    ZEND_HASH_FOREACH_VAL(Z_ARRVAL(row), value) {
        if (Z_TYPE_P(value) == IS_NULL) {
            smart_str_appendc(&text, '-');
            continue;
        }
        convert_to_string(value);
        smart_str_append_unsigned(&text, Z_STRLEN_P(value));
        smart_str_appendc(&text, ':');
        smart_str_append(&text, Z_STR_P(value));
    }
    ZEND_HASH_FOREACH_END();
    return smart_str_extract(&text);
}

}  // namespace

zend_string* MySqlConnection::ask() {
    if (!query(has_roles(version_) ? kStateWithRole : kStateWithoutRole)) return nullptr;
    MYSQLND_RES* result = own().m->store_result(&own());
    if (result == nullptr) return nullptr;
    zval row;
    ZVAL_UNDEF(&row);
    result->m.fetch_into(result, MYSQLND_FETCH_NUM, &row ZEND_FILE_LINE_CC);
    const bool is_good = Z_TYPE(row) == IS_ARRAY && GET_CONNECTION_STATE(&own().state) == CONN_READY;
    zend_string* text = is_good ? text_of_row(row) : nullptr;
    zval_ptr_dtor(&row);
    result->m.free_result(result, true);
    return text;
}

}  // namespace tern::php
