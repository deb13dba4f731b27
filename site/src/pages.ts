import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A page of the site. */
export interface Page {
  /** The file that is its source, below the checkout. */
  source: string
  /** Its path on the site, without an ending: `self-hosting`, `adr/index`. */
  path: string
  title: string
}

/** Source of the page that lists all others. */
export const contentsSource = 'docs/README.md'

/** Pages of the checkout's root, by the path that they get. */
const ofRoot: Record<string, string> = {
  'ARCHITECTURE.md': 'architecture',
  'CHANGELOG.md': 'changelog',
  'CODE_OF_CONDUCT.md': 'code-of-conduct',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'reporting-vulnerabilities',
}

/**
 * Lists the pages: everything in `docs/`, and what GitHub shows of the checkout's root.
 *
 * @param root the checkout
 */
export function listPages(root: string): Page[] {
  const ofDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`docs/${name}`, name.replace(/\.md$/, '').replace(/(^|\/)README$/, '$1index')] as const)
  return [...ofDocs, ...Object.entries(ofRoot)]
    .map(([source, path]) => ({ source, path, title: titleOf(readFileSync(join(root, source), 'utf8')) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Returns the first heading of a page, as plain text. */
export function titleOf(markdown: string): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error('a page has no title')
  return title.replaceAll('`', '')
}

interface Site {
  root: string
  pages: readonly Page[]
  /** Address of a file or folder in the repository, at the commit of the site. */
  sourceUrl: (path: string, kind: 'blob' | 'tree') => string
}

/**
 * Converts a page of the checkout to one of the site: links between pages stay, links to other files lead to the repository.
 *
 * @throws where a link leads nowhere
 */
export function toSitePage(markdown: string, page: Page, site: Site): string {
  const targets = new Map(site.pages.map(({ source, path }) => [source, path]))
  return outsideCode(markdown, (text) =>
    text.replaceAll(/(?<=\]\()([^)\s]+)(?=\))/g, (link) => linkOf(link, page, targets, site)),
  )
}

function linkOf(link: string, page: Page, targets: ReadonlyMap<string, string>, site: Site): string {
  if (/^(https?:|mailto:|#)/.test(link)) return link
  const [given = '', anchor] = link.split('#')
  const file = posix.join(posix.dirname(page.source), given).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  const target = targets.get(file) ?? targets.get(`${file}/README.md`)
  if (target !== undefined) return relativeTo(page.path, `${target}.md`) + hash
  if (file.startsWith('docs/images/')) return relativeTo(page.path, file.slice('docs/'.length))
  const path = join(site.root, file)
  if (!existsSync(path)) throw new Error(`${page.source} links to ${link}, which is not there`)
  return site.sourceUrl(file, statSync(path).isDirectory() ? 'tree' : 'blob') + hash
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Changes a text, but neither its code blocks nor the code within lines. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^ *```[^\n]*\n[\s\S]*?^ *```$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
