/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c4a0ada676874ce100185fd81cfa4de25a69470d */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_swoole_coroutine_socketpair, 0, 3, MAY_BE_ARRAY|MAY_BE_FALSE)
	ZEND_ARG_TYPE_INFO(0, domain, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, type, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, protocol, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_Tern_Internal_socket_peer_certificate, 0, 1, MAY_BE_STRING|MAY_BE_FALSE)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Tern_Internal_socket_verify_peer, 0, 2, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, socket, Swoole\\Coroutine\\Socket, 0)
	ZEND_ARG_TYPE_INFO(0, allow_self_signed, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_Tern_Internal_socket_alpn arginfo_Tern_Internal_socket_peer_certificate


ZEND_FUNCTION(swoole_coroutine_socketpair);
ZEND_FUNCTION(Tern_Internal_socket_peer_certificate);
ZEND_FUNCTION(Tern_Internal_socket_verify_peer);
ZEND_FUNCTION(Tern_Internal_socket_alpn);


static const zend_function_entry socket_functions_entries[] = {
	ZEND_FE(swoole_coroutine_socketpair, arginfo_swoole_coroutine_socketpair)
	ZEND_NS_FALIAS("Tern\\Internal", socket_peer_certificate, Tern_Internal_socket_peer_certificate, arginfo_Tern_Internal_socket_peer_certificate)
	ZEND_NS_FALIAS("Tern\\Internal", socket_verify_peer, Tern_Internal_socket_verify_peer, arginfo_Tern_Internal_socket_verify_peer)
	ZEND_NS_FALIAS("Tern\\Internal", socket_alpn, Tern_Internal_socket_alpn, arginfo_Tern_Internal_socket_alpn)
	ZEND_FE_END
};
