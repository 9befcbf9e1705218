"""WordPress: visitors who read, and members who look at the dashboard, their profile, and write a comment."""
import members

Site = members.Site


class User(members.Member):
    LOGIN = "/wp-login.php"
    PAGES = ("front", "article", "search", "login", "dashboard", "profile", "write", "own_post")
    POST = 1  # WordPress's own

    def __init__(self, port, number, patience_s):
        super().__init__(port, number, self.POST, patience_s)

    async def front(self):
        await self.as_visitor("/", shows_others=True)

    async def article(self):
        await self.as_visitor(f"/?p={self.POST}")

    async def search(self):
        await self.as_visitor("/?s=hello", shows_others=True)

    async def dashboard(self):
        await self.page("/wp-admin/", shows_others=True)

    async def profile(self):
        await self.look_at_profile()

    async def write(self):
        """The editor."""
        await self.page("/wp-admin/post-new.php")

    async def own_post(self):
        await self.page(f"/?p={self.POST}")
