import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { parseLogLine, ServerLog } from './server-log.ts'
import { memoryLog } from './testing/scratch.ts'

it.each([
  ['12 00000 LOG:  database system is ready', { severity: 'LOG', code: '00000', message: 'database system is ready' }],
  ['12 23505 ERROR:  duplicate: key', { severity: 'ERROR', code: '23505', message: 'duplicate: key' }],
  ['2026-11-21 04:00:00.123 UTC [12] FATAL:  no', { severity: 'FATAL', message: 'no' }],
  ['postgres: libpq.so.5: cannot open', { severity: 'FATAL', message: 'postgres: libpq.so.5: cannot open' }],
  ['12 23505 DETAIL:  Key (email)=(a@b.c) exists', undefined],
  ['12 F0001 HINT:  Is another postmaster running?', undefined],
  ['\t12 57P01 FATAL:  a second line of a message', undefined],
  ['', undefined],
])('reads %j', (line, entry) => {
  expect(parseLogLine(line)).toEqual(entry)
})

it('passes on warnings and worse, but not the messages that every client gets during a start or stop', async () => {
  const log = memoryLog()
  const stream = new PassThrough()
  const serverLog = new ServerLog(stream, log)
  stream.write('1 00000 LOG:  routine\n1 57P03 FATAL:  the database system is starting up\n1 01000 WARNING:  careful\n')
  stream.write('1 53100 PANIC:  could not write: No space left on device\n')
  serverLog.isStopping = true
  stream.end('1 57P01 FATAL:  terminating connection due to administrator command\n')
  await finished(stream)
  expect(log.lines).toEqual([
    'warn PostgreSQL: careful {"severity":"WARNING","code":"01000"}',
    'warn PostgreSQL: could not write: No space left on device {"severity":"PANIC","code":"53100"}',
  ])
  expect(serverLog.lastFatal?.code).toBe('53100')
})
