import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testsReachedBy } from './import-graph.mjs'

const root = mkdtempSync(join(tmpdir(), 'bugle-import-graph-'))
const texts = {
  'packages/shop/package.json': '{"name":"@bugle/shop","exports":{".":"./src/index.ts","./*":"./src/*.ts"}}',
  'packages/shop/src/index.ts': "export { cart } from './cart.ts'\n",
  'packages/shop/src/cart.ts': 'export const cart = []\n',
  'packages/shop/src/cart.test.ts': "import { cart } from './cart.ts'\n",
  'packages/shop/src/price.ts': 'export const price = 1\n',
  'apps/till/src/till.test.ts': "import {\n  cart,\n} from '@bugle/shop'\n",
  'apps/till/src/price.test.ts': "const { price } = await import('@bugle/shop/price')\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of a test
  'apps/till/src/cases.test.ts': 'readFileSync(new URL(`../../../cases/${name}.json`, import.meta.url))\n',
  'apps/till/src/types.test.ts': "import type { cart } from '../../../packages/shop/src/cart.ts'\n",
  'apps/till/src/old.test.ts': "import '../../../packages/shop/src/deleted.ts'\n",
  'apps/till/src/alone.test.ts': "new URL('../../../', import.meta.url)\n",
  'cases/one.json': '{}',
}
const files = Object.keys(texts)

beforeAll(() => {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  [
    'an import, directly or through packages',
    'packages/shop/src/cart.ts',
    ['packages/shop/src/cart', 'apps/till/src/till'],
  ],
  ['a dynamic import of an entry with a pattern', 'packages/shop/src/price.ts', ['apps/till/src/price']],
  ['a URL that begins with its folder', 'cases/one.json', ['apps/till/src/cases']],
  ['an import that its deletion has broken', 'packages/shop/src/deleted.ts', ['apps/till/src/old']],
  ['being changed itself', 'apps/till/src/alone.test.ts', ['apps/till/src/alone']],
])('a change reaches a test by %s', (_way, changed, tests) => {
  expect(testsReachedBy(root, { files, changed: [changed] })).toEqual(tests.map((test) => `${test}.test.ts`))
})

it('a change of the versions of packages reaches all tests', () => {
  expect(testsReachedBy(root, { files, changed: ['package-lock.json'] })).toHaveLength(7)
})
