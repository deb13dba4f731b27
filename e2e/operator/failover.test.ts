import { expect, it } from 'vitest'
import { appId } from '../faults/marked-event.ts'
import { Sender } from '../faults/sender.ts'
import { verify } from '../faults/verify.ts'
import { createProject, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { hasPostgres } from '../harness/external-database.ts'
import { seededRandom } from '../harness/random.ts'
import { ReplicatedDatabase } from '../harness/replicated-database.ts'

const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)

// docs/replicas.md promises what these tests try: a standby takes over under load.
it.each([
  [true, 'loses nothing acknowledged, if commits wait for the standby'],
  [false, 'loses what the standby had not received, and counts all that follows, if they do not'],
])('a failover with synchronous commit %s: %s', async (isSynchronous, _says) => {
  expect(hasPostgres, 'no PostgreSQL to replicate').toBe(true)
  const database = await ReplicatedDatabase.start({ isSynchronous })
  const server = await BuiltServer.installEmpty({ BUGLE_INGEST_RATE: '1000000', DATABASE_URL: database.url })
  try {
    server.start()
    await server.ready()
    const account = await register(server.url, 'failover')
    const projects = [await createProject(account, 'first', appId), await createProject(account, 'second', appId)]
    const sender = new Sender({ port: server.port, projects, random: seededRandom(seed) })
    sender.start(100)
    while (acknowledged(sender).length < 200) await pause(50)
    const received = new Set(acknowledged(sender))
    if (!isSynchronous) {
      await pause(500)
      await database.cutStream()
      await pause(2000)
    }
    await database.losePrimary()
    // Responses that were on their way arrive, and nobody gives others: what is not known to be received is the stated loss. A
    // retry of it is a new event.
    await pause(2000)
    const lost = isSynchronous ? [] : acknowledged(sender).filter((note) => !received.has(note))
    for (const note of lost) note.outcome = 'unanswered'
    const before = acknowledged(sender).length
    await database.promoteStandby()
    expect(await sender.next(202), server.output.slice(-2000)).toBeDefined()
    while (acknowledged(sender).length < before + 200) await pause(50)
    await sender.finish()
    const { faults, read } = await verify(account, projects, sender, seededRandom(seed), 1e9)
    expect(faults, `seed ${seed}`).toEqual([])
    expect(read).toBeGreaterThanOrEqual(400)
  } finally {
    await server.remove()
    await database.remove()
  }
})

function acknowledged({ notes }: Sender) {
  return notes.filter(({ outcome }) => outcome === 'acknowledged')
}
