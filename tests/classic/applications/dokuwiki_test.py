"""DokuWiki, unchanged, under nginx with php-fpm, under Tern and under nginx with `tern fpm`: the same clicks give the same pages."""
# Time limit: 600 s
# Runs alone
# Only when named
import flow
import dokuwiki


class DokuWikiTest(flow.FlowTest):
    FLOW = dokuwiki.DokuWiki
