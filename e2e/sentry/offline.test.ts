import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listIssues } from '../harness/account.ts'
import { isLong } from '../sdks/long.ts'
import { installMaven } from './installs.ts'
import { hasCommand, openSentryStage, programs, run } from './stage.ts'

// SDKs that keep envelopes on disk drop them on a 503 and keep them when the connection is cut (`cut-connection.ts`).

const stage = openSentryStage()

it.runIf(isLong && process.platform === 'linux')(
  'the SDK of Java keeps what meets an absent database, and sends it at its next start',
  async ({ skip }) => {
    if (!hasCommand('mvn', '--version')) return skip('no mvn')
    const jar = installMaven('io.sentry', 'sentry', '8.62.0')
    if ('missing' in jar) return skip(jar.missing)
    const project = await stage.newProject('offline')
    const cache = mkdtempSync(join(tmpdir(), 'bugle-offline-'))
    const start = (...args: string[]) =>
      run('java', ['-cp', jar.path, join(programs, 'Offline.java'), cache, ...args], { SENTRY_DSN: project.dsn })
    const saved = () => readdirSync(cache, { recursive: true }).filter((name) => String(name).endsWith('.envelope'))
    stage.proxy.fault = () => ({ status: 503 })
    const refused = await start('report')
    expect(saved(), refused.output).toEqual([])
    stage.proxy.fault = () => undefined
    const database = stage.server.processes().filter(({ role }) => role === 'postmaster' || role === 'backend')
    for (const { pid } of database) process.kill(pid, 'SIGSTOP')
    let away: { output: string }
    try {
      away = await start('report')
    } finally {
      for (const { pid } of database) process.kill(pid, 'SIGCONT')
    }
    expect(saved().length, away.output).toBeGreaterThan(0)
    const back = await start()
    const count = async () => {
      const issues = await listIssues(stage.account, project)
      return issues.map((issue) => [issue.type, issue.count])
    }
    await expect.poll(count, { message: back.output }).toEqual([['java.lang.IllegalStateException', 1]])
    rmSync(cache, { recursive: true })
  },
)
