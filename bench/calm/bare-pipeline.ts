import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { forkTypeScript, type LoadGenerator } from '../load.ts'
import { type CpuTimes, processCpu } from '../measure.ts'
import type { Subject } from '../subject.ts'

/**
 * Measures the least that events at a rate can take on this machine: two processes that pass them through the subject's
 * database as Bugle does, and do nothing with them. Bugle itself must be at rest.
 *
 * @param statements of a batch of digest, beside its claim, begin and commit
 * @returns CPU time per event, microseconds
 */
export async function measureBarePipeline(
  load: LoadGenerator,
  subject: Subject,
  { rate, seconds, statements }: { rate: number; seconds: number; statements: number },
): Promise<CpuTimes> {
  await subject.data.run(schemaOf(statements))
  const connection = JSON.stringify(subject.data.connection())
  const ingest = forkTypeScript('./calm/bare-process.ts', ['ingest', connection])
  const digest = forkTypeScript('./calm/bare-process.ts', ['digest', connection, String(statements)])
  const [[port]] = (await Promise.all([once(ingest, 'message'), once(digest, 'message')])) as [[number], unknown]
  const send = (duration: number) =>
    load.run({
      port,
      tokens: subject.tokens,
      shape: { kind: 'open', rate, seconds: duration, connections: 64, giveUpMs: 10_000 },
    })
  // Code that is not compiled yet would cost the bare pipeline more than Bugle, which has had its warm-up.
  await load.run({ port, tokens: subject.tokens, shape: { kind: 'closed', connections: 16, seconds: 5 } })
  // The queue has its dead rows removed, as Bugle's has.
  await pause(2000)
  await subject.data.run('vacuum analyze bare.queue, bare.segments')
  await send(5)
  const read = () => ({
    server: processCpu(ingest.pid!),
    digest: processCpu(digest.pid!),
    database: subject.cpu().database,
  })
  const before = read()
  const { acknowledged } = await send(seconds)
  await pause(1000)
  const after = read()
  ingest.kill()
  digest.kill()
  await subject.data.run('drop schema bare cascade')
  const perEvent = (part: keyof typeof before) => (after[part] - before[part]) / acknowledged
  return { server: perEvent('server'), digest: perEvent('digest'), supervisor: 0, database: perEvent('database') }
}

function schemaOf(statements: number): string {
  const counts = Array.from(
    { length: statements },
    (_, table) => `create table bare.counts_${table} (id int primary key, n bigint not null);`,
  )
  return `create schema bare;
    create table bare.segments (id bigserial primary key, payload bytea not null);
    create table bare.queue (id bigint primary key);
    ${counts.join('\n')}`
}
