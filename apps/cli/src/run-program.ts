import { spawn } from 'node:child_process'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'

/**
 * Runs an installed package's program by npx. It prints to stderr, so that stdout stays for data.
 *
 * @returns its standard output, if that is asked for
 * @throws Failure if it does not end with 0
 */
export function runProgram({ host }: Context, args: string[], { isRead = false } = {}): Promise<string> {
  const command = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const { directory: cwd, env, signal } = host
  const stdio = ['inherit', isRead ? 'pipe' : 2, 2] as const
  const child = spawn(command, ['--no-install', ...args], { cwd, env, signal, stdio: [...stdio] })
  let read = ''
  child.stdout?.on('data', (bytes: Buffer) => (read += bytes))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(read) : reject(new Failure(`"${args.join(' ')}" ended with ${code}.`)),
    )
  })
}
