import { contentsSource, type Page } from './pages.ts'

/** An entry: the path of a page, or the path with a label shorter than the page's title. */
type Entry = string | readonly [path: string, label: string]

interface Section {
  title: string
  entries: readonly Entry[]
  /** Folded until the reader opens it. */
  isFolded?: boolean
}

/** A part of the site with a sidebar of its own, for every page whose path begins with one of the prefixes. */
interface Area {
  prefixes: readonly string[]
  sections: readonly Section[]
}

const sdks: Area = {
  prefixes: ['sdk-', 'frameworks/', 'bundlers/', 'api/', 'sentry-', 'debug-files', 'stack-still-minified'],
  sections: [
    {
      title: 'SDKs',
      entries: [
        ['sdk-browser', 'Web pages'],
        ['sdk-node', 'Node.js'],
        ['sdk-react-native', 'React Native and Expo'],
        ['sdk-php', 'PHP'],
        ['sdk-dart', 'Dart'],
      ],
    },
    {
      title: 'In pages',
      entries: [
        ['frameworks/react', 'React'],
        ['frameworks/vue', 'Vue'],
        ['frameworks/svelte', 'Svelte'],
        ['frameworks/angular', 'Angular'],
      ],
    },
    {
      title: 'On both sides',
      entries: [
        ['frameworks/nextjs', 'Next.js'],
        ['frameworks/nuxt', 'Nuxt'],
        ['frameworks/sveltekit', 'SvelteKit'],
        ['frameworks/react-router', 'React Router'],
        ['frameworks/astro', 'Astro'],
        ['frameworks/electron', 'Electron'],
      ],
    },
    {
      title: 'On servers',
      entries: [
        ['frameworks/express', 'Express'],
        ['frameworks/fastify', 'Fastify'],
        ['frameworks/koa', 'Koa'],
        ['frameworks/nestjs', 'NestJS'],
        ['frameworks/hono', 'Hono'],
        ['frameworks/functions', 'AWS Lambda, Bun, Deno'],
        ['frameworks/cloudflare', 'Cloudflare Workers'],
        ['frameworks/laravel', 'Laravel'],
        ['frameworks/symfony', 'Symfony'],
      ],
    },
    { title: 'On phones', entries: [['frameworks/flutter', 'Flutter']] },
    {
      title: 'Source maps, by bundler',
      entries: [
        ['bundlers/vite', 'Vite'],
        ['bundlers/rollup', 'Rollup'],
        ['bundlers/rolldown', 'Rolldown'],
        ['bundlers/webpack', 'webpack'],
        ['bundlers/rspack', 'Rspack'],
        ['bundlers/esbuild', 'esbuild'],
        ['bundlers/tsc', 'tsc'],
        ['debug-files', 'Android, Flutter, native code'],
        'stack-still-minified',
      ],
    },
    {
      title: 'Coming from Sentry',
      entries: [
        ['sentry-sdks', 'SDKs, by their DSN'],
        ['sentry-tools', 'Uploads by its tools'],
      ],
    },
    {
      title: 'Every function',
      isFolded: true,
      entries: [
        ['api/browser', 'Browsers'],
        ['api/node', 'Node.js'],
        ['api/react-native', 'React Native'],
        ['api/php', 'PHP'],
        ['api/dart', 'Dart'],
        ['api/bundler', 'Plugin for bundlers'],
        ['api/core', 'Core'],
      ],
    },
  ],
}

const guide = (contents: string): Area => ({
  prefixes: [''],
  sections: [
    {
      title: 'Start',
      entries: [
        [contents, 'All pages'],
        'comparison',
        ['self-hosting', 'Running Bugle'],
        ['sdk-node', 'The first SDK'],
        ['ingest', 'Sending events'],
      ],
    },
    {
      title: 'Use',
      entries: [
        ['search', 'Searching issues'],
        ['alerts', 'Alerts'],
        ['teams', 'Teams and permissions'],
        ['mobile', 'Mobile app'],
        ['cli', 'Command line'],
      ],
    },
    {
      title: 'Operate',
      entries: [
        'configuration',
        ['platforms', 'Systems'],
        'upgrading',
        ['kubernetes', 'Kubernetes'],
        ['replicas', 'Replicas and failover'],
        'object-storage',
        ['scaling', 'Several machines'],
        ['slo', 'Promises and capacity'],
        ['security', 'Security'],
        'single-sign-on',
      ],
    },
    { title: 'API', entries: ['api-tour', 'errors'] },
    {
      title: 'Concepts',
      entries: [
        ['architecture', 'Architecture'],
        'glossary',
        ['code-map', 'Code map'],
        'tables',
        'benchmarks',
        ['adr/index', 'Decisions'],
      ],
    },
    {
      title: 'Project',
      isFolded: true,
      entries: [
        ['changelog', 'Changelog'],
        'contributing',
        ['mobile-builds', 'Builds of the mobile app'],
        'releasing',
        ['reporting-vulnerabilities', 'Reporting vulnerabilities'],
        ['code-of-conduct', 'Code of conduct'],
      ],
    },
  ],
})

/** Form in which VitePress takes a section. */
interface SidebarSection {
  text: string
  collapsed?: boolean
  items: { text: string; link: string }[]
}

/**
 * Makes the sidebars by the beginnings of paths that they are for.
 *
 * @throws where a page is in no sidebar, or an entry is no page
 */
export function sidebars(pages: readonly Page[]): Record<string, SidebarSection[]> {
  const decisions: Area = {
    prefixes: ['adr/'],
    sections: [
      { title: 'Decisions', entries: pages.filter(({ path }) => path.startsWith('adr/')).map(({ path }) => path) },
    ],
  }
  const contents = pages.find(({ source }) => source === contentsSource)
  const areas = [decisions, sdks, guide(contents?.path ?? 'index')]
  const listed = new Set(areas.flatMap(({ sections }) => sections.flatMap(({ entries }) => entries.map(pathOf))))
  const missing = pages.filter(({ path }) => !listed.has(path))
  if (missing.length > 0)
    throw new Error(`site/src/navigation.ts has no entry for ${missing.map(({ source }) => source).join(', ')}`)
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  return Object.fromEntries(
    areas.flatMap(({ prefixes, sections }) => {
      const made = sections.map((section) => toSidebarSection(section, titles))
      return prefixes.map((prefix) => [`/${prefix}`, made])
    }),
  )
}

function toSidebarSection({ title, entries, isFolded }: Section, titles: ReadonlyMap<string, string>): SidebarSection {
  return {
    text: title,
    ...(isFolded === undefined ? {} : { collapsed: isFolded }),
    items: entries.map((entry) => {
      const path = pathOf(entry)
      const text = titles.get(path)
      if (text === undefined) throw new Error(`site/src/navigation.ts names ${path}, which is no page`)
      return { text: typeof entry === 'string' ? text : entry[1], link: `/${path.replace(/(^|\/)index$/, '$1')}` }
    }),
  }
}

function pathOf(entry: Entry): string {
  return typeof entry === 'string' ? entry : entry[0]
}
