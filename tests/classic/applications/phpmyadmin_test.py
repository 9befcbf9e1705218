"""phpMyAdmin, unchanged, under nginx with php-fpm and under Tern: the same clicks give the same pages."""
# Time limit: 400 s
# Runs alone
# Only when named
import flow
import phpmyadmin


class PhpMyAdminTest(flow.FlowTest):
    FLOW = phpmyadmin.PhpMyAdmin

    def test_it_works_under_the_reference(self):
        self.assertEqual(tuple(self.visit("fpm").pages), self.FLOW.STEPS)

    def test_tern_gives_the_same_pages(self):
        self.same_pages()
