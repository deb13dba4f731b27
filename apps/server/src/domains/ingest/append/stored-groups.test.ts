import { expect, it } from 'vitest'
import { StoredGroups } from './stored-groups.ts'

const source = { mayResolve: false, fileKey: (file: string) => file }

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
  const cache = new StoredGroups()
  for (let n = 0; n < 500; n += 1) {
    cache.find(1, eventOf(n), source)
    expect(cache.characters).toBeLessThanOrEqual(3 * 8 * 1024 * 1024)
  }
  // Five hundred of them have 33 million characters; the last ones are still known.
  expect(cache.characters).toBeGreaterThan(1024 * 1024)
  cache.markStored(1, cache.find(1, eventOf(499), source).details!)
  expect(cache.find(1, eventOf(499), source).details).toBeNull()
})

it('stacks that are equal at both ends are distinguished', () => {
  const first = `    at pay (/srv/shop/${'x'.repeat(100)}/app.js:1:1)`
  const last = `    at main (/srv/shop/${'x'.repeat(100)}/index.js:1:1)`
  const events = Array.from('abcdefghij', (letter) => ({
    exception_type: 'E',
    message: 'declined',
    platform: 'node' as const,
    app_id: 'a',
    stack: ['E: declined', first, `    at charge${letter} (/srv/shop/card.js:1:1)`, last].join('\n'),
  }))
  const cache = new StoredGroups()
  const groupsOf = () => events.map((event) => cache.find(1, event, source).groupId)
  const alone = events.map((event) => new StoredGroups().find(1, event, source).groupId)
  expect(new Set(alone).size).toBe(events.length)
  expect(groupsOf()).toEqual(alone)
  expect([...groupsOf(), ...groupsOf().reverse()]).toEqual([...alone, ...alone.toReversed()])
})

const minified = (file: string, message: string) => ({
  exception_type: 'TypeError',
  message,
  platform: 'web' as const,
  app_id: 'a',
  stack: `TypeError: ${message}\n    at t (https://shop.example/${file}:1:2731)\n    at n (https://shop.example/${file}:1:90)`,
})
const fileKeyOf = (release: string) => ({ mayResolve: true, fileKey: (file: string) => `${release} ${file}` })

it('generated code is distinguished by message, release and positions, remembered or not', () => {
  const one = minified('app.js', 'x is undefined')
  const events = [
    one,
    minified('app.js', 'y is undefined'),
    minified('other.js', 'x is undefined'),
    // Firefox prints neither type nor message above the calls.
    { ...one, stack: 't@https://shop.example/app.js:1:2731\nn@https://shop.example/app.js:1:90' },
    {
      ...one,
      message: 'y is undefined',
      stack: 't@https://shop.example/app.js:1:2731\nn@https://shop.example/app.js:1:90',
    },
    { ...one, stack: one.stack.replace(':90', ':91') },
  ].flatMap((event) => ['1.0.0', '1.0.1'].map((release) => [event, fileKeyOf(release)] as const))
  const alone = events.map(([event, from]) => new StoredGroups().find(1, event, from))
  const ids = alone.map(({ exact }) => exact!)
  // The texts of two engines are one stack.
  expect(new Set(ids.map(({ groupId }) => groupId)).size).toBe(8)
  expect(new Set(ids.map(({ innerGroupId }) => innerGroupId)).size).toBe(8)
  const cache = new StoredGroups()
  for (const order of [events, events.toReversed(), events])
    for (const [event, from] of order) {
      const { groupId, exact } = cache.find(1, event, from)
      const before = alone[events.findIndex(([e, f]) => e === event && f === from)]!
      expect([groupId, exact]).toEqual([before.groupId, before.exact])
    }
})

it('one stack of another type, platform or meaning is another group, or the same as without what is remembered', () => {
  const cache = new StoredGroups()
  const event = { ...eventOf(1), stack: 'E: m1\n    at pay (/srv/shop/app.js:1:1)' }
  const others = [
    event,
    { ...event, message: 'm2', stack: event.stack.replace('m1', 'm2') },
    { ...event, exception_type: 'F', stack: event.stack.replace('E:', 'F:') },
    { ...event, platform: 'web' as const },
    { ...event, message: 'status 402', stack: event.stack.replace('m1', 'status 402') },
    { ...event, message: 'status 500', stack: event.stack.replace('m1', 'status 500') },
    { ...event, stack: event.stack.replace('m1', 'another') },
  ]
  for (let round = 0; round < 2; round += 1)
    for (const other of others)
      expect(cache.find(1, other, source).groupId).toBe(new StoredGroups().find(1, other, source).groupId)
})
