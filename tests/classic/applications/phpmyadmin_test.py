"""phpMyAdmin, unchanged, under nginx with php-fpm and under Tern: the same clicks give the same pages."""
# Time limit: 400 s
# Runs alone
# Only when named
import flow
import phpmyadmin


class PhpMyAdminTest(flow.FlowTest):
    FLOW = phpmyadmin.PhpMyAdmin
