import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderObjectStore } from '../../adapters/object-store-folder.ts'
import { keepArchive } from './keep-archive.ts'
import { baseKey, claimArchive, keysIn, logKey, logNameOf, partKey } from './layout.ts'
import { shipLog, waitingLog } from './ship-log.ts'

let folder: string
let store: FolderObjectStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bugle-keep-'))
  store = new FolderObjectStore(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString()
const segment = (n: number, timeline = 1) =>
  [timeline, 0, n].map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')

async function keepBase(id: string, at: number, firstSegment: string): Promise<void> {
  await store.put(partKey(id, 0), Buffer.from('x'))
  const base = { id, startedAt: hour(at), completedAt: hour(at), firstSegment, files: [], parts: ['x'] }
  await store.put(baseKey(id), Buffer.from(JSON.stringify(base)))
}

it('keeps the base before the first kept moment, all later ones, and the log from it on', async () => {
  for (const [n, id] of ['a', 'b', 'c'].entries()) await keepBase(id, 10 * n, segment(10 * n))
  // One that was not completed, and one that is being written.
  for (const id of ['b0', 'd']) await store.put(partKey(id, 0), Buffer.from('x'))
  const log = [
    segment(9),
    segment(10),
    `${segment(10)}.00000028.backup`,
    segment(9, 2),
    segment(11, 2),
    '00000002.history',
  ]
  for (const name of log) await store.put(logKey(name), Buffer.from('x'))

  await keepArchive(store, Date.parse(hour(9)))
  expect(await keysIn(store, 'bases')).toHaveLength(7)
  await keepArchive(store, Date.parse(hour(15)))
  expect(await keysIn(store, 'bases')).toEqual([
    'bases/b.json',
    'bases/b/0.br',
    'bases/c.json',
    'bases/c/0.br',
    'bases/d/0.br',
  ])
  expect((await keysIn(store, 'wal')).map(logNameOf).sort()).toEqual(
    [segment(10), `${segment(10)}.00000028.backup`, '00000002.history', segment(11, 2)].sort(),
  )
  // The newest base is kept, however old it is.
  await keepArchive(store, Date.parse(hour(1000)))
  expect(await keysIn(store, 'bases')).toEqual(['bases/c.json', 'bases/c/0.br', 'bases/d/0.br'])
})

it('belongs to the first cluster that claims it', async () => {
  await claimArchive(store, '7')
  await claimArchive(store, '7')
  await expect(claimArchive(store, '8')).rejects.toThrow('another installation')
})

it('moves finished files of the log alone, and follows no link', async () => {
  const spool = mkdtempSync(join(tmpdir(), 'bugle-spool-'))
  try {
    for (const name of [segment(2), segment(1), '00000002.history', `${segment(3)}.new`, 'note.txt'])
      writeFileSync(join(spool, name), name)
    expect((await waitingLog(spool)).files).toBe(3)
    expect(await shipLog(store, spool)).toBe(3)
    expect(readdirSync(spool).sort()).toEqual([`${segment(3)}.new`, 'note.txt'])
    expect(await waitingLog(spool)).toEqual({ files: 0, since: undefined })
    expect((await keysIn(store, 'wal')).map(logNameOf).sort()).toEqual(
      [segment(1), segment(2), '00000002.history'].sort(),
    )
    symlinkSync('/etc/hostname', join(spool, segment(4)))
    await expect(shipLog(store, spool)).rejects.toThrow('ELOOP')
    expect((await keysIn(store, 'wal')).map(logNameOf)).not.toContain(segment(4))
  } finally {
    rmSync(spool, { recursive: true })
  }
})
