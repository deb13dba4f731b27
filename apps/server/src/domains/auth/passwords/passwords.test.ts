import { expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

const here = '192.0.2.1'

it('knows a password by its hash, and no password by none', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('correct horse', here)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(hash, 'correct horse', { client: here })).toBe(true)
  expect(await passwords.verify(hash, 'correct hors', { client: here })).toBe(false)
  expect(await passwords.verify(undefined, 'correct horse', { client: here })).toBe(false)
})

it('serves everybody in the queue while it moves', async () => {
  const passwords = createPasswords({ atOnce: 2, waitMs: 60_000 })
  const hashes = await Promise.all(Array.from({ length: 7 }, (_, n) => passwords.hash(`password ${n}`, here)))
  expect(new Set(hashes).size).toBe(7)
})

it('refuses who has waited too long, and serves the next who comes', async () => {
  const passwords = createPasswords({ atOnce: 1, waitMs: 0 })
  const first = passwords.hash('first', here)
  await expect(passwords.hash('second', here)).rejects.toMatchObject({ code: 'rate_limited' })
  await first
  await passwords.hash('third', here)
})
