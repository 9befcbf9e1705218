/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: ff27d791a8ea5dac4e33339d0c5af7f9dc5f5b10 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_rooms_open, 0, 6, IS_LONG, 0)
	ZEND_ARG_OBJ_INFO(0, server, Swoole\\Server, 0)
	ZEND_ARG_TYPE_INFO(0, queue, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, close, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, roomsPerConnection, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, membersPerRoom, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, atStart, IS_CALLABLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_rooms_send, 0, 7, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, rooms, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, room, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, opcode, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, compress, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, except, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, again, IS_ARRAY, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_rooms_send_here, 0, 6, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, rooms, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, room, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO(0, data, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, opcode, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, compress, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, except, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_rooms_ask, 0, 5, MAY_BE_BOOL|MAY_BE_LONG|MAY_BE_ARRAY)
	ZEND_ARG_TYPE_INFO(0, rooms, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, question, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, fd, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, room, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, timeout, IS_DOUBLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_rooms_lost, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, messages, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_rooms_sockets, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Tern_Internal_rooms_open);
ZEND_FUNCTION(Tern_Internal_rooms_send);
ZEND_FUNCTION(Tern_Internal_rooms_send_here);
ZEND_FUNCTION(Tern_Internal_rooms_ask);
ZEND_FUNCTION(Tern_Internal_rooms_lost);
ZEND_FUNCTION(Tern_Internal_rooms_sockets);


static const zend_function_entry rooms_functions_entries[] = {
	ZEND_NS_FALIAS("Tern\\Internal", rooms_open, Tern_Internal_rooms_open, arginfo_Tern_Internal_rooms_open)
	ZEND_NS_FALIAS("Tern\\Internal", rooms_send, Tern_Internal_rooms_send, arginfo_Tern_Internal_rooms_send)
	ZEND_NS_FALIAS("Tern\\Internal", rooms_send_here, Tern_Internal_rooms_send_here, arginfo_Tern_Internal_rooms_send_here)
	ZEND_NS_FALIAS("Tern\\Internal", rooms_ask, Tern_Internal_rooms_ask, arginfo_Tern_Internal_rooms_ask)
	ZEND_NS_FALIAS("Tern\\Internal", rooms_lost, Tern_Internal_rooms_lost, arginfo_Tern_Internal_rooms_lost)
	ZEND_NS_FALIAS("Tern\\Internal", rooms_sockets, Tern_Internal_rooms_sockets, arginfo_Tern_Internal_rooms_sockets)
	ZEND_FE_END
};
