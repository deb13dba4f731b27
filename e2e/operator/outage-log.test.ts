import { expect, it } from 'vitest'
import { createProject, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'
import { hasPostgres, makeExternalDatabase } from '../harness/external-database.ts'
import { TcpProxy } from '../harness/tcp-proxy.ts'

/** A process logs that the database is away, what else fails first, and that it is over. */
const linesOfProcess = 8

it.runIf(hasPostgres)('an outage of the database is a state in the log, not a line for each request', async () => {
  const database = await makeExternalDatabase()
  const url = new URL(database.url)
  const proxy = await TcpProxy.to(Number(url.port))
  url.port = String(proxy.port)
  // Several ingest processes share their limits through the database.
  const server = await BuiltServer.installEmpty({ DATABASE_URL: url.href, BUGLE_WORKERS: '2', BUGLE_LOG_LEVEL: 'info' })
  try {
    server.start()
    await server.ready()
    const account = await register(server.url, 'outage')
    const { ingestToken, app_id } = await createProject(account, 'shop')
    const report = () =>
      fetch(`${server.url}/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
        body: JSON.stringify({ exception_type: 'OutageError', message: 'x', platform: 'node', app_id }),
      }).then(({ status }) => status)
    const look = () =>
      fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${account.token}` } }).then(
        ({ status }) => status,
      )
    await expect.poll(report).toBe(202)
    const before = server.output.length
    const statuses: number[] = []
    await proxy.close()
    // Until a hundred requests of each kind have met the outage.
    while (statuses.filter((status) => status === 503).length < 200) {
      statuses.push(...(await Promise.all([report(), look(), report(), look()])))
      await pause(20)
    }
    await proxy.open()
    await expect.poll(report).toBe(202)
    await expect.poll(() => server.output.slice(before)).toMatch(/over: the database does not respond/)
    const lines = server.output
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; process: string })
    const warned = lines.filter(({ level }) => level >= 40)
    expect(warned.map(({ msg }) => msg)).toContain('the database does not respond')
    expect(lines.length, lines.map(({ process, msg }) => `${process}: ${msg}`).join('\n')).toBeLessThan(
      4 * linesOfProcess,
    )
  } finally {
    await server.remove()
    await proxy.close()
    await database.remove()
  }
})
