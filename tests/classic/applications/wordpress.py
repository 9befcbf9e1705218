"""WordPress: installed through its forms; a post with a picture, found, changed, commented on and deleted."""
import shutil

import flow
import sites

OWNER = "owner"
POST = """
(async () => {
    const blocks = wp.blocks, editor = wp.data.dispatch('core/block-editor');
    wp.data.dispatch('core/edit-post').toggleFeature('welcomeGuide', false);
    await wp.data.dispatch('core/editor').editPost({ title: %s });
    const one = blocks.createBlock('core/paragraph', { content: %s });
    const image = blocks.createBlock('core/image');
    await editor.resetBlocks([one, image]);
    await editor.selectBlock(image.clientId);
})()
"""
EDITOR = "wp.data.select('core/editor')"
SAVED = f"{EDITOR}.isCurrentPostPublished() && !{EDITOR}.isSavingPost() && !{EDITOR}.isEditedPostDirty()"
IMAGE = "document.querySelector('.entry-content img, .wp-block-image img')"


class Site(sites.Site):
    NAME = "wordpress"

    def unpack(self):
        self.copy("/usr/share/wordpress")
        self.copy("/var/lib/wordpress/wp-content/uploads", "public/wp-content/uploads")
        (self.public / "wp-config.php").unlink()  # Debian's, which looks for the database in /etc; the form writes another one
        plugins = self.public / "wp-content/mu-plugins"
        plugins.mkdir()
        shutil.copy(sites.PROGRAMS / "wordpress.php", plugins)


class WordPress(flow.Flow):
    SITE = Site
    REFUSED = ("The password you entered for the username owner is incorrect",)
    WELCOME = ("Dashboard", "Howdy, owner")
    STEPS = ("configure", "install", "wrong_password", "login", "permalinks", "write", "look", "search", "edit", "comment", "media",
             "profile", "trash", "delete", "logout")
    IGNORED = (r"/wp-cron\.php", r"admin-ajax\.php(?!.)", r"/autosaves\b", r"/users/me\b.*_locale=user$")
    MASKS = (
        (r"((?:class|name)=\"(?:hidden_|cur_)?(?:hh|mn|ss)\"(?: value=\"|>))\d+", r"\1<time>"),
        (r"\b\d\.gravatar\.com", "<number>.gravatar.com"),
        (r'data-pw="[^"]*"', 'data-pw="<password>"'),
        (r"\b[0-9a-f]{10}\b", "<nonce>"),
        (r"(wordpress(?:_\w+?)?_|wp-settings-time-|wp-saving-post=)[0-9a-f]{32}", r"\1<hash>"))

    def configure(self):
        """The form that writes wp-config.php."""
        does = self.person
        does.open("/")
        does.sees("Before getting started")
        does.open("/wp-admin/setup-config.php?step=1&noapi")
        does.fill({"#dbname": sites.DATABASE, "#uname": "site", "#pwd": sites.PASSWORD,
                   "#dbhost": f"127.0.0.1:{self.site.database.port}"})
        does.follow("Submit")
        does.sees("Run the installation")

    def install(self):
        does = self.person
        does.follow("Run the installation")
        does.wait("document.querySelector('#pass1').value.length > 10")  # which its script proposes
        does.fill({"#weblog_title": "Möwen & Meer", "#user_login": OWNER, "#pass1": self.PASSWORD, "#admin_email": "owner@example.com"})
        does.wait("document.querySelector('#pass-strength-result').classList.contains('strong')")
        does.follow("Install WordPress")
        does.sees("WordPress has been installed")

    def sign_in(self, password):
        does = self.person
        does.open("/wp-login.php")
        does.wait("document.activeElement?.id === 'user_login'")  # its script does that late, and would empty the field
        does.fill({"#user_login": OWNER, "#user_pass": password})
        does.go("#wp-submit")

    def permalinks(self):
        does = self.person
        does.open("/wp-admin/options-permalink.php")
        does.fill({"input[name=selection][value='/%postname%/']": True})
        does.follow("Save Changes")
        does.sees("Permalink structure updated")
        does.open("/hello-world/")
        does.sees("Welcome to WordPress. This is your first post.")

    def write(self):
        """A post with a picture, by the editor of blocks."""
        does = self.person
        does.open("/wp-admin/post-new.php")
        does.wait(f"{EDITOR}.getCurrentPostId()")
        does.settled()  # or it is chance which of the things that it makes gets which number
        does.evaluate(POST % ("'Gulls of the North'", "'They cry at dawn: <strong>kiau</strong>, ünïcödé 中文.'"))
        does.choose(".wp-block-image input[type=file]", "gull.png", does.picture())
        does.wait("wp.data.select('core/block-editor').getBlocks().some(one => one.attributes.id > 0)")
        does.wait("!wp.data.select('core/editor').isPostSavingLocked()")
        does.click(".editor-post-publish-panel__toggle")
        does.settled()  # what it asks before would else be answered before or after this, by chance
        does.click(".editor-post-publish-panel .editor-post-publish-button")
        does.wait(SAVED)

    def look(self):
        does = self.person
        does.open("/gulls-of-the-north/")
        does.sees("Gulls of the North", "They cry at dawn: kiau, ünïcödé 中文.")
        does.wait(f"{IMAGE}.complete && {IMAGE}.naturalWidth === 400")

    def search(self):
        does = self.person
        does.open("/?s=d%C3%A4wn")
        does.sees("Sorry, but nothing matched your search terms")
        does.open("/?s=kiau")
        does.sees("Gulls of the North")
        does.sees_not("Hello world!")

    def edit(self):
        does = self.person
        does.open("/gulls-of-the-north/")
        does.go("#wp-admin-bar-edit a")
        does.wait(f"{EDITOR}.getEditedPostAttribute('title') === 'Gulls of the North'")
        does.settled()
        does.evaluate("wp.data.dispatch('core/editor').editPost({ title: 'Gulls of the South' })")
        does.click(".editor-post-publish-button:not([aria-disabled=true])")
        does.wait(SAVED)
        does.open("/gulls-of-the-north/")
        does.sees("Gulls of the South")

    def comment(self):
        does = self.person
        does.fill({"#comment": "One of them took my fish."})
        does.go("#commentform #submit")
        does.sees("One of them took my fish.", "owner")

    def media(self):
        does = self.person
        does.open("/wp-admin/upload.php?mode=list")
        does.sees("gull", "Gulls of the South")

    def profile(self):
        """A form with many fields, and the redirection after it."""
        does = self.person
        does.open("/wp-admin/profile.php")
        does.fill({"#first_name": "Ada", "#last_name": "Löwe", "#description": "Two lines\nof <b>text</b>"})
        does.go("#submit")
        does.sees("Profile updated.")
        does.wait("document.querySelector('#description').value.includes('of ')")

    def trash(self):
        does = self.person
        does.open("/wp-admin/edit.php")
        does.go("a.submitdelete[aria-label*='South']")
        does.sees("1 post moved to the Trash.")
        does.open("/?s=kiau")
        does.sees("Sorry, but nothing matched your search terms")

    def delete(self):
        does = self.person
        does.open("/wp-admin/edit.php?post_status=trash&post_type=post")
        does.go("#delete_all")
        does.sees("1 post permanently deleted.")
        does.open("/gulls-of-the-north/")
        does.sees("This page could not be found.")

    def logout(self):
        does = self.person
        does.open("/wp-admin/")
        does.go("#wp-admin-bar-logout a")
        does.sees("You are now logged out.")
        does.open("/wp-admin/")
        does.wait("location.pathname === '/wp-login.php'")
