import { spawn } from 'node:child_process'
import { win32 } from 'node:path'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'

/**
 * Runs the program of an installed package with npx. Its output goes to stderr, because stdout is for data.
 *
 * @param options.env variables of its environment, besides those of the command
 * @returns its standard output if captured, else an empty string
 * @throws Failure if it exits with a code other than 0
 */
export function runNpx(
  { host }: Context,
  args: string[],
  { isCaptured = false, env = {} }: { isCaptured?: boolean; env?: Record<string, string> } = {},
): Promise<string> {
  const [command, ...before] = npxCommand(process.platform, process.execPath)
  const { directory: cwd, signal } = host
  const stdio = ['inherit', isCaptured ? 'pipe' : 2, 2] as const
  const child = spawn(command, [...before, '--no-install', ...args], {
    cwd,
    env: { ...host.env, ...env },
    signal,
    stdio: [...stdio],
  })
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => (output += bytes))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Failure(`"${args.join(' ')}" ended with ${code}.`)),
    )
  })
}

/**
 * Returns the command that runs npx. On Windows that is a batch file, which Node refuses to start without a shell, whose quoting
 * would change the arguments: there Node runs the program behind it, which is installed beside Node.
 *
 * @param node the path of the running Node
 */
export function npxCommand(platform: string, node: string): [command: string, ...args: string[]] {
  if (platform !== 'win32') return ['npx']
  return [node, win32.join(win32.dirname(node), 'node_modules', 'npm', 'bin', 'npx-cli.js')]
}
