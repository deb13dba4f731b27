import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * The SDKs whose size is published, and the most that each may add to a program that calls `init`, in bytes: bundled,
 * minified and compressed, sessions and all other defaults included.
 */
export const budgets = {
  '@bugle/browser': 10_600,
  '@bugle/browser/core': 7200,
  '@bugle/node': 16_100,
  '@bugle/react-native': 16_100,
}

/** Returns the program that is measured. Metro includes a whole file, whatever is used of it, so everything counts. */
export const programOf = (name, file) =>
  name.endsWith('react-native') ? `export * from '${file}'` : `import { init } from '${file}'\ninit(globalThis.options)`

/**
 * Returns the size of a program with these lines, bundled and minified as Vite does, and compressed.
 *
 * @param {string} code
 * @param {{ cwd?: string, platform?: 'browser' | 'node' }} [options]
 */
export async function bytesOf(code, { cwd = root, platform = 'browser' } = {}) {
  const entry = '\0entry'
  const bundle = await rolldown({
    input: entry,
    cwd,
    platform,
    external: [/^node:/, 'react', 'react-native', /^expo-/, /^promise\//],
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  if (output.length > 1) throw new Error('the program must be one file')
  return gzipSync(output[0].code, { level: 9 }).length
}

/** Measures the built SDKs; returns the texts of the files that publish the sizes. */
export async function sizeFiles() {
  const file = 'sdks/javascript/sizes.json'
  const known = existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')) : {}
  const sizes = {}
  for (const name of Object.keys(budgets)) {
    const [, sdk, entry = 'index'] = name.split('/')
    const built = join(root, `sdks/javascript/${sdk}/dist/esm/${entry}.js`)
    const bytes = await bytesOf(programOf(name, built), { platform: sdk === 'node' ? 'node' : 'browser' })
    // Another version of zlib makes a few bytes more or less of the same program.
    sizes[name] = Math.abs(bytes - known[name]) <= 20 ? known[name] : bytes
  }
  const files = { [file]: `${JSON.stringify(sizes, null, 2)}\n` }
  for (const [name, bytes] of Object.entries(sizes))
    if (name.split('/').length === 2) files[`sdks/javascript/${name.split('/')[1]}/size.svg`] = badge(kilobytes(bytes))
  return files
}

/** @example kilobytes(10_339) // '10.3 kB' */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

function badge(text) {
  const width = 48 + text.length * 7
  const words = [
    [24, 'gzip'],
    [48 + (width - 48) / 2, text],
  ].map(([x, word]) => `  <text x="${x}" y="14" text-anchor="middle" fill="#fff">${word}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="gzip: ${text}" font-family="Verdana,sans-serif" font-size="11">
  <rect width="${width}" height="20" rx="3" fill="#24292f"/>
  <path d="M48 0h${width - 51}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H48z" fill="#2456c7"/>
${words.join('\n')}
</svg>
`
}
