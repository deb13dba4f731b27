import { expect, it } from 'vitest'
import { GroupCache } from './group-cache.ts'

const eventOf = (n: number) => {
  // Stacks as large as they may be, each another one.
  const lines = Array.from({ length: 240 }, (_, k) => `    at f${n}of${k} (/srv/shop/${'x'.repeat(200)}/app.js:1:1)`)
  return {
    exception_type: 'E',
    message: `m${n}`,
    platform: 'node' as const,
    app_id: 'a',
    stack: `E: m${n}\n${lines.join('\n')}`,
  }
}

it('stacks that are all different and as large as they may be do not fill the memory', () => {
  const cache = new GroupCache()
  for (let n = 0; n < 1000; n += 1) {
    cache.find(1, eventOf(n))
    expect(cache.characters).toBeLessThanOrEqual(3 * 8 * 1024 * 1024)
  }
  // A thousand of them have 65 million characters; the last ones are still known.
  expect(cache.characters).toBeGreaterThan(1024 * 1024)
  cache.markStored(1, cache.find(1, eventOf(999)).details!)
  expect(cache.find(1, eventOf(999)).details).toBeNull()
})
