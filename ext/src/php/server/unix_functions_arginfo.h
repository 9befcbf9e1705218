/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 093b5c8ef32314eeaedd9db3b0a3899bb65255a3 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_open_log, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_write, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, text, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_read, 0, 1, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_close, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_redirect, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, from, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, to, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_redirect_to_null, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_duplicate, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_keep_on_exec arginfo_Tern_Internal_Unix_close

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_close_all_on_exec, 0, 0, IS_VOID, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_open_pipe, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_open_channel arginfo_Tern_Internal_Unix_open_pipe

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_listen, 0, 4, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, address, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, port, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, backlog, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, mode, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_refuse_connections, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, socket, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_socket_name, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, descriptor, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_listening_queue arginfo_Tern_Internal_Unix_socket_name

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_find_user, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_find_group, 0, 1, IS_LONG, 1)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_current_user arginfo_Tern_Internal_Unix_open_pipe

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_allow_access, 0, 3, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, users, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, groups, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_limit, 0, 2, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, resource, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, most, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_set_priority, 0, 1, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, priority, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_be_dumpable, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_drop_privileges, 0, 3, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, user, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, group, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_change_environment, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, variables, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, clear, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_lead_group arginfo_Tern_Internal_Unix_close_all_on_exec

#define arginfo_Tern_Internal_Unix_lead_session arginfo_Tern_Internal_Unix_close_all_on_exec

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_signal_group, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, leader, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, signal, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_block_signals, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, signals, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, block, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_reset_signals, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, signals, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_Unix_log_time, 0, 1, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, precise, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_Unix_inherit_socket arginfo_Tern_Internal_Unix_close


ZEND_FUNCTION(Tern_Internal_Unix_open_log);
ZEND_FUNCTION(Tern_Internal_Unix_write);
ZEND_FUNCTION(Tern_Internal_Unix_read);
ZEND_FUNCTION(Tern_Internal_Unix_close);
ZEND_FUNCTION(Tern_Internal_Unix_redirect);
ZEND_FUNCTION(Tern_Internal_Unix_redirect_to_null);
ZEND_FUNCTION(Tern_Internal_Unix_duplicate);
ZEND_FUNCTION(Tern_Internal_Unix_keep_on_exec);
ZEND_FUNCTION(Tern_Internal_Unix_close_all_on_exec);
ZEND_FUNCTION(Tern_Internal_Unix_open_pipe);
ZEND_FUNCTION(Tern_Internal_Unix_open_channel);
ZEND_FUNCTION(Tern_Internal_Unix_listen);
ZEND_FUNCTION(Tern_Internal_Unix_refuse_connections);
ZEND_FUNCTION(Tern_Internal_Unix_socket_name);
ZEND_FUNCTION(Tern_Internal_Unix_listening_queue);
ZEND_FUNCTION(Tern_Internal_Unix_find_user);
ZEND_FUNCTION(Tern_Internal_Unix_find_group);
ZEND_FUNCTION(Tern_Internal_Unix_current_user);
ZEND_FUNCTION(Tern_Internal_Unix_allow_access);
ZEND_FUNCTION(Tern_Internal_Unix_limit);
ZEND_FUNCTION(Tern_Internal_Unix_set_priority);
ZEND_FUNCTION(Tern_Internal_Unix_be_dumpable);
ZEND_FUNCTION(Tern_Internal_Unix_drop_privileges);
ZEND_FUNCTION(Tern_Internal_Unix_change_environment);
ZEND_FUNCTION(Tern_Internal_Unix_lead_group);
ZEND_FUNCTION(Tern_Internal_Unix_lead_session);
ZEND_FUNCTION(Tern_Internal_Unix_signal_group);
ZEND_FUNCTION(Tern_Internal_Unix_block_signals);
ZEND_FUNCTION(Tern_Internal_Unix_reset_signals);
ZEND_FUNCTION(Tern_Internal_Unix_log_time);
ZEND_FUNCTION(Tern_Internal_Unix_inherit_socket);


static const zend_function_entry unix_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", open_log, Tern_Internal_Unix_open_log, arginfo_Tern_Internal_Unix_open_log)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", write, Tern_Internal_Unix_write, arginfo_Tern_Internal_Unix_write)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", read, Tern_Internal_Unix_read, arginfo_Tern_Internal_Unix_read)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", close, Tern_Internal_Unix_close, arginfo_Tern_Internal_Unix_close)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", redirect, Tern_Internal_Unix_redirect, arginfo_Tern_Internal_Unix_redirect)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", redirect_to_null, Tern_Internal_Unix_redirect_to_null, arginfo_Tern_Internal_Unix_redirect_to_null)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", duplicate, Tern_Internal_Unix_duplicate, arginfo_Tern_Internal_Unix_duplicate)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", keep_on_exec, Tern_Internal_Unix_keep_on_exec, arginfo_Tern_Internal_Unix_keep_on_exec)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", close_all_on_exec, Tern_Internal_Unix_close_all_on_exec, arginfo_Tern_Internal_Unix_close_all_on_exec)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", open_pipe, Tern_Internal_Unix_open_pipe, arginfo_Tern_Internal_Unix_open_pipe)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", open_channel, Tern_Internal_Unix_open_channel, arginfo_Tern_Internal_Unix_open_channel)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", listen, Tern_Internal_Unix_listen, arginfo_Tern_Internal_Unix_listen)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", refuse_connections, Tern_Internal_Unix_refuse_connections, arginfo_Tern_Internal_Unix_refuse_connections)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", socket_name, Tern_Internal_Unix_socket_name, arginfo_Tern_Internal_Unix_socket_name)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", listening_queue, Tern_Internal_Unix_listening_queue, arginfo_Tern_Internal_Unix_listening_queue)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", find_user, Tern_Internal_Unix_find_user, arginfo_Tern_Internal_Unix_find_user)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", find_group, Tern_Internal_Unix_find_group, arginfo_Tern_Internal_Unix_find_group)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", current_user, Tern_Internal_Unix_current_user, arginfo_Tern_Internal_Unix_current_user)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", allow_access, Tern_Internal_Unix_allow_access, arginfo_Tern_Internal_Unix_allow_access)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", limit, Tern_Internal_Unix_limit, arginfo_Tern_Internal_Unix_limit)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", set_priority, Tern_Internal_Unix_set_priority, arginfo_Tern_Internal_Unix_set_priority)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", be_dumpable, Tern_Internal_Unix_be_dumpable, arginfo_Tern_Internal_Unix_be_dumpable)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", drop_privileges, Tern_Internal_Unix_drop_privileges, arginfo_Tern_Internal_Unix_drop_privileges)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", change_environment, Tern_Internal_Unix_change_environment, arginfo_Tern_Internal_Unix_change_environment)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", lead_group, Tern_Internal_Unix_lead_group, arginfo_Tern_Internal_Unix_lead_group)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", lead_session, Tern_Internal_Unix_lead_session, arginfo_Tern_Internal_Unix_lead_session)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", signal_group, Tern_Internal_Unix_signal_group, arginfo_Tern_Internal_Unix_signal_group)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", block_signals, Tern_Internal_Unix_block_signals, arginfo_Tern_Internal_Unix_block_signals)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", reset_signals, Tern_Internal_Unix_reset_signals, arginfo_Tern_Internal_Unix_reset_signals)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", log_time, Tern_Internal_Unix_log_time, arginfo_Tern_Internal_Unix_log_time)
	ZEND_NS_FALIAS("Tern\\Internal\\Unix", inherit_socket, Tern_Internal_Unix_inherit_socket, arginfo_Tern_Internal_Unix_inherit_socket)
	ZEND_FE_END
};
