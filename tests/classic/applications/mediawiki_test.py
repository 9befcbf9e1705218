"""MediaWiki, unchanged, under nginx with php-fpm, under Tern and under nginx with `tern fpm`: the same clicks give the same pages."""
# Time limit: 900 s
# Runs alone
# Only when named
import flow
import mediawiki


class MediaWikiTest(flow.FlowTest):
    FLOW = mediawiki.MediaWiki
