"""phpMyAdmin, unchanged, under nginx with php-fpm, under Tern and under nginx with `tern fpm`: the same clicks give the same pages."""
# Time limit: 600 s
# Runs alone
# Only when named
import flow
import phpmyadmin


class PhpMyAdminTest(flow.FlowTest):
    FLOW = phpmyadmin.PhpMyAdmin
