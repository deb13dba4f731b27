import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyCode } from '../harness/copy-of-code.ts'

/** A registry whose certificate nobody knows, in a process of its own; it prints its port. */
const registry = `
  const { createServer } = require('node:https')
  const { readFileSync } = require('node:fs')
  const options = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem') }
  const server = createServer(options, (_, response) => response.writeHead(404).end())
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

it('says soon what is missing behind a certificate authority that npm does not know', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-registry-'))
  const names = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem']
  expect(spawnSync('openssl', ['req', ...names, ...files], { cwd: directory }).status).toBe(0)
  const code = copyCode()
  unlinkSync(join(code.directory, 'node_modules'))
  const server = spawn(process.execPath, ['-e', registry], { cwd: directory, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const port = await new Promise<number>((resolve) => server.stdout.once('data', (text) => resolve(Number(text))))
    const env = {
      ...process.env,
      npm_config_registry: `https://127.0.0.1:${port}/`,
      npm_config_cache: join(directory, 'cache'),
      npm_config_noproxy: '127.0.0.1',
    }
    const install = "import('./scripts/install.mjs').then(({ ensureInstalled }) => ensureInstalled('server'))"
    // npm by itself tries again for minutes, without a word.
    const options = { cwd: code.directory, env, encoding: 'utf8', timeout: 120_000 } as const
    const { status, stderr } = spawnSync(process.execPath, ['-e', install], options)
    expect(status).toBe(1)
    expect(stderr).toMatch(/self.signed certificate/i)
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS')
  } finally {
    server.kill()
    code.remove()
    rmSync(directory, { recursive: true })
  }
})
