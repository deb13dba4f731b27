// Usage: node scripts/fonts.mjs [--check]
// Cuts the fonts of the dashboard from the packages @fontsource-variable/geist and -mono, in the weights that the screens use:
// what an English or German screen is written in, which every page loads first, and the other Latin letters, which a page
// loads when it shows one. --check says whether the kept files are those.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { rootPath } from './install.mjs'

/** As the tokens have them. */
const weights = { min: 400, max: 600 }

/** Kerning, accents, figures of one width and what scripts need; without the alternate shapes, which no screen asks for. */
const features = ['calt', 'ccmp', 'kern', 'locl', 'tnum']

const cssPath = join(rootPath, 'apps/dashboard/src/styles/fonts.css')
const css = readFileSync(cssPath, 'utf8')

for (const [, name, ranges] of css.matchAll(/fonts\/(.+?)\.woff2.*?unicode-range:(.+?);/gs)) {
  const family = name.replace('-rest', '')
  const source = join(rootPath, `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const made = await subsetFont(readFileSync(source), charactersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: weights },
  })
  const kept = join(cssPath, `../fonts/${name}.woff2`)
  if (!process.argv.includes('--check')) writeFileSync(kept, made)
  else if (!made.equals(readFileSync(kept))) {
    console.error(`${kept} is not what its package makes: run node scripts/fonts.mjs`)
    process.exitCode = 1
  }
}

/** The characters of `U+0020-007E, U+20AC`. */
function charactersOf(ranges) {
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
