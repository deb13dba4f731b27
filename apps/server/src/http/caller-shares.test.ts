import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { CallerShares } from './caller-shares.ts'

interface Sender {
  userId: string
  tokenId: number
  method?: string
  ip?: string
}

const requestOf = ({ userId, tokenId, method = 'GET', ip = '192.0.2.1' }: Sender): FastifyRequest =>
  ({ caller: { kind: 'web', userId, tokenId }, ip, method, raw: {} }) as unknown as FastifyRequest

/** Runs requests that end with the test. */
function runnerOf(shares: CallerShares) {
  const running: string[] = []
  const ends: (() => void)[] = []
  const run = (sender: Sender) =>
    shares.run(requestOf(sender), async () => {
      running.push(`${sender.userId}${sender.tokenId}`)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
  return { running, run, endOne: () => ends.shift()?.() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('works on a number of requests of one token at once, and on those of others meanwhile', async () => {
  const { running, run, endOne } = runnerOf(new CallerShares({ perMinute: 1000, atOnce: 3 }))
  for (let n = 0; n < 10; n++) void run({ userId: 'a', tokenId: 1 })
  await turn()
  expect(running).toEqual(['a1', 'a1', 'a1'])
  void run({ userId: 'b', tokenId: 2 })
  await turn()
  expect(running.at(-1)).toBe('b2')
  endOne()
  await turn()
  expect(running).toHaveLength(5)
})

it('works on twice as many of an account, and on two of its writes', async () => {
  const { running, run } = runnerOf(new CallerShares({ perMinute: 1000, atOnce: 3 }))
  for (let n = 0; n < 30; n++) void run({ userId: 'a', tokenId: n, method: 'PATCH' })
  await turn()
  expect(running).toHaveLength(2)
  for (let n = 30; n < 60; n++) void run({ userId: 'a', tokenId: n })
  await turn()
  expect(running).toHaveLength(6)
})

it('looks up two callers of one token at once, and those of others meanwhile', async () => {
  const shares = new CallerShares({ perMinute: 1000, atOnce: 3 })
  const running: string[] = []
  const lookUp = (ip: string, token: string) =>
    void shares.lookUp(ip, token, async () => {
      running.push(token)
      await new Promise<void>(() => {})
    })
  for (let n = 0; n < 10; n++) lookUp('192.0.2.1', 'a')
  await turn()
  expect(running).toEqual(['a', 'a'])
  // However many tokens an address sends.
  for (let n = 0; n < 10; n++) lookUp('192.0.2.1', `other ${n}`)
  await turn()
  expect(running).toHaveLength(4)
  lookUp('192.0.2.2', 'b')
  await turn()
  expect(running.at(-1)).toBe('b')
})

it('refuses what may not wait, with a time to retry', async () => {
  const { run } = runnerOf(new CallerShares({ perMinute: 1000, atOnce: 2 }))
  for (let n = 0; n < 2 + 2 * 256; n++) void run({ userId: 'a', tokenId: 1 })
  await turn()
  await expect(run({ userId: 'a', tokenId: 1 })).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
})

it('admits a number of requests a minute of each token, account and address', async () => {
  let now = 0
  const shares = new CallerShares({ perMinute: 3, atOnce: 10 }, () => now)
  const served = async (tokenId: number) =>
    shares.run(requestOf({ userId: 'a', tokenId }), async () => 'served').catch(({ code }) => code)
  const refused = 'rate_limited'
  expect([await served(1), await served(1), await served(1), await served(1)]).toEqual([
    ...Array(3).fill('served'),
    refused,
  ])
  expect([await served(2), await served(2), await served(2), await served(3)]).toEqual([
    ...Array(3).fill('served'),
    refused,
  ])
  for (let n = 0; n < 12; n++) shares.countAddress('192.0.2.9')
  expect(() => shares.countAddress('192.0.2.9')).toThrow()
  shares.countAddress('192.0.2.10')
  // Addresses of one customer of a provider count as one.
  for (let n = 0; n < 12; n++) shares.countAddress(`2001:db8::${n}`)
  expect(() => shares.countAddress('2001:db8::99')).toThrow()
  now = 60_000
  expect(await served(1)).toBe('served')
})

it('gives up the place of a request that fails', async () => {
  const shares = new CallerShares({ perMinute: 1000, atOnce: 2 })
  for (let n = 0; n < 5; n++)
    await expect(
      shares.run(requestOf({ userId: 'a', tokenId: 1, method: 'POST' }), () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
})
