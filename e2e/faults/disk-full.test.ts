import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { seededRandom } from '../harness/random.ts'
import { mountSmallDisk, noSmallDisk } from '../harness/small-disk.ts'
import { appId } from './marked-event.ts'
import { Sender } from './sender.ts'
import { verify } from './verify.ts'

const rounds = process.env.BUGLE_LONG === '1' ? 10 : 2
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

describe('a full disk', () => {
  it('refuses with 503, keeps reading, loses nothing, and recovers by itself once there is room', async ({ skip }) => {
    skip(unmount === undefined, noSmallDisk)
    const random = seededRandom(seed)
    const server = await BuiltServer.installEmpty({ BUGLE_INGEST_RATE: '1000000' }, disk)
    try {
      server.start()
      await server.ready()
      const account = await register(server.url, 'disk')
      const projects = [await createProject(account, 'first', appId)]
      const sender = new Sender({ port: server.port, projects, random, connections: 16 })
      sender.start(60)
      const next = async (status: number) => {
        if ((await sender.next(status, 60_000)) === undefined)
          throw new Error(`seed ${seed}: no ${status} in a minute\n${server.output.slice(-3000)}`)
      }
      for (let round = 1; round <= rounds; round += 1) {
        await next(202)
        // Alternates between the last byte and the point where Bugle itself reports a full disk.
        fill(round % 2 === 1 ? 0 : 48 * 1024 * 1024)
        await next(503)
        await pause(1500)
        expect(server.isRunning, server.output.slice(-2000)).toBe(true)
        rmSync(join(disk, 'ballast'))
        await next(202)
      }
      await sender.finish(60_000)
      const { faults } = await verify(account, projects, sender, random, 1e9)
      expect(faults, `seed ${seed}`).toEqual([])
    } finally {
      await server.remove()
    }
  })
})
