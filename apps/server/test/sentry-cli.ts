import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installRuntime } from '../../../scripts/runtimes.mjs'
import type { Reporter } from './reporter.ts'
import type { TestServer } from './start-server.ts'

/** The major versions in use. */
export const sentryCliVersions = ['2.58.6', '3.8.0']

/** The exit code of a command, and everything that it printed. */
export interface Ran {
  code: number | null
  output: string
}

/** The real sentry-cli, as a build calls it that reported to Sentry before: only the URL and the token changed. */
export class SentryCli {
  readonly folder = mkdtempSync(join(tmpdir(), 'bugle-sentry-'))
  /** Undefined where there is no such binary: on other systems, and while npm cannot be reached. */
  readonly program: string | undefined
  readonly #server: TestServer

  constructor(server: TestServer, version: string) {
    this.#server = server
    const runtime = installRuntime({ name: '@sentry/cli-linux-x64', version, bin: 'bin/sentry-cli' })
    const isRun = 'path' in runtime && process.platform === 'linux' && process.arch === 'x64'
    this.program = isRun ? runtime.path : undefined
  }

  async run(app: Reporter, args: string[], directory = this.folder): Promise<Ran> {
    const env = { PATH: process.env.PATH ?? '', ...(await this.environment(app)) }
    return new Promise((resolve, reject) => {
      const child = spawn(this.program!, args, { cwd: directory, env })
      const output: Buffer[] = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }))
    })
  }

  /** Runs a command that must succeed; returns its output. */
  async succeed(app: Reporter, args: string[], directory?: string): Promise<string> {
    const { code, output } = await this.run(app, args, directory)
    if (code !== 0) throw new Error(`${args.join(' ')} → ${code}\n${output}`)
    return output
  }

  /** The environment of a build of this project, with a token that may upload. */
  async environment(app: Reporter): Promise<Record<string, string>> {
    const body = { name: 'Build', scopes: ['artifact:write', 'project:read'] } as const
    const { token } = (await app.session.request('POST', '/api/me/api-tokens', { body })).body
    return {
      HOME: this.folder,
      SENTRY_URL: this.#server.url,
      SENTRY_AUTH_TOKEN: token as string,
      SENTRY_ORG: 'ours',
      SENTRY_PROJECT: app.project.id.toLowerCase(),
      SENTRY_DISABLE_UPDATE_CHECK: '1',
      SENTRY_ALLOW_FAILURE: '0',
      NO_COLOR: '1',
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
