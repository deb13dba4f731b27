import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const ofManyScreens =
  /src\/(start\.tsx|components\/(loaded|dialog|confirm|field|form-error|time-ago|level-icon|segments|status-pill|load-more)\.tsx|lib\/(use-now|indexed|on-submit|local-time)\.ts)$|([iI]nfiniteQuery(Behavior|Observer)?|mutationOptions)\.m?js$/
const ofIssues =
  /client-state\/src\/(issue-cache|changes\/(?!change-alerts|delete-issues|merge-issues))|presentation\/src\/issue-actions|src\/features\/(issues\/(?!action-menus|resolve-button|delete-issues|merge\.)[^/]+\.tsx?|issues\/list\/(same-search|list-updates|last-list)\.ts|events\/queries\.ts)$|src\/(components\/(section|issue-title|issue-lines|release-link|time-range-choice|search-mistakes|search-input|suggestion-list|sparkline)|lib\/(second-tap|use-search-text|use-completion|use-suggestions|search-queries))\.tsx?$|(queriesObserver|useQueries)\.js$|icons\/(list-checks|pencil|diff|chevron-down)\.mjs$/

export default defineConfig({
  // Files are referenced relative to the page's base element, which a server behind a path sets.
  base: './',
  plugins: [react(), tailwindcss(), preloads()],
  build: {
    // Keeps `light-dark()` as written: every browser since 2024 supports it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // Browsers request six files at a time over HTTP/1.1. Without these groups screens would share fifty small
        // ones: each a round trip, and none compresses well.
        codeSplitting: {
          groups: [
            // Code that main.tsx needs to set the language; no module with translated texts.
            {
              name: 'i18n',
              test: /presentation\/src\/(i18n|labels\/en)\.ts$|src\/lib\/(language|preferences)\.ts$|preload-helper/,
              priority: 3,
            },
            // With what nearly every screen uses, and what the list of issues, an issue and triage share: a file of its own would
            // be one more request of every visit.
            {
              name: 'start',
              test: (id) => ofManyScreens.test(id) || ofIssues.test(id),
              priority: 3,
            },
            // The bar of selected issues, an issue and triage share it; the list itself shows none of it.
            {
              name: 'actions',
              test: /src\/features\/issues\/(action-menus|resolve-button|delete-issues|merge)\.tsx?$|changes\/(delete|merge)-issues\.ts$/,
              priority: 2,
            },
            { name: 'sign-in-form', test: /src\/features\/auth\/sign-in-form\.tsx$/, priority: 1.5 },
            // Opened by a click; merged with the icons of the list, they would load with it.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(link-2|git-merge|user-round|check|download|trash|ellipsis|globe|rotate-ccw-clock|terminal)\.mjs$/,
              priority: 3,
            },
            {
              name: 'settings',
              test: /src\/(components\/(api-tokens|settings-layout|scope-choice|name-form|new-secret)|routes\/sections)\.tsx$/,
              priority: 2,
            },
            // Programs in ten languages, which the list of issues never shows.
            { name: 'snippet', test: /presentation\/src\/snippet/, priority: 2 },
            {
              name: 'chart',
              test: /src\/(components\/(bar-chart|chart-|stats-series)|lib\/(buckets|project-stats|use-width)\.ts$)/,
              priority: 2,
            },
            // Screens that show an event share it; merged with what the list of issues shares, the list would load it.
            {
              name: 'event-text',
              test: /(lib\/(issue-text|originals)|event-facts|reason-t(ext|itle)|resolve\/reason)\.tsx?$/,
              priority: 2,
            },
            // Forms that make and change projects; merged with the parts that the list of issues shares, they would load with it.
            {
              name: 'projects',
              test: /src\/(queries\/set-up|platforms|lib\/(bundler-plugin|dsn-keys)|components\/(check|restricted)|features\/projects\/(set-up|settings)-queries)\.tsx?$/,
              priority: 2,
            },
            // Queries of screens that the list of issues does not lead to.
            {
              name: 'health',
              test: /src\/(features\/(health|releases)\/queries|keys\/(health|release)-keys)\.ts$/,
              priority: 2,
            },
            { name: 'remedies', test: /src\/features\/projects\/remedies\.ts$/, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
          ],
        },
      },
    },
  },
})

/**
 * Requests early what every page needs: the files that main.tsx loads once the language is set, and the two fonts,
 * which a browser discovers only with the first text.
 */
function preloads(): Plugin {
  const link = (rel: string, name: string, more: HtmlTagDescriptor['attrs'] = {}): HtmlTagDescriptor => ({
    tag: 'link',
    attrs: { rel, crossorigin: true, href: `./${name}`, ...more },
    injectTo: 'head',
  })
  return {
    name: 'preloads',
    apply: 'build',
    transformIndexHtml(_, { bundle = {}, chunk }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const start = chunks.filter(({ name }) => name === 'start')
      if (start.length === 0 || chunk === undefined) throw new Error('the start has no file of its own')
      if (start.some(({ fileName }) => chunk.imports.includes(fileName)))
        throw new Error('texts would be made before the language is known')
      const scripts = new Set(start.flatMap(({ fileName, imports }) => [fileName, ...imports]))
      for (const name of chunk.imports) scripts.delete(name)
      const fonts = Object.keys(bundle).filter((name) => /geist(-mono)?-[\w-]{8}\.woff2$/.test(name))
      return [
        ...[...scripts].map((name) => link('modulepreload', name)),
        ...fonts.map((name) => link('preload', name, { as: 'font', type: 'font/woff2' })),
      ]
    },
  }
}
