// The documentation site: every page of docs/, the classes and functions from the stubs, and the files that pages link to.
// The environment: TERN_ROOT, the repository; TERN_SITE, the folder to write; TERN_REFERENCE, what scripts/api/reference prints.
import fs from 'node:fs';
import path from 'node:path';
import { document, prepare } from './markdown.js';
import { menu, section } from './menu.js';
import { Links } from './links.js';
import { referencePages } from './reference.js';

const root = process.env.TERN_ROOT;
const PICTURES = ['png', 'svg', 'webp'];
const FOR_MAINTAINERS = /^docs\/(internals|campaigns|results)|^C/;  // the search shows other pages first
const OUTSIDE = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

function find(folder, ending) {
    return fs.readdirSync(path.join(root, folder), { recursive: true })
        .filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name)).sort();
}

export default function (eleventy) {
    const { homepage, description } = JSON.parse(fs.readFileSync(path.join(root, 'composer.json'), 'utf8'));
    const sources = [...OUTSIDE, ...find('docs', '.md')];
    const links = new Links(root, sources);

    eleventy.setUseGitIgnore(false);
    // Hosts show 404.html at any address, so its links begin at the place of the site. It has no links to parts of itself.
    const base = `${new URL(homepage).pathname.replace(/\/$/, '')}/`;
    const pages = menu(root, links);
    eleventy.addGlobalData('site', { homepage, description, base, menu: pages });
    eleventy.amendLibrary('md', (markdown) => prepare(markdown, links));
    eleventy.addFilter('section', (url) => section(pages, url));
    eleventy.addFilter('relative', (target, from) => links.relative(from, target));

    for (const source of sources) {
        const text = fs.readFileSync(path.join(root, source), 'utf8');
        eleventy.addTemplate(`pages/${source}`, text, {
            ...document(text), source, layout: 'page.njk', permalink: links.output(source), isHome: source === 'docs/start.md',
            isForMaintainers: FOR_MAINTAINERS.test(source),
        });
    }
    for (const page of referencePages(JSON.parse(fs.readFileSync(process.env.TERN_REFERENCE, 'utf8')))) {
        eleventy.addTemplate(`pages/${page.url}index.html`, page.html, { ...page, layout: 'page.njk', permalink: `${page.url}index.html` });
    }
    // Pages of source files are known when the pages that link to them have been rendered: all are read before.
    for (const page of links.linkedFiles(sources)) {
        eleventy.addTemplate(`pages/${page.url}index.html`, page.html, { ...page, layout: 'page.njk', permalink: `${page.url}index.html` });
    }
    for (const picture of PICTURES.flatMap((ending) => find('docs', `.${ending}`))) {
        eleventy.addPassthroughCopy({ [path.join(root, picture)]: picture.replace(/^docs\//, '') });
    }
    eleventy.addPassthroughCopy({ assets: 'assets' });
    return {
        dir: { input: '.', includes: 'layouts', output: process.env.TERN_SITE },
        templateFormats: ['md', 'html'],
        markdownTemplateEngine: false,
        htmlTemplateEngine: false,
    };
}
