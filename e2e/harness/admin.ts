import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BuiltServer } from './built-server.ts'

const entry = fileURLToPath(new URL('../../apps/server/dist/admin-main.js', import.meta.url))

export interface AdminOutcome {
  status: number | null
  stdout: string
  stderr: string
}

type Installation = Pick<BuiltServer, 'dataDirectory' | 'port'>

/** Returns how an operator command is run with a server's settings. */
export function adminCommand(server: Installation, args: string[], environment: Record<string, string> = {}) {
  const env = {
    ...process.env,
    BUGLE_DATA: server.dataDirectory,
    PORT: String(server.port),
    DATABASE_URL: '',
    ...environment,
  }
  return { command: process.execPath, args: [entry, ...args], env }
}

/** Runs an operator command with a server's settings, asynchronously. */
export function runAdmin(
  server: Installation,
  given: string[],
  environment: Record<string, string> = {},
): Promise<AdminOutcome> {
  const { command, args, env } = adminCommand(server, given, environment)
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) =>
      resolve({ status, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
    )
  })
}
