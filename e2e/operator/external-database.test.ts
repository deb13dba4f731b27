import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDebianPostgres, startDebianPostgres } from '../../scripts/debian-postgres.mjs'
import { freePort } from '../../scripts/free-port.mjs'
import { BuiltServer } from '../harness/built-server.ts'

// An external PostgreSQL, by each kind of connection in docs/self-hosting.md.

async function withServer(environment: Record<string, string>, prove: (server: BuiltServer) => Promise<void>) {
  const server = await BuiltServer.installEmpty(environment)
  try {
    server.start()
    await prove(server)
  } finally {
    await server.remove()
  }
}

it('waits for an unavailable database, then names it in a sentence', async () => {
  const nowhere = `postgres://bugle:geheim@127.0.0.1:${await freePort()}/bugle`
  await withServer({ DATABASE_URL: nowhere, BUGLE_DATABASE_WAIT: '2s' }, async (server) => {
    expect((await server.exited).code).toBe(1)
    expect(server.output).toContain('DATABASE_URL: waiting for the database to respond: connect ECONNREFUSED')
    expect(server.output).toMatch(/^DATABASE_URL: no database responded within 2 s \(BUGLE_DATABASE_WAIT\): connect/m)
    expect(server.output).not.toContain('geheim')
  })
})

it('names a certificate that cannot be read in a sentence', async () => {
  const url = 'postgres://bugle@127.0.0.1:1/bugle?sslmode=verify-full&sslrootcert=/nothing.pem'
  await withServer({ DATABASE_URL: url }, async (server) => {
    expect((await server.exited).code).toBe(1)
    expect(server.output.trim()).toBe('DATABASE_URL: /nothing.pem, which it names, cannot be read (ENOENT).')
  })
})

it.runIf(process.platform === 'linux').each([
  // Without a secret of the operator's own, the directory is first needed to keep one.
  { set: {}, sentence: /^BUGLE_DATA cannot be used: ENOENT.*Nothing was started\.$/m },
  {
    set: { BUGLE_SECRET: 'kept-by-the-operator-in-a-place-of-their-own' },
    sentence: /The embedded database in \/proc\/bugle could not be started: ENOENT/,
  },
])('names a data directory that cannot be made, and does not try forever: $set', async ({ set, sentence }) => {
  await withServer({ BUGLE_DATA: '/proc/bugle', ...set }, async (server) => {
    expect((await server.exited).code).toBe(1)
    expect(server.output).toMatch(sentence)
  })
})

it('a start that waits for its database can be stopped', async () => {
  const nowhere = `postgres://bugle@127.0.0.1:${await freePort()}/bugle`
  await withServer({ DATABASE_URL: nowhere }, async (server) => {
    await expect.poll(() => server.output).toContain('waiting for the database')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})

describe.runIf(hasDebianPostgres)('with Debian’s PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof startDebianPostgres>>
  let keys: string
  beforeAll(async () => {
    keys = mkdtempSync(join(tmpdir(), 'bugle-tls-'))
    chmodSync(keys, 0o755)
    makeCertificate(keys)
    database = await startDebianPostgres({}, [
      ...['-c', 'ssl=on', '-c', `ssl_cert_file=${keys}/server.crt`, '-c', `ssl_key_file=${keys}/server.key`],
    ])
  })
  afterAll(async () => {
    await database.stop()
    rmSync(keys, { recursive: true })
  })

  const isReady = (server: BuiltServer) => server.ready()

  it('by TLS, with the certificate checked against its CA', async () => {
    const url = database.url.replace('127.0.0.1', 'localhost')
    const trusting = { DATABASE_URL: `${url}?sslmode=verify-full&sslrootcert=${keys}/server.crt` }
    await withServer(trusting, async (server) => void (await isReady(server)))
    await withServer({ DATABASE_URL: `${url}?sslmode=require` }, async (server) => {
      expect((await server.exited).code).toBe(1)
      expect(server.output).toMatch(/^DATABASE_URL: .*certificate.*sslrootcert=/m)
      expect(server.output).not.toContain('SECURITY WARNING')
    })
  })

  it('by a Unix socket', async () => {
    const { port } = new URL(database.url)
    const url = `postgres://bugle@/postgres?host=${database.directory}&port=${port}`
    await withServer({ DATABASE_URL: url }, async (server) => void (await isReady(server)))
  })

  it('does not wait for a wrong database', async () => {
    await withServer({ DATABASE_URL: `${database.url}x` }, async (server) => {
      expect((await server.exited).code).toBe(1)
      expect(server.output).toMatch(/^DATABASE_URL: database "postgresx" does not exist/m)
    })
  })
})

function makeCertificate(directory: string): void {
  const [key, certificate] = ['server.key', 'server.crt'].map((name) => join(directory, name)) as [string, string]
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  const names = ['-addext', 'subjectAltName=DNS:localhost']
  const made = spawnSync('openssl', ['req', ...options, ...names, '-keyout', key, '-out', certificate])
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
  chmodSync(key, 0o600)
  chmodSync(certificate, 0o644)
  const id = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout
  if (process.getuid?.() === 0) chownSync(key, Number(id), Number(id))
}

it.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a data directory that cannot be written',
  async () => {
    const server = await BuiltServer.installEmpty()
    const script = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
    const parent = join(server.dataDirectory, '..')
    const done = spawnSync(
      'unshare',
      [
        '-m',
        'sh',
        '-c',
        `mount --bind ${parent} ${parent} && mount -o remount,ro,bind ${parent} && ${process.execPath} ${script}`,
      ],
      {
        encoding: 'utf8',
        env: { ...process.env, BUGLE_DATA: server.dataDirectory, PORT: String(server.port), DATABASE_URL: '' },
      },
    )
    await server.remove()
    expect([done.status, done.stderr]).toEqual([
      1,
      expect.stringMatching(/BUGLE_DATA cannot be used: EROFS.*read-only file system/),
    ])
  },
)
