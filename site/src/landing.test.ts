import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const landing = read('site/landing.md')

// Whoever publishes another run changes both.
it.each([
  ['of 272,477 events lost', 'docs/benchmarks.md', '0 lost of 272,477'],
  ['<strong>211 MB</strong>', 'docs/benchmarks.md', '211 / 208 / 550 MB'],
  ['<strong>1.74 s</strong>', 'docs/slo.md', 'kill -9 of every process | 1.74'],
  [
    'two cores of an AMD EPYC with 24 GB on 23 November 2026',
    'docs/benchmarks.md',
    '2026-11-23 · AMD EPYC, 2 cores, 24 GB',
  ],
  ['on 28 November', 'docs/slo.md', '2026-11-28 · Intel Xeon, 2 cores, 24 GB'],
  ['npm run bench -- --slo', 'docs/slo.md', '`npm run bench -- --slo`, one run'],
])('the landing page says «%s» as %s does', (said, page, source) => {
  expect(landing.replaceAll(/\s+/g, ' ')).toContain(said)
  expect(read(page)).toContain(source)
})
