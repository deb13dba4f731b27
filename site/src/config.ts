import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DefaultTheme, UserConfig } from 'vitepress'
import { bundledPackages, listName } from '../../scripts/notices/bundled-packages.mjs'
import { anchorOf } from './anchors.ts'
import { labelCells } from './cell-labels.ts'
import { unmarkEmptyHeadings } from './empty-headings.ts'
import { classesForColors, syntaxTheme } from './highlighting.ts'
import { sidebars } from './navigation.ts'
import { contentsSource, type Page } from './pages.ts'
import { nameTableRoles } from './table-roles.ts'

/** A build of the site. */
export interface SiteBuild {
  pages: Page[]
  /** Path of the site of all versions, whose `versions.json` lists them; undefined for a server's own pages. */
  versionsRoot: string | undefined
  version: string
  repository: string
  outDir: string
  /** Files of recordings and pictures, which a build without them does not show. */
  media: string[]
}

/** Our own part of the theme's configuration. */
export type SiteTheme = DefaultTheme.Config & Pick<SiteBuild, 'version' | 'versionsRoot' | 'media'>

/** Makes the configuration of VitePress. */
export function configOf({
  pages,
  versionsRoot,
  version,
  repository,
  outDir,
  media,
}: SiteBuild): UserConfig<SiteTheme> {
  const contents = pages.find(({ source }) => source === contentsSource)?.path ?? 'index'
  return {
    title: 'Bugle',
    description: 'A self-hosted error tracker: one command, every error kept and counted exactly.',
    lang: 'en',
    // With an address relative to the page, unlike those of `head`.
    transformHead: ({ page }) => [
      ['link', { rel: 'icon', type: 'image/svg+xml', href: `${'../'.repeat(page.split('/').length - 1)}favicon.svg` }],
    ],
    // Relative to each page: a server may have its pages below a path, and a version of the site has one of its own.
    base: './',
    // The default is a style on each page.
    contentProps: {},
    // It would add a style to the page, which the policy of a server refuses.
    appearance: { disableTransition: false },
    srcDir: 'pages',
    outDir,
    cleanUrls: true,
    markdown: {
      config: (markdown) => {
        markdown.core.ruler.push('cell-labels', labelCells)
        markdown.core.ruler.push('empty-headings', unmarkEmptyHeadings)
        markdown.core.ruler.push('table-roles', nameTableRoles)
      },
      anchor: { slugify: anchorOf },
      // An address in a text, such as http://HOST, is an example.
      linkify: false,
      theme: syntaxTheme,
      codeTransformers: [classesForColors],
      languageAlias: { caddyfile: 'nginx', ejs: 'html' },
    },
    themeConfig: {
      version,
      versionsRoot,
      media,
      siteTitle: 'Bugle',
      logo: { src: '/favicon.svg', alt: '' },
      nav: [
        {
          text: 'Guide',
          link: `/${contents.replace(/^index$/, '')}`,
          activeMatch: `^/${contents === 'index' ? '' : contents}$`,
        },
        { text: 'SDKs', link: '/sdk-node', activeMatch: '^/(sdk-|frameworks|bundlers|api/|sentry-|debug-files)' },
        { text: 'API', link: '/api-tour' },
        { text: 'Decisions', link: '/adr/', activeMatch: '^/adr/' },
        { text: 'Changelog', link: '/changelog' },
      ],
      sidebar: sidebars(pages),
      outline: { level: [2, 3] },
      search: {
        provider: 'local',
        options: {
          detailedView: 'auto',
          miniSearch: { searchOptions: { boost: { title: 4, titles: 1, text: 2 }, fuzzy: 0.2, prefix: true } },
        },
      },
      socialLinks: versionsRoot === undefined ? [] : [{ icon: 'github', link: repository }],
      externalLinkIcon: false,
      docFooter: { prev: 'Previous', next: 'Next' },
    },
    vite: {
      logLevel: 'warn',
      plugins: [keepPackages(outDir)],
      build: {
        target: ['chrome123', 'firefox120', 'safari17.5'],
        // The policy of a server allows no fonts within styles.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 3000,
        reportCompressedSize: false,
      },
    },
  }
}

/** Lists the packages that browsers get code or fonts of, for the notices of the server. */
function keepPackages(outDir: string) {
  const fonts = ['geist', 'geist-mono'].map((name) => `node_modules/@fontsource-variable/${name}`)
  return {
    name: 'packages of others',
    apply: 'build' as const,
    writeBundle(_: unknown, bundle: Record<string, { moduleIds?: string[] }>) {
      const packages = bundledPackages(Object.values(bundle), fonts)
      // The other bundle, which renders the pages, leaves packages out.
      if (packages.some(({ name }) => name === '@vue/runtime-core'))
        writeFileSync(join(outDir, listName), JSON.stringify(packages))
    },
  }
}
