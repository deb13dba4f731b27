import { afterEach, expect, it } from 'vitest'
import { transaction } from '../src/db/database.ts'
import { addJob, createJobLoop, HopelessJob, type JobHandler, type JobLoopOptions } from '../src/domains/jobs/index.ts'
import { until } from './reporter.ts'
import { startServer } from './start-server.ts'

const { database, url } = await startServer()
const { pool } = database
const loops: ReturnType<typeof createJobLoop>[] = []

/** Starts a worker that polls only when it is woken. */
function startWorker(handler: JobHandler, options: Partial<JobLoopOptions> = {}) {
  const failures: string[] = []
  const loop = createJobLoop({
    now: () => new Date(),
    db: pool,
    line: 'mails',
    handlers: { greet: handler },
    onFailed: ({ attempts }, error, isOver) =>
      failures.push(`${attempts} ${(error as Error).message}${isOver ? ', for good' : ''}`),
    onAway: (error) => failures.push(String(error)),
    ...options,
  })
  loops.push(loop)
  loop.start()
  return { loop, failures }
}
afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
  await pool.query('delete from jobs')
})

const add = (payload = {}, change = {}) =>
  transaction(pool, (tx) =>
    addJob(tx, { kind: 'greet', line: 'mails', owner: 'Ann', payload, keepMs: 3_600_000, ...change }),
  )
const left = async () => (await pool.query('select count(*) as n from jobs')).rows[0].n as number
const due = () => pool.query(`update jobs set due_at = now() where due_at > now()`)

it('a job is done if and only if its transaction commits', async () => {
  const done: unknown[] = []
  await add({ name: 'Ann' })
  const failed = transaction(pool, async (tx) => {
    await addJob(tx, { kind: 'greet', line: 'mails', owner: 'Bob', payload: { name: 'Bob' }, keepMs: 1000 })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  startWorker(async (payload) => void done.push(payload))
  await until(left, (count) => count === 0)
  expect(done).toEqual([{ name: 'Ann' }])
})

it('each of many jobs is done once, by any number of workers', async () => {
  const done: number[] = []
  for (let n = 0; n < 40; n += 1) await add({ n })
  for (let n = 0; n < 3; n += 1) startWorker(async ({ n }: { n: number }) => void done.push(n))
  await until(left, (count) => count === 0)
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
})

it('owners take turns, and one of them leaves a place for others', async () => {
  const order: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  for (let n = 0; n < 40; n += 1) await add({ of: 'flooder' }, { owner: 'flooder' })
  const { loop } = startWorker(async ({ of }: { of: string }) => {
    order.push(of)
    if (of === 'flooder') await gate
  })
  // All that the flooder may have under way is: the jobs of others are done beside it.
  await until(
    async () => order.length,
    (count) => count === 2,
  )
  for (let n = 0; n < 3; n += 1) await add({ of: 'bystander' }, { owner: 'bystander' })
  loop.wake()
  await until(
    async () => order.filter((one) => one === 'bystander').length,
    (count) => count === 3,
  )
  expect(order.filter((one) => one === 'flooder')).toHaveLength(2)
  open()
  await until(left, (count) => count === 0)
})

it('a job of one line waits for none of another', async () => {
  const done: string[] = []
  await add({}, { line: 'builds' })
  await add()
  startWorker(async (_payload, { id }) => void done.push(`mails ${id}`))
  await until(left, (count) => count === 1)
  expect(done).toHaveLength(1)
})

it('a failed attempt is followed by a later one', async () => {
  let attempts = 0
  const { loop, failures } = startWorker(
    async () => {
      attempts += 1
      if (attempts < 3) throw new Error('not yet')
    },
    { backoff: () => 600_000 },
  )
  await add()
  loop.wake()
  for (const attempt of [1, 2]) {
    await until(
      async () => failures.length,
      (count) => count === attempt,
    )
    await until(
      async () => (await pool.query(`select due_at > now() + interval '9 minutes' as waits from jobs`)).rows[0].waits,
      (waits) => waits === true,
    )
    await due()
    loop.wake()
  }
  await until(left, (count) => count === 0)
  expect([attempts, failures]).toEqual([3, ['1 not yet', '2 not yet']])
})

it('a hopeless job is given up at once, with a report', async () => {
  await add()
  const { failures } = startWorker(async () => {
    throw new HopelessJob('no such mailbox')
  })
  await until(left, (count) => count === 0)
  expect(failures).toEqual(['1 no such mailbox, for good'])
})

it('a job is given up if it will be obsolete when its next attempt is due', async () => {
  await add({}, { keepMs: 60_000 })
  const { failures } = startWorker(
    async () => {
      throw new Error('away')
    },
    { backoff: () => 61_000 },
  )
  await until(left, (count) => count === 0)
  expect(failures).toEqual(['1 away, for good'])
})

it('a job of a worker that died is done by another when its lease ends', async () => {
  await add()
  // The attempt is recorded before the work, as a killed worker leaves it.
  await pool.query(`update jobs set attempts = 1, due_at = now() + interval '1 minute'`)
  const attempts: number[] = []
  const { loop } = startWorker(async (_payload, job) => void attempts.push(job.attempts))
  loop.wake()
  expect(await left()).toBe(1)
  await due()
  loop.wake()
  await until(left, (count) => count === 0)
  expect(attempts).toEqual([2])
})

it('a worker that returns after its lease does not take the job from its successor', async () => {
  let finish = () => {}
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  let began = false
  await add()
  const first = startWorker(() => {
    began = true
    return slow
  })
  await until(async () => began, Boolean)
  await pool.query(`update jobs set attempts = 2, due_at = now() + interval '1 minute'`)
  finish()
  await first.loop.stop()
  expect(await left()).toBe(1)
})

it('a job of an unknown kind waits for a release that knows it', async () => {
  await add({}, { kind: 'from_the_future' })
  const { failures } = startWorker(async () => {})
  await until(
    async () => failures.length,
    (count) => count === 1,
  )
  expect(failures).toEqual(['1 nobody knows how to do from_the_future'])
  expect(await left()).toBe(1)
})

it('waiting jobs are in the metrics', async () => {
  await add()
  await add()
  await pool.query(`update jobs set created_at = now() - interval '1 hour', due_at = now() + interval '1 hour'`)
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(/^bugle_jobs(?:\{bucket="second"\})? 2$/m)
  expect(Number(/^bugle_jobs_oldest_seconds(?:\{bucket="second"\})? (.+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(
    3600,
  )
})
