import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type KnownToken, TokenCache } from './token-cache.ts'

const texts = ['a', 'b', 'c'].map((letter) => `bgl_live_${letter.repeat(32)}`) as [string, string, string]
const nameOf = new Map(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]))
let asked: string[][]
let answer: Promise<void>
let cache: TokenCache

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  asked = []
  answer = Promise.resolve()
  cache = new TokenCache(async (hashes) => {
    const names = hashes.map((hash) => nameOf.get(hash.toString('hex')) ?? '')
    asked.push(names)
    await answer
    return names.map((name) => (name === '' ? undefined : known(name)))
  })
})

afterEach(() => vi.useRealTimers())

function known(text: string): KnownToken {
  const projectId = texts.indexOf(text)
  const sentry = {
    keep_user_fields: false,
    keep_request_body: false,
    drop_vars: false,
    sensitive_keys: [],
    require_app_id: false,
  }
  const more = {
    bucket: 'main',
    isPaused: false,
    organizationId: 'o',
    appIds: [],
    hasArtifacts: false,
    liveUntil: undefined,
    refuseAfter: undefined,
  }
  return { tokenId: projectId, projectId, state: 'live', formerNumber: null, allowedOrigins: [], sentry, ...more }
}

it('asks once for a token, and again after ten seconds', async () => {
  expect(await cache.get(texts[0])).toMatchObject({ projectId: 0 })
  vi.advanceTimersByTime(9999)
  expect(cache.get(texts[0])).toMatchObject({ projectId: 0 })
  vi.advanceTimersByTime(2)
  expect(await cache.get(texts[0])).toMatchObject({ projectId: 0 })
  expect(asked).toEqual([[texts[0]], [texts[0]]])
})

it('takes along what is in use and nearly as old', async () => {
  for (const text of texts) await cache.get(text)
  vi.advanceTimersByTime(6000)
  void cache.get(texts[1])
  vi.advanceTimersByTime(5000)
  await cache.get(texts[0])
  expect(asked.at(-1)).toEqual([texts[0], texts[1]])
  expect(cache.get(texts[1])).toMatchObject({ projectId: 1 })
  expect(await cache.get(texts[2])).toMatchObject({ projectId: 2 })
  expect(asked).toHaveLength(5)
})

it('keeps nothing of a lookup that a change overtook', async () => {
  for (const text of texts) await cache.get(text)
  let release = () => {}
  answer = new Promise((resolve) => {
    release = resolve
  })
  vi.advanceTimersByTime(10_001)
  const late = cache.get(texts[0])
  cache.forget(0)
  release()
  expect(await late).toMatchObject({ projectId: 0 })
  await cache.get(texts[0])
  expect(asked).toHaveLength(5)
})

it('stays with what it knows while the database is away', async () => {
  await cache.get(texts[0])
  answer = Promise.reject(new Error('away'))
  answer.catch(() => {})
  vi.advanceTimersByTime(10_001)
  expect(await cache.get(texts[0])).toMatchObject({ projectId: 0 })
  await expect(cache.get(texts[1])).rejects.toThrow('away')
})

it('asks nobody about a text that cannot be a token', () => {
  expect(cache.get('bgl_live_')).toBeUndefined()
  expect(asked).toEqual([])
})
