mod debian/tern.ini
