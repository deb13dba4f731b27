import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'
import { mountSmallDisk, noSmallDisk } from '../harness/small-disk.ts'
import { addBucket, type Bucket, withBucket } from './bucket.ts'
import { canHaveBucket, long, noBucket } from './expect-no-fault.ts'
import { appId } from './marked-event.ts'
import { Sender } from './sender.ts'
import { verify } from './verify.ts'

const rounds = long ? 10 : 2
const seed = Number(process.env.BUGLE_SEED ?? Date.now() % 1_000_000)
const parent = mkdtempSync(join(tmpdir(), 'bugle-small-disk-'))
chmodSync(parent, 0o711)
const disk = join(parent, 'disk')
const unmount = mountSmallDisk(disk, '400m')
afterAll(() => {
  unmount?.()
  rmSync(parent, { recursive: true, force: true })
})

/** Leaves this many bytes free. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk)
  try {
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - left)), { flag: 'a' })
  } catch (error) {
    // The server wrote meanwhile: the disk is completely full.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** The server whose disk is full: the one that has the accounts, or that of a second bucket. */
interface Full {
  hasBucket: boolean
  /** Index of the project that is refused meanwhile; the second one, if there is one, is in the bucket. */
  full: 0 | 1
}

/** Fills the small disk again and again, while events go to one project, or to one on each server. */
async function fillAgainAndAgain({ hasBucket, full }: Full, bucket: Bucket | undefined): Promise<void> {
  const random = seededRandom(seed)
  const environment = { BUGLE_INGEST_RATE: '1000000', ...bucket?.environment }
  const server = await (full === 0 ? BuiltServer.installEmpty(environment, disk) : BuiltServer.install(environment))
  try {
    server.start()
    await server.ready()
    if (bucket !== undefined) await addBucket(server, bucket)
    const account = await register(server.url, 'disk')
    const projects = [await createProject(account, 'first', appId)]
    if (hasBucket) projects.push(await createProject(account, 'second', appId))
    const sender = new Sender({ port: server.port, projects, random, connections: 16 })
    sender.start(60)
    const next = async (status: number, project: number) => {
      if ((await sender.next(status, { project })) === undefined)
        throw new Error(
          `seed ${seed}: no ${status} of project ${project} in two minutes\n${server.output.slice(-3000)}`,
        )
    }
    const all = projects.map((_, index) => index)
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(all.map((project) => next(202, project)))
      // Alternates between the last byte and the point where Bugle itself reports a full disk, which it sees of its own disk alone.
      fill(round % 2 === 1 || full === 1 ? 0 : 48 * 1024 * 1024)
      await next(503, full)
      // Events of another server are accepted meanwhile.
      for (const project of all) if (project !== full) await next(202, project)
      await pause(1500)
      expect(server.isRunning, server.output.slice(-2000)).toBe(true)
      rmSync(join(disk, 'ballast'))
      // PostgreSQL ends if not even its log has room; the embedded one is started again by the supervisor, others by a service manager.
      if (full === 1 && bucket?.hasEnded()) await bucket.restart()
      await Promise.all(all.map((project) => next(202, project)))
    }
    await sender.finish(60_000)
    const { faults } = await verify(account, projects, sender, random, 1e9)
    expect(faults, `seed ${seed}`).toEqual([])
  } finally {
    await server.remove()
  }
}

const cases: [name: string, full: Full][] = [
  ['the only server', { hasBucket: false, full: 0 }],
  ['the server that has the accounts, beside a second bucket', { hasBucket: true, full: 0 }],
  ['the server of a second bucket', { hasBucket: true, full: 1 }],
]

describe('a full disk', () => {
  it.for(cases)(
    'of %s refuses its projects with 503, keeps reading, loses nothing, and recovers once there is room; others go on',
    async ([, full], { skip }) => {
      skip(unmount === undefined, noSmallDisk)
      skip(full.hasBucket && !canHaveBucket, noBucket)
      const place = full.full === 0 ? {} : { directory: disk }
      await withBucket(full.hasBucket, (bucket) => fillAgainAndAgain(full, bucket), place)
    },
  )
})
