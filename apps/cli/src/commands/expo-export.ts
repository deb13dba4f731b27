import { spawn } from 'node:child_process'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type ExpoUploadOptions, run as upload } from './expo-upload.ts'

interface ExportOptions extends ExpoUploadOptions {
  dir: string
}

/** Runs `expo export` with source maps, and uploads them. */
export async function run(context: Context, args: string[], options: ExportOptions): Promise<void> {
  await runExpo(context, ['export', '--source-maps', '--output-dir', options.dir, ...args])
  await upload(context, options.dir, options)
}

/** Expo prints to stderr, so that stdout stays for data. */
function runExpo({ host }: Context, args: string[]): Promise<void> {
  const command = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const { directory: cwd, env, signal } = host
  const child = spawn(command, ['--no-install', 'expo', ...args], { cwd, env, signal, stdio: ['inherit', 2, 2] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Failure(`"expo ${args.join(' ')}" ended with ${code}.`)),
    )
  })
}
