"""WordPress, unchanged, under nginx with php-fpm and under Tern: the same clicks give the same pages."""
# Time limit: 600 s
# Runs alone
# Only when named
import flow
import wordpress


class WordPressTest(flow.FlowTest):
    FLOW = wordpress.WordPress
