import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyCode } from '../harness/copy-of-code.ts'

const install = "import('./scripts/install.mjs').then(({ ensureInstalled }) => ensureInstalled('server'))"

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

it('removes no packages for development that somebody has installed without it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'bugle-npm-'))
  const code = copyCode()
  const modules = join(code.directory, 'node_modules')
  unlinkSync(modules)
  mkdirSync(join(modules, 'vitest'), { recursive: true })
  // Writes what it is asked to do, and does nothing.
  const log = join(directory, 'asked')
  writeFileSync(join(directory, 'npm'), `#!/bin/sh\necho "$@" >> '${log}'\n`, { mode: 0o755 })
  try {
    const env = { ...process.env, PATH: `${directory}:${process.env.PATH}` }
    const { status } = spawnSync(process.execPath, ['-e', install], { cwd: code.directory, env, stdio: 'ignore' })
    expect(status).toBe(0)
    expect(readFileSync(log, 'utf8')).toMatch(/^install .*--include=dev/m)
  } finally {
    code.remove()
    rmSync(directory, { recursive: true })
  }
})
