import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProject, type Project, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { Terminal } from './terminal.ts'

describe('bugle monitor run', () => {
  let server: BuiltServer
  let project: Project
  const terminal = new Terminal()
  beforeAll(async () => {
    server = await BuiltServer.install()
    server.start()
    await server.ready()
    project = await createProject(await register(server.url), 'Shop')
    // As on a machine that runs jobs and has no login.
    const { app_id, ingestToken } = project
    Object.assign(terminal.env, { BUGLE_URL: server.url, BUGLE_INGEST_TOKEN: ingestToken, BUGLE_APP_ID: app_id })
  })
  afterAll(async () => {
    terminal.remove()
    await server.remove()
  })

  /** Runs of a monitor, the newest first. */
  async function runsOf(name: string): Promise<{ status: string; duration_ms: number | null }[]> {
    const { monitors } = await request(project.owner, 'GET', `/api/projects/${project.id}/monitors`)
    const monitor = monitors.find(({ slug }) => slug === name)
    return monitor?.check_ins ?? []
  }
  const job = (...args: string[]) => ['monitor', 'run', ...args]

  it('runs a job, makes its monitor, and tells how long it took', async () => {
    const { code, stdout, stderr } = await terminal.run(
      job('--name', 'nightly', '--schedule', '0 3 * * *', '--timezone', 'Europe/Berlin', '--', 'echo', '-n', 'saved'),
    )
    expect([code, stdout, stderr]).toEqual([0, 'saved', ''])
    await expect
      .poll(() => runsOf('nightly'))
      .toEqual([expect.objectContaining({ status: 'ok', duration_ms: expect.any(Number) })])
  })

  it('reports a job that fails under the name of its program, and exits as it does', async () => {
    const command = ['sh', '-c', 'cat; exit 3']
    const { code, stdout } = await terminal.run(job('--schedule', 'every 5 minutes', '--', ...command), { input: 'in' })
    expect([code, stdout]).toEqual([3, 'in'])
    await expect.poll(async () => (await runsOf('sh')).map(({ status }) => status)).toEqual(['error'])
  })

  it('passes a signal on, and reports that the job ended by it', async () => {
    const running = terminal.start(
      job('--name', 'long', '--schedule', 'every 1 hour', '--', 'sh', '-c', 'echo began; exec sleep 300'),
    )
    await running.until(/began/)
    await expect.poll(async () => (await runsOf('long')).map(({ status }) => status)).toEqual(['in_progress'])
    running.stop('SIGTERM')
    expect((await running.ended).code).toBe(143)
    await expect.poll(async () => (await runsOf('long')).map(({ status }) => status)).toEqual(['error'])
  })

  it('reports a command that is not there', async () => {
    const { code, stderr } = await terminal.run(job('--schedule', 'every 1 hour', '--', 'no-such-command'))
    expect([code, stderr]).toEqual([127, expect.stringContaining('no-such-command could not be started')])
    await expect.poll(async () => (await runsOf('no-such-command')).map(({ status }) => status)).toEqual(['error'])
  })

  it.each([
    ['without a token', { BUGLE_INGEST_TOKEN: '' }, 'Which ingest token?'],
    ['with a wrong token', { BUGLE_INGEST_TOKEN: 'bgl_live_0' }, 'ingest token'],
    ['while the server is away', { BUGLE_URL: 'http://127.0.0.1:1' }, 'did not respond'],
  ])('runs a job %s, and warns', async (_, env, why) => {
    const { code, stdout, stderr } = await terminal.run(job('--name', 'away', '--', 'sh', '-c', 'echo done; exit 4'), {
      env,
    })
    expect([code, stdout]).toEqual([4, 'done\n'])
    expect(stderr).toContain(why)
    expect(stderr.match(/Warning: The monitor away was not told/g)).toHaveLength(2)
  })
})
