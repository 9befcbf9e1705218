"""MediaWiki, unchanged, under nginx with php-fpm and under Tern: the same clicks give the same pages."""
# Time limit: 600 s
# Runs alone
# Only when named
import flow
import mediawiki


class MediaWikiTest(flow.FlowTest):
    FLOW = mediawiki.MediaWiki
