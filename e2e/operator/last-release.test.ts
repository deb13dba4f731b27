import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createProject, listIssues, type Project, register } from '../harness/account.ts'
import { BuiltServer, pause } from '../harness/built-server.ts'

// An upgrade may be incomplete or reverted: the previous release must run on the tables of this code, or say that it
// cannot. BUGLE_LAST_RELEASE selects another commit than the last tag.

const repository = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
const tagged = git('describe', '--tags', '--abbrev=0', '--match=v*').stdout.trim()
const release = process.env.BUGLE_LAST_RELEASE ?? tagged

it('the last release runs on the tables of this code, or refuses them in a sentence', async ({ skip }) => {
  if (release === '') skip('no release is tagged yet')
  const code = mkdtempSync(join(tmpdir(), 'bugle-release-'))
  const unpacked = spawnSync('sh', ['-c', `git archive ${release} | tar -x -C ${code}`], { cwd: repository })
  expect(unpacked.status).toBe(0)
  const server = await BuiltServer.installEmpty()
  try {
    server.start()
    await server.ready()
    const account = await register(server.url, 'upgraded')
    const project = await createProject(account, 'shop')
    expect(await report(server.url, project)).toBe(202)
    await server.stop()

    const settings = {
      PORT: String(server.port),
      HOST: '127.0.0.1',
      BUGLE_DATA: server.dataDirectory,
      DATABASE_URL: '',
    }
    const old = spawn('npm', ['start'], { cwd: code, env: { ...process.env, ...settings } })
    let output = ''
    for (const stream of [old.stdout, old.stderr]) stream.on('data', (chunk) => (output += chunk))
    const ended = once(old, 'exit')
    while ((await server.readyStatus()) !== 200 && old.exitCode === null) await pause(50)
    if (old.exitCode !== null) return expect(output).toContain('These tables are those of a newer Bugle')
    expect(await report(server.url, project)).toBe(202)
    await expect.poll(async () => (await listIssues(account, project)).map(({ count }) => count)).toEqual([2])
    old.kill('SIGTERM')
    await ended
  } finally {
    await server.remove()
    rmSync(code, { recursive: true })
  }
})

async function report(url: string, { ingestToken, app_id }: Project): Promise<number> {
  const response = await fetch(`${url}/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': ingestToken },
    body: JSON.stringify({ exception_type: 'UpgradeError', message: 'x', platform: 'node', app_id }),
  })
  return response.status
}
