import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { directoryStore } from './store.ts'

let directory: string

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'bugle-store-')), 'events')
})

afterEach(() => rmSync(join(directory, '..'), { recursive: true }))

const now = Date.now()
/** How many events the store reported as lost. */
let lost = 0
const noted = (count: number) => {
  lost += count
}

const onPaused = (until: number) => pauses.push(until)
let pauses: number[] = []

/** An id created the given number of days ago. */
const idOf = (days: number, last: number) => {
  const time = (now - days * 86_400_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(last).padStart(12, '0')}`
}

const bodyOf = (id: string) => JSON.stringify({ event_id: id })

it('returns stored events, oldest first, without removed ones', async () => {
  const store = directoryStore(directory)
  const ids = [idOf(0.3, 1), idOf(0.2, 2), idOf(0.1, 3)]
  for (const id of [...ids].reverse()) await store.put({ id, body: bodyOf(id) })
  await store.remove(ids[1]!)
  store.putNow({ id: ids[1]!, body: bodyOf(ids[1]!) })
  store.removeNow(ids[0]!)
  expect(await directoryStore(directory).load(noted, onPaused)).toEqual([
    { id: ids[1], body: bodyOf(ids[1]!) },
    { id: ids[2], body: bodyOf(ids[2]!) },
  ])
})

it('is readable by its owner alone', async () => {
  const id = idOf(0, 1)
  await directoryStore(directory).put({ id, body: bodyOf(id) })
  const [file] = readdirSync(directory)
  expect([statSync(directory).mode & 0o777, statSync(join(directory, file!)).mode & 0o777]).toEqual([0o700, 0o600])
})

it('takes over files of ended processes, leaves those of running ones, and deletes broken or old ones', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const living = process.ppid
  const store = directoryStore(directory)
  await store.load(noted, onPaused)
  const left = idOf(1, 1)
  const write = (id: string, pid: number, body = bodyOf(id), end = '') =>
    writeFileSync(join(directory, `${id}.${pid}.json${end}`), body)
  write(left, dead)
  write(idOf(1, 2), living)
  write(idOf(1, 3), dead, 'not json')
  write(idOf(1, 4), dead, bodyOf(idOf(1, 4)), '.part')
  write(idOf(31, 5), dead)
  writeFileSync(join(directory, 'notes.txt'), 'of somebody else')
  lost = 0
  expect(await store.load(noted, onPaused)).toEqual([{ id: left, body: bodyOf(left) }])
  expect(lost).toBe(1)
  expect(readdirSync(directory).sort()).toEqual(
    [`${left}.${process.pid}.json`, `${idOf(1, 2)}.${living}.json`, 'notes.txt'].sort(),
  )
})

it('returns what belongs beside events, whole ones alone', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const store = directoryStore(directory)
  await store.load(noted, onPaused)
  const entries = [
    { to: 'sessions', body: '{"app_id":"a","sessions":[]}' },
    { to: `check-ins?after=${idOf(1, 9)}`, body: '{"app_id":"a"}' },
    { to: 'attachments?name=cart.json application/json', body: btoa('{"items":3}') },
  ].map((entry, index) => ({ id: idOf(1, index), ...entry }))
  for (const { id, to, body } of entries) writeFileSync(join(directory, `${id}.${dead}.json`), `${to}\n${body}`)
  writeFileSync(join(directory, `${idOf(1, 4)}.${dead}.json`), 'sessions\n{"app_id":"a","sess')
  writeFileSync(join(directory, `${idOf(1, 5)}.${dead}.json`), `attachments?name=a.txt text/plain\n${btoa('half')}A`)
  expect(await store.load(noted, onPaused)).toEqual(entries)
  expect(readdirSync(directory)).toHaveLength(entries.length)
})

it('leaves this process’s files alone, and keeps the newest hundred of earlier ones', async () => {
  const store = directoryStore(directory)
  await store.put({ id: idOf(0, 999), body: bodyOf(idOf(0, 999)) })
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const ids = Array.from({ length: 130 }, (_, i) => idOf(1, i))
  for (const id of ids) writeFileSync(join(directory, `${id}.${dead}.json`), bodyOf(id))
  lost = 0
  expect((await store.load(noted, onPaused)).map(({ id }) => id)).toEqual(ids.slice(30))
  expect([lost, readdirSync(directory).length]).toEqual([30, 101])
})

it('keeps the errors of a long outage, however many runs have left a session', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const store = directoryStore(directory)
  await store.load(noted, onPaused)
  const error = idOf(2, 0)
  writeFileSync(join(directory, `${error}.${dead}.json`), bodyOf(error))
  for (let i = 0; i < 130; i += 1)
    writeFileSync(join(directory, `${idOf(1, i)}.i.${dead}.json`), 'sessions\n{"app_id":"a"}')
  lost = 0
  const loaded = await store.load(noted, onPaused)
  expect([loaded[0]!.id, loaded.length, lost]).toEqual([error, 101, 0])
})

it('keeps a pause for the next process, known before anything can be sent', async () => {
  const until = Date.now() + 60_000
  await directoryStore(directory).pause?.(until)
  pauses = []
  const loading = directoryStore(directory).load(noted, onPaused)
  expect(pauses).toEqual([until])
  expect(await loading).toEqual([])
  expect(statSync(join(directory, 'paused-until')).mode & 0o777).toBe(0o600)
})
