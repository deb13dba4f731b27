import { spawn } from 'node:child_process'
import { access } from 'node:fs/promises'
import type { Account } from './account.ts'
import { EmbeddedDatabaseError, isSystemError } from './embedded-database-error.ts'

/** Runs one of PostgreSQL's programs to its end, as the account, and returns its output. */
export async function run(
  program: string,
  args: readonly string[],
  options: {
    readonly account: Account
    readonly cwd: string
    readonly environment: Readonly<Record<string, string>>
    /** Standard input: a file descriptor, or the text itself. */
    readonly input?: number | string
  },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    ...options.account.spawn,
    cwd: options.cwd,
    env: options.environment,
    stdio: [typeof options.input === 'number' ? options.input : 'pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stdin?.on('error', () => {}) // it may end without reading
  child.stdin?.end(typeof options.input === 'string' ? options.input : '')
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, output: output.join('') }
  } catch (error) {
    throw await cannotSpawn(program, options.account, error)
  }
}

/** Explains a failed spawn: the kernel's error messages are misleading. */
export async function cannotSpawn(program: string, account: Account, cause: unknown): Promise<unknown> {
  if (!isSystemError(cause)) return cause
  const exists = await access(program).then(
    () => true,
    () => false,
  )
  const reason =
    cause.code === 'ENOENT' && exists
      ? 'it is built for glibc, which this system does not have'
      : cause.code === 'EPERM' || cause.code === 'EINVAL'
        ? `this process may not switch to the account ${account.name}; start Bugle as an ordinary user`
        : cause.message
  return new EmbeddedDatabaseError(
    `PostgreSQL cannot be run from ${program}: ${reason}. Alternatively, set DATABASE_URL to your own PostgreSQL.`,
    { cause },
  )
}
