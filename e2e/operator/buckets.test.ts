import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { createProject, listIssues, type Project, register, report } from '../harness/account.ts'
import { runAdmin } from '../harness/admin.ts'
import { BuiltServer } from '../harness/built-server.ts'

// A server with two database servers: its own, and one for a bucket. The commands are those of docs/scaling.md, word for word but for
// names and addresses.

const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8')

/** Returns the commands of the page that contain a text, with these texts in place of the page's. */
function commandsWith(text: string, changes: Record<string, string>): string {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!)
  let commands = blocks.findLast((block) => block.includes(text))
  if (commands === undefined) throw new Error(`docs/scaling.md does not say ${text}`)
  for (const [from, to] of Object.entries(changes)) {
    if (!commands.includes(from)) throw new Error(`docs/scaling.md does not say ${from} beside ${text}`)
    commands = commands.replaceAll(from, to)
  }
  return commands
}

/** Runs commands of the page in the checkout, without a terminal: passwords are read from the input. */
function runShell(commands: string, environment: Record<string, string>, input = ''): string {
  const { status, stdout, stderr } = spawnSync('setsid', ['--wait', 'sh', '-ec', commands], {
    cwd: repository,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    input,
  })
  if (status !== 0) throw new Error(`${commands}: ${stdout}${stderr}`)
  return stdout
}

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Role and database of the bucket; the role that the page creates is there already. */
const owner = 'bucket_owner'

describe.runIf(hasDebianPostgres)('two database servers', () => {
  let second: Awaited<ReturnType<typeof startDebianPostgres>>
  let server: BuiltServer
  let environment: Record<string, string>
  let projects: Project[]

  beforeAll(async () => {
    second = await startDebianPostgres()
    const place = { PGHOST: '127.0.0.1', PGPORT: String(second.port), PGUSER: 'bugle' }
    runShell(commandsWith('createuser', { ' bugle': ` ${owner}` }), place, 'password\npassword\n')
    environment = { BUGLE_BUCKETS: `second=${urlOf(owner)}` }
    server = await BuiltServer.install(environment)
    server.start()
    await server.ready()
  })
  afterAll(async () => {
    await server.remove()
    await second.stop()
  })

  const urlOf = (database: string) => `postgres://${owner}:password@127.0.0.1:${second.port}/${database}`
  const settings = () => ({ BUGLE_DATA: server.dataDirectory, PORT: String(server.port), DATABASE_URL: '' })
  const admin = async (...args: string[]) => {
    const { status, stdout, stderr } = await runAdmin(server, args, environment)
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  const onSecond = async (statement: string) => {
    const client = new pg.Client(urlOf(owner))
    await client.connect()
    try {
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const typesOf = async (project: Project) => (await listIssues(project.owner, project)).map(({ type }) => type)

  it('share the projects; each has the events of its own alone', async () => {
    const address = { 'bugle:password@db2.example.com:5432/bugle': urlOf(owner).slice('postgres://'.length) }
    expect(runShell(commandsWith('bucket add second', address), settings())).toMatch(
      /^second takes new projects[\s\S]*^second .*responds$/m,
    )
    const ann = await register(server.url, 'ann')
    projects = [await createProject(ann, 'one'), await createProject(ann, 'two')]
    for (const project of projects) {
      expect(await report(server.url, project, 'BucketError')).toBe(202)
      await expect.poll(() => typesOf(project)).toEqual(['BucketError'])
    }
    const { rows } = await onSecond('select count(*)::int as n from issues')
    expect(rows).toEqual([{ n: 1 }])
    const list = (await admin('bucket', 'list')).trim().split('\n')
    expect(list).toEqual([
      expect.stringMatching(/^main +beside the accounts +1 project .*responds$/),
      expect.stringMatching(new RegExp(`^second +127.0.0.1:${second.port}/${owner} +1 project .*responds$`)),
    ])
  })

  it('are both checked by doctor and measured by /metrics', async () => {
    const { stdout } = await runAdmin(server, ['doctor', '--json'], environment)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] }
    expect(checks.filter(({ status }) => status === 'fail')).toEqual([])
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['queue', 'bucket second: queue']))
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('bugle_bucket_up{bucket="second"} 1')
  })

  it('are backed up into one file, and restored on servers of their own', async () => {
    const directory = join(server.dataDirectory, '..')
    const changes = { '/backups': directory, '2026-11-28': '$(date +%F)' }
    const [backup, restore] = commandsWith('admin -- restore', changes).split('\n')
    const made = runShell(backup!, { ...settings(), ...environment })
    expect(made).toMatch(/^One moment for each server, the accounts last: second \S+Z, main \S+Z\.$/m)
    runShell(/createdb \w+/.exec(page.slice(page.indexOf('### Backups')))![0], {
      PGHOST: '127.0.0.1',
      PGPORT: String(second.port),
      PGUSER: 'bugle',
    })
    const restored = await BuiltServer.installEmpty()
    try {
      const file = join(directory, readdirSync(directory).find((name) => name.endsWith('.backup'))!)
      const refused = await runAdmin(restored, ['restore', file])
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('createdb bugle_second') })
      const there = { BUGLE_BUCKETS: `second=${second.url.replace('/postgres', '/bugle_second')}` }
      runShell(`${restore!.split('#', 1)[0]} --keep-sessions`, {
        ...settings(),
        BUGLE_DATA: restored.dataDirectory,
        ...there,
      })
      restored.start(there)
      await restored.ready()
      for (const project of projects) {
        const again = { ...project, owner: { ...project.owner, url: restored.url } }
        expect(await typesOf(again)).toEqual(['BucketError'])
      }
      expect((await runAdmin(restored, ['doctor'], there)).stdout).not.toMatch(/^fail {2}bucket/m)
    } finally {
      await restored.remove()
    }
  })

  it('and the server refuses to start without one of them in its settings', async () => {
    await server.stop()
    server.start({ BUGLE_BUCKETS: '' })
    expect((await server.exited).code).toBe(1)
    expect(server.output).toContain('BUGLE_BUCKETS does not name second: projects are there.')
  })
})
