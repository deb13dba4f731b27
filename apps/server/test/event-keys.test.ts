import { afterAll, beforeEach, expect, it } from 'vitest'
import { type Tx, transaction } from '../src/db/database.ts'
import { type AcceptedEvent, claimKeys } from '../src/domains/storage/segments/index.ts'
import { createTestDatabase } from './test-database.ts'

const { pool, drop } = await createTestDatabase()
afterAll(drop)
beforeEach(() => pool.query('delete from event_keys'))

const id = (last: number) => last.toString(16).padStart(32, '0')

/** The parts of an accepted event that its claim reads. */
const eventWith = (key: number, eventId: number) =>
  ({
    key: id(key),
    columns: { projectId: 1, eventId: id(eventId), groupId: id(9) },
  }) as unknown as AcceptedEvent

const claim = (events: AcceptedEvent[], wrap = (tx: Tx) => tx) =>
  transaction(pool, async (tx) => [...(await claimKeys(wrap(tx), events)).values()].map(({ eventId }) => eventId))

const expire = () => pool.query(`update event_keys set created_at = now() - interval '25 hours'`)

it('a key stays with the event that claimed it first, for 24 hours', async () => {
  expect(await claim([eventWith(1, 1)])).toEqual([id(1)])
  expect(await claim([eventWith(1, 2), eventWith(2, 3)])).toEqual([id(1), id(3)])
  await expire()
  expect(await claim([eventWith(1, 4), eventWith(2, 5), eventWith(3, 6)])).toEqual([id(4), id(5), id(6)])
  expect(await claim([eventWith(1, 7)])).toEqual([id(4)])
})

it('an expired key that is deleted elsewhere meanwhile is claimed all the same', async () => {
  await claim([eventWith(1, 1)])
  await expire()
  const wrap = (tx: Tx) =>
    new Proxy(tx, {
      get: (target, name) =>
        name === 'query'
          ? async (statement: { name?: string }, values?: unknown[]) => {
              if (statement.name === 'read-keys')
                await pool.query(`delete from event_keys k where k.created_at < now() - interval '24 hours'`)
              return target.query(statement as never, values as never)
            }
          : Reflect.get(target, name),
    })
  expect(await claim([eventWith(1, 2)], wrap)).toEqual([id(2)])
})

it('two batches that claim expired keys at once agree on their holders', async () => {
  await claim([eventWith(1, 1), eventWith(2, 2)])
  await expire()
  const [one, other] = await Promise.all([
    claim([eventWith(1, 11), eventWith(2, 12)]),
    claim([eventWith(2, 22), eventWith(1, 21)]),
  ])
  expect(one).toEqual(other)
})
