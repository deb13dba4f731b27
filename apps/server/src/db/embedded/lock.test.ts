import { access, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takeLock } from './lock.ts'
import {
  listDatabaseFolder,
  scratchFolder,
  selectColumn,
  spawnBugle,
  startInProcess,
  usedDirectory,
} from './testing/scratch.ts'

it('refuses a second Bugle with a sentence, without disturbing the first', async () => {
  const data = await usedDirectory()
  const first = await startInProcess(data)
  const second = spawnBugle(data)
  expect(await second.event('refused')).toMatchObject({
    name: 'EmbeddedDatabaseError',
    message: expect.stringContaining(`already running on this data directory (process ${process.pid})`),
  })
  await expect(startInProcess(data)).rejects.toThrow(/already running/)
  expect(await selectColumn(first.connection, 'select 1')).toEqual([1])
  expect(await listDatabaseFolder(data)).toEqual(['cluster', 'lock', 'password'])
})

it('has exactly one winner among simultaneous starts, also after a dead holder', async () => {
  const folder = await scratchFolder()
  await takeLock(folder) // remains taken
  for (let round = 0; round < 10; round += 1) {
    const other = await scratchFolder()
    await mkdir(join(other, 'lock'))
    await writeFile(join(other, 'lock', '1-dead'), '') // without a listener it refuses connections, whether or not it is a socket
    const starts = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(other)))
    const winners = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    expect(winners).toHaveLength(1)
    expect(reasons.filter((reason) => !reason.includes('already running'))).toEqual([])
    await winners[0]?.release()
    expect(await readdir(other)).toEqual([])
  }
  await expect(takeLock(folder)).rejects.toThrow(/already running/)
})

it('is free as soon as its holder has died', async () => {
  const data = await usedDirectory()
  const holder = spawnBugle(data)
  await holder.event('ready')
  await expect(takeLock(join(data, 'postgres'))).rejects.toThrow(`process ${holder.pid}`)
  await holder.kill()
  const lock = await takeLock(join(data, 'postgres'))
  await lock.release()
})

it('works below a path that is too long for a socket', async () => {
  const folder = join(await scratchFolder(), 'long'.repeat(40), 'long'.repeat(40))
  await mkdir(folder, { recursive: true })
  const lock = await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(/already running/)
  await lock.release()
  await (await takeLock(folder)).release()
})

it('removes the leftovers of killed starts, but not those of starts that may be in progress', async () => {
  const folder = await scratchFolder()
  for (const name of ['lock-1-old', 'lock-2-young']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, name.slice('lock-'.length)), '')
  }
  await utimes(join(folder, 'lock-1-old'), 1, 1)
  const lock = await takeLock(folder)
  await expect(access(join(folder, 'lock-1-old'))).rejects.toThrow('ENOENT')
  await access(join(folder, 'lock-2-young'))
  await lock.release()
})
