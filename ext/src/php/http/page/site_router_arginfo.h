/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 875de75f4030bfc1cd139cd6caa3a368ac15bf84 */

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Site_Target___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, kind, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, root, IS_STRING, 0, "\'\'")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, name, IS_STRING, 0, "\'\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Tern_Internal_Site_Router___construct, 0, 0, 2)
	ZEND_ARG_TYPE_INFO(0, root, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, hidden, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, followsLinks, _IS_BOOL, 0, "true")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, validS, IS_LONG, 0, "1")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, hasFront, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Tern_Internal_Site_Router_find, 0, 1, Tern\\Internal\\Site\\Target, 0)
	ZEND_ARG_TYPE_INFO(0, path, IS_STRING, 0)
ZEND_END_ARG_INFO()


ZEND_METHOD(Tern_Internal_Site_Target, __construct);
ZEND_METHOD(Tern_Internal_Site_Router, __construct);
ZEND_METHOD(Tern_Internal_Site_Router, find);


static const zend_function_entry class_Tern_Internal_Site_Target_methods[] = {
	ZEND_ME(Tern_Internal_Site_Target, __construct, arginfo_class_Tern_Internal_Site_Target___construct, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Tern_Internal_Site_Router_methods[] = {
	ZEND_ME(Tern_Internal_Site_Router, __construct, arginfo_class_Tern_Internal_Site_Router___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Tern_Internal_Site_Router, find, arginfo_class_Tern_Internal_Site_Router_find, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static zend_class_entry *register_class_Tern_Internal_Site_Target(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Site", "Target", class_Tern_Internal_Site_Target_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval const_SCRIPT_value;
	ZVAL_LONG(&const_SCRIPT_value, 0);
	zend_string *const_SCRIPT_name = zend_string_init_interned("SCRIPT", sizeof("SCRIPT") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_SCRIPT_name, &const_SCRIPT_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_SCRIPT_name);

	zval const_FILE_value;
	ZVAL_LONG(&const_FILE_value, 1);
	zend_string *const_FILE_name = zend_string_init_interned("FILE", sizeof("FILE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FILE_name, &const_FILE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FILE_name);

	zval const_FOLDER_value;
	ZVAL_LONG(&const_FOLDER_value, 2);
	zend_string *const_FOLDER_name = zend_string_init_interned("FOLDER", sizeof("FOLDER") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FOLDER_name, &const_FOLDER_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FOLDER_name);

	zval const_FORBIDDEN_value;
	ZVAL_LONG(&const_FORBIDDEN_value, 3);
	zend_string *const_FORBIDDEN_name = zend_string_init_interned("FORBIDDEN", sizeof("FORBIDDEN") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_FORBIDDEN_name, &const_FORBIDDEN_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_FORBIDDEN_name);

	zval const_MISSING_value;
	ZVAL_LONG(&const_MISSING_value, 4);
	zend_string *const_MISSING_name = zend_string_init_interned("MISSING", sizeof("MISSING") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_MISSING_name, &const_MISSING_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_MISSING_name);

	zval const_UNAVAILABLE_value;
	ZVAL_LONG(&const_UNAVAILABLE_value, 5);
	zend_string *const_UNAVAILABLE_name = zend_string_init_interned("UNAVAILABLE", sizeof("UNAVAILABLE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_UNAVAILABLE_name, &const_UNAVAILABLE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_UNAVAILABLE_name);

	zval property_kind_default_value;
	ZVAL_UNDEF(&property_kind_default_value);
	zend_string *property_kind_name = zend_string_init("kind", sizeof("kind") - 1, 1);
	zend_declare_typed_property(class_entry, property_kind_name, &property_kind_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_kind_name);

	zval property_file_default_value;
	ZVAL_UNDEF(&property_file_default_value);
	zend_string *property_file_name = zend_string_init("file", sizeof("file") - 1, 1);
	zend_declare_typed_property(class_entry, property_file_name, &property_file_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_file_name);

	zval property_name_default_value;
	ZVAL_UNDEF(&property_name_default_value);
	zend_string *property_name_name = zend_string_init("name", sizeof("name") - 1, 1);
	zend_declare_typed_property(class_entry, property_name_name, &property_name_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_name_name);

	zval property_pathInfo_default_value;
	ZVAL_UNDEF(&property_pathInfo_default_value);
	zend_string *property_pathInfo_name = zend_string_init("pathInfo", sizeof("pathInfo") - 1, 1);
	zend_declare_typed_property(class_entry, property_pathInfo_name, &property_pathInfo_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_pathInfo_name);

	return class_entry;
}

static zend_class_entry *register_class_Tern_Internal_Site_Router(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Tern\\Internal\\Site", "Router", class_Tern_Internal_Site_Router_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}
