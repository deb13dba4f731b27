import { Refusal } from '../refusal.ts'
import type { App } from './server.ts'

/**
 * Reads only a few bodies at once in this scope: each is in memory as a whole. Further requests are refused before
 * their body is read, and so is a caller who sends more than a share.
 *
 * @example
 * app.register(async (scope) => {
 *   limitBodies(scope as App, { atOnce: 6, perCaller: 4 })
 *   endpoint(scope as App, …)
 * })
 */
export function limitBodies(app: App, { atOnce, perCaller }: { atOnce: number; perCaller: number }): void {
  const byCaller = new Map<string, number>()
  let total = 0
  app.addHook('preParsing', async ({ caller }, reply) => {
    const id = caller?.userId ?? ''
    const own = byCaller.get(id) ?? 0
    if (total >= atOnce || own >= perCaller) throw new Refusal('overloaded', { retryAfterSeconds: 1 })
    total++
    byCaller.set(id, own + 1)
    reply.raw.once('close', () => {
      total--
      const left = byCaller.get(id)! - 1
      if (left === 0) byCaller.delete(id)
      else byCaller.set(id, left)
    })
  })
}
