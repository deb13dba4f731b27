import { mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noteBody, noteBytes, noteRequest, parseNote, writeNotesTo } from './request-note.ts'

const file = join(mkdtempSync(join(tmpdir(), 'bugle-note-')), 'note')
writeNotesTo(openSync(file, 'w+'))
const read = () => parseNote(readFileSync(file, 'latin1'))
const note = (url: string, bytes = 0) => noteRequest({ method: 'POST', url }, bytes)

it('keeps the last request, without its query, keys and tokens', () => {
  note(`/api/1/envelope/?sentry_key=${'a'.repeat(32)}`, 70_000)
  expect(read()).toMatchObject({ method: 'POST', path: '/api/1/envelope/', bytes: 70_000 })
  note(`/api/1/cron/nightly/${'b'.repeat(32)}`)
  expect(read()?.path).toBe('/api/1/cron/nightly/...')
})

it('has one size, whatever the path', () => {
  for (const url of [`/${'x/'.repeat(5000)}`, '/\u0000\u2028"\\', '']) {
    note(url)
    expect(readFileSync(file)).toHaveLength(noteBytes)
    expect(read()?.at).toBeGreaterThan(0)
  }
})

it('is not written for small bodies', () => {
  note('/large')
  noteBody({ method: 'POST', url: '/small' } as never, 1000)
  expect(read()?.path).toBe('/large')
  noteBody({ method: 'POST', url: '/larger' } as never, 20_000)
  expect(read()?.path).toBe('/larger')
})
