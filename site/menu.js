// The menu is what docs/README.md lists: its headings, the bold lines below them, and the links in its tables.
import fs from 'node:fs';
import path from 'node:path';

const REFERENCE = [{ text: 'Classes', url: 'reference/' }, { text: 'Functions', url: 'reference/functions/' }];

export function menu(root, links) {
    const groups = [];
    for (const line of fs.readFileSync(path.join(root, 'docs/README.md'), 'utf8').split('\n')) {
        const heading = line.match(/^## (.*)$/) ?? line.match(/^\*\*(.*)\*\*$/);
        if (heading) groups.push({ title: heading[1], pages: [] });
        const row = line.match(/^\|.*?\[([^\]]+)\]\(([^)#]+)\)/);
        if (!row || groups.length === 0) continue;
        const source = path.posix.normalize(path.posix.join('docs', row[2]));
        const page = { text: row[1].replace(/`/g, ''), url: links.url(source) };
        const group = groups[groups.length - 1];
        if (!groups.some(({ pages }) => pages.some(({ url }) => url === page.url))) group.pages.push(page);
    }
    groups.find(({ title }) => title === 'Reference').pages.unshift(...REFERENCE);
    return groups.filter(({ pages }) => pages.length > 0);
}

/** The page of the menu that a page is, or belongs to: errors/port-in-use/ to errors/. Home has the URL "". */
export function section(groups, url) {
    const all = groups.flatMap(({ pages }) => pages);
    const above = all.filter((page) => page.url !== '' && url.startsWith(page.url)).sort((a, b) => b.url.length - a.url.length);
    return all.find((page) => page.url === url) ?? above[0] ?? {};
}
