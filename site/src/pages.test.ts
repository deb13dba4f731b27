import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sidebars } from './navigation.ts'
import { listPages, type Page, titleOf, toSitePage } from './pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pages = listPages(root)
const pageOf = (source: string) => pages.find((page) => page.source === source) as Page
const site = { root, pages, sourceUrl: (path: string, kind: string) => `https://example.com/${kind}/main/${path}` }

describe('a page of the site', () => {
  it.each([
    ['docs/cli.md', '[a](bundlers/vite.md#x)', '[a](./bundlers/vite.md#x)'],
    ['docs/bundlers/vite.md', '[a](../cli.md)', '[a](../cli.md)'],
    ['docs/adr/README.md', '[a](../benchmarks.md#y)', '[a](../benchmarks.md#y)'],
    ['docs/README.md', '[a](adr/README.md)', '[a](./adr/index.md)'],
    ['docs/README.md', '[a](../ARCHITECTURE.md)', '[a](./architecture.md)'],
    ['ARCHITECTURE.md', '[a](docs/adr/README.md)', '[a](./adr/index.md)'],
    ['docs/alerts.md', '![a](images/alerts.jpg)', '![a](./images/alerts.jpg)'],
    ['docs/slo.md', '[a](../e2e/faults)', '[a](https://example.com/tree/main/e2e/faults)'],
    ['docs/cli.md', '[a](../compose.yaml#L3)', '[a](https://example.com/blob/main/compose.yaml#L3)'],
    ['docs/cli.md', '[a](#b) [c](https://example.org/x.md)', '[a](#b) [c](https://example.org/x.md)'],
  ])('%s: %s becomes %s', (source, markdown, expected) => {
    expect(toSitePage(markdown, pageOf(source), site)).toBe(expected)
  })

  it('keeps what looks like a link in code', () => {
    const code = '`[a](../x.md)`\n\n```md\n[a](../x.md)\n```\n'
    expect(toSitePage(code, pageOf('docs/cli.md'), site)).toBe(code)
  })

  it('does not link to what is not there', () => {
    expect(() => toSitePage('[a](nothing.md)', pageOf('docs/cli.md'), site)).toThrow('docs/cli.md links to nothing.md')
  })

  it.each(pages.map(({ source }) => source))('%s links to nothing that the build of the image lacks', (source) => {
    const left = readFileSync(`${root}.dockerignore`, 'utf8')
      .split('\n')
      .filter((line) => /^[\w.]/.test(line))
    expect(left).toContain('.git')
    const linked: string[] = []
    const sourceUrl = (path: string) => {
      linked.push(path)
      return ''
    }
    toSitePage(readFileSync(`${root}${source}`, 'utf8'), pageOf(source), { ...site, sourceUrl })
    expect(linked.filter((path) => left.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([])
  })

  it.each(pages.map(({ source }) => source))(
    '%s links to pages by what they are about, not by their files',
    (source) => {
      const text = readFileSync(`${root}${source}`, 'utf8')
      expect(text.match(/\[[\w./-]+\.md\]\(/g)).toBeNull()
    },
  )

  it('has the title of its first heading', () => expect(titleOf('# On `Request`\n\n# Two')).toBe('On Request'))
})

describe('the navigation', () => {
  it('has every page, once, in a sidebar that the page itself has', () => {
    const made = sidebars(pages)
    const links = new Set(
      Object.values(made)
        .flatMap((sections) => sections.flatMap(({ items }) => items))
        .map(({ link }) => link),
    )
    expect(pages.filter(({ path }) => !links.has(`/${path.replace(/(^|\/)index$/, '$1')}`))).toEqual([])
  })

  it('refuses a page that nobody listed, and an entry without a page', () => {
    const added = { source: 'docs/new.md', path: 'new', title: 'New' }
    expect(() => sidebars([...pages, added])).toThrow('no entry for docs/new.md')
    expect(() => sidebars(pages.filter(({ path }) => path !== 'cli'))).toThrow('names cli')
  })
})
