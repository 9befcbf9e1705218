"""openlog() of a script holds for that script, while it waits and when it has ended."""
from launcher import LauncherTest


class SyslogTest(LauncherTest):
    def test_the_name_of_one_script_is_not_that_of_others(self):
        # LOG_PERROR: the C library writes each message to standard error, too, with the name.
        self.write("site/opens.php", "<?php openlog('opens', LOG_PERROR, LOG_USER); syslog(LOG_INFO, 'before');"
                                     "file_get_contents($_GET['other']); syslog(LOG_INFO, 'after'); echo 'opened';")
        self.write("site/other.php", "<?php syslog(LOG_INFO, 'foreign'); openlog('other', LOG_PERROR, LOG_USER); syslog(LOG_INFO, 'own');")
        self.write("site/later.php", "<?php syslog(LOG_INFO, 'late'); echo 'logged';")
        server = self.run_served("site", "--port", "0", "--workers", "1")
        self.assertEqual(server.get(f"/opens.php?other={server.url('/other.php')}").text, "opened")
        self.assertEqual(server.get("/later.php").text, "logged")
        lines = [line for line in server.output().splitlines() if line.endswith((": before", ": foreign", ": own", ": after", ": late"))]
        self.assertEqual(lines, ["opens: before", "other: own", "opens: after"])
