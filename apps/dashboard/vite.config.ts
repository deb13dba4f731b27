import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

export default defineConfig({
  // Files are named relative to the page's base: a server behind a path gives it another.
  base: './',
  plugins: [react(), tailwindcss(), preloads()],
  build: {
    // light-dark() stays as it is written: every browser of 2024 knows it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL is no file of ours, and the policy lets in nothing else.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A browser asks for six files at a time over HTTP/1.1: of the fifty small ones that screens share without this,
        // each is a wait, and none compresses well.
        codeSplitting: {
          groups: [
            // What main.tsx needs to choose the language, and nothing that says something already.
            { name: 'i18n', test: /src\/lib\/(i18n|preferences)\.ts$|preload-helper/, priority: 3 },
            { name: 'start', test: /src\/start\.tsx$/, priority: 2 },
            { name: 'shared', minShareCount: 2, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
          ],
        },
      },
    },
  },
})

/**
 * What every page needs is asked for at once: the files that main.tsx loads when it has chosen the language, and the two
 * fonts, which a browser knows of only when the first text is to be drawn.
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
      const fonts = Object.keys(bundle).filter((name) => /geist(-mono)?-latin-wght-normal-[^/]*$/.test(name))
      return [
        ...[...scripts].map((name) => link('modulepreload', name)),
        ...fonts.map((name) => link('preload', name, { as: 'font', type: 'font/woff2' })),
      ]
    },
  }
}
