import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { rootPath } from '../../scripts/install.mjs'
import { CleanRoot } from '../../scripts/release/clean-root.mjs'
import { systemPackageNames, writeSystemPackages } from '../../scripts/release/system-packages.mjs'
import { type Account, createProject, listIssues, type Project, register } from '../harness/account.ts'
import { buildServer, pause } from '../harness/built-server.ts'
import { describeAsRoot } from './describe-as-root.ts'

// The packages of Debian and Red Hat, as an operator installs, upgrades and removes them, in a Debian that has nothing else.

const unit = '/usr/lib/systemd/system/bugle.service'
const version = '9.8.7'
const { author } = JSON.parse(readFileSync(join(rootPath, 'package.json'), 'utf8'))
/** The first run makes the Debian and compiles nfpm, beside other tests. */
const firstTime = 900_000
const [debName, rpmName] = systemPackageNames(version)

describeAsRoot('the system packages', () => {
  let work: string
  let root: CleanRoot
  let running: ReturnType<CleanRoot['startUnit']> | undefined

  beforeAll(() => {
    buildServer()
    work = mkdtempSync(join(tmpdir(), 'bugle-packages-'))
    const image = join(work, 'image')
    const made = spawnSync(process.execPath, ['scripts/image.mjs', image], { cwd: rootPath, encoding: 'utf8' })
    expect([made.status, made.stderr]).toEqual([0, ''])
    mkdirSync(join(work, 'out'))
    writeSystemPackages(image, version, join(work, 'out'))
  }, firstTime)
  afterAll(() => rmSync(work, { recursive: true }))
  beforeEach(() => {
    root = CleanRoot.make()
  }, firstTime)
  afterEach(async () => {
    await running?.stop()
    running = undefined
    root.remove()
  })

  it('of Debian: installs, serves, upgrades, keeps its data when it is removed, and deletes them on purge', async () => {
    const file = root.take(join(work, 'out', debName!))
    root.run('dpkg', '--install', file)
    expect(root.run('stat', '-c', '%U:%G %a', '/var/lib/bugle', '/etc/bugle.env')).toBe(
      'bugle:bugle 700\nroot:bugle 640\n',
    )
    expect(root.run('dpkg-deb', '--field', file, 'Maintainer')).toBe(`${author}\n`)
    expect(root.run('cat', '/usr/share/doc/bugle/THIRD-PARTY-NOTICES.txt')).toContain('\nfastify ')
    const { account, project } = await serveAndSend()
    expect(root.run('bugle-server', 'admin', 'project', 'list')).toContain('Packaged')
    await stop()

    root.run('sh', '-c', 'echo BUGLE_RETENTION=30d >> /etc/bugle.env')
    root.run('dpkg', '--install', '--force-confold', file)
    expect(root.run('cat', '/etc/bugle.env')).toContain('BUGLE_RETENTION=30d')

    root.run('dpkg', '--remove', 'bugle')
    expect(kept()).toEqual({ program: false, unit: false, data: true, settings: true })
    root.run('dpkg', '--install', file)
    const url = await serve()
    const again = { ...account, url }
    expect((await listIssues(again, project)).map(({ type, count }) => [type, count])).toEqual([['PackagedError', 1]])
    await stop()

    root.run('dpkg', '--purge', 'bugle')
    expect(kept()).toEqual({ program: false, unit: false, data: false, settings: false })
    expect(root.run('cat', '/etc/passwd')).not.toContain('bugle')
  })

  it('of Red Hat: installs, serves, and keeps data and changed settings when it is removed', async () => {
    // Debian's programs are there, but no database of RPM knows them.
    root.run('rpm', '--install', '--nodeps', root.take(join(work, 'out', rpmName!)))
    expect(root.run('rpm', '--query', '--requires', 'bugle')).toContain('glibc >= 2.28')
    await serveAndSend()
    await stop()
    root.run('sh', '-c', 'echo BUGLE_RETENTION=30d >> /etc/bugle.env')
    root.run('rpm', '--erase', '--nodeps', 'bugle')
    expect(kept()).toEqual({ program: false, unit: false, data: true, settings: false })
    expect(root.run('cat', '/etc/bugle.env.rpmsave')).toContain('BUGLE_RETENTION=30d')
  })

  const kept = () => ({
    program: root.has('/usr/lib/bugle/apps') || root.has('/usr/bin/bugle-server'),
    unit: root.has(unit),
    data: root.has('/var/lib/bugle/postgres'),
    settings: root.has('/etc/bugle.env'),
  })

  async function serve(): Promise<string> {
    const port = await freePort()
    running = root.startUnit(unit, { HOST: '127.0.0.1', PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    while (running.child.exitCode === null && !(await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
      await pause(100)
    return url
  }

  async function serveAndSend(): Promise<{ account: Account; project: Project }> {
    const url = await serve()
    const account = await register(url)
    const project = await createProject(account, 'Packaged')
    const event = { exception_type: 'PackagedError', message: 'm', platform: 'other', app_id: project.app_id }
    const headers = { 'content-type': 'application/json', 'x-service-token': project.ingestToken }
    const sent = await fetch(`${url}/ingest`, { method: 'POST', headers, body: JSON.stringify(event) })
    expect(sent.status).toBe(202)
    await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([1])
    return { account, project }
  }

  async function stop() {
    await running?.stop()
    running = undefined
  }
})
