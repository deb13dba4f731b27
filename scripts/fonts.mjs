// Usage: node scripts/fonts.mjs [--check]
// Makes the two fonts that every page loads first, of the packages @fontsource-variable/geist and -mono: Latin letters, in the
// weights that the screens use, two thirds of the bytes. --check says whether the kept files are those.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { rootPath } from './install.mjs'

/** As the tokens have them. */
const weights = { min: 400, max: 600 }

for (const name of ['geist', 'geist-mono']) {
  const source = join(rootPath, `node_modules/@fontsource-variable/${name}`)
  const made = await subsetFont(readFileSync(join(source, `files/${name}-latin-wght-normal.woff2`)), latinOf(source), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
  const kept = join(rootPath, `apps/dashboard/src/styles/fonts/${name}.woff2`)
  if (!process.argv.includes('--check')) writeFileSync(kept, made)
  else if (!made.equals(readFileSync(kept))) {
    console.error(`${kept} is not what its package makes: run node scripts/fonts.mjs`)
    process.exitCode = 1
  }
}

/** The characters of the package's own Latin part. */
function latinOf(source) {
  const css = readFileSync(join(source, 'index.css'), 'utf8')
  const [, ranges] = /latin-wght-normal\.woff2\)[^}]*unicode-range: ([^;]+);\s*\}\s*$/.exec(css)
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')
}
