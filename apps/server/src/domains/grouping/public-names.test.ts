import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { functionName, moduleName, modulePath } from './stable-name.ts'

const directory = join(import.meta.dirname, '../../../../../conformance/names')
const read = (kind: string) =>
  readFileSync(join(directory, `${kind}.txt`), 'utf8')
    .trimEnd()
    .split('\n')

/** Leaves out names that rules of their own change: `.min`, roots of projects, numbers alone, what engines append. */
const isPlain = (name: string) =>
  !/\.min$|^\d+$|^(?:src|lib|dist|server|client|public|static|packages|anonymous|lambda)$/.test(name)

const kinds: [kind: string, stable: (name: string) => string][] = [
  ['files', (name) => modulePath(`https://shop.test/assets/${name}.js`)],
  ['files', (name) => modulePath(`/srv/shop/src/${name}.py`)],
  ['files', (name) => modulePath(`/srv/shop/src/${name}/index.js`)],
  ['classes', (name) => moduleName(`com.acme.${name}`)],
  ['classes', (name) => modulePath(`/srv/shop/src/${name}.php`)],
  ['functions', functionName],
  ['functions', (name) => modulePath(`https://shop.test/chunks/${name}.js`)],
]

it('of 20,000 names that people chose, at most one in 200 is taken for a hash', () => {
  const names = new Set(['files', 'classes', 'functions'].flatMap(read))
  expect(names.size).toBeGreaterThanOrEqual(20_000)
  for (const [kind, stable] of kinds) {
    const all = read(kind)
    const taken = all.filter((name) => stable(name) !== stable('cart').replace('cart', name))
    const plain = taken.filter(isPlain)
    expect((100 * plain.length) / all.length).toBeLessThanOrEqual(0.5)
    console.log(`${kind}: ${taken.length} of ${all.length} changed, ${plain.length} of them plain: ${stable('cart')}`)
    if (process.env.SHOW_MISSES)
      console.log(
        taken
          .slice(0, 60)
          .map((name) => `${name} → ${stable(name)}`)
          .join('\n'),
      )
  }
})
