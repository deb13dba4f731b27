import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** How a program ended, and what it said. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A program that runs. */
export interface Program {
  /** Waits until it says this; resolves with the first group. */
  line(expression: RegExp): Promise<string>
  stop(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** A directory like that of a customer: the built clients in node_modules, copied as npm would. */
export class Host {
  readonly directory = mkdtempSync(join(tmpdir(), 'bugle-sdk-'))

  constructor() {
    for (const name of ['core', 'node', 'browser']) {
      const place = join(this.directory, 'node_modules/@bugle', name)
      mkdirSync(place, { recursive: true })
      cpSync(join(repository, 'sdks/javascript', name, 'dist'), place, { recursive: true })
    }
  }

  /** Lends packages of the repository to the program; their own dependencies are found beside them. */
  lend(...names: string[]): void {
    for (const name of names) {
      const place = join(this.directory, 'node_modules', name)
      mkdirSync(join(place, '..'), { recursive: true })
      symlinkSync(join(repository, 'node_modules', name), place)
    }
  }

  /** Copies an example of the repository here; returns its path. */
  example(file: string): string {
    const place = join(this.directory, file.replaceAll('/', '-'))
    cpSync(join(repository, 'examples', file), place, { recursive: true })
    return place
  }

  /** Runs a Node program to its end; `onOutput` is told what it has said so far. */
  run(args: string[], env: Record<string, string>, onOutput = (_: string) => {}): Promise<Ended> {
    return this.start(args, env, onOutput).ended
  }

  /** Starts a Node program. */
  start(args: string[], env: Record<string, string>, onOutput = (_: string) => {}): Program {
    const child = spawn(process.execPath, args, {
      cwd: this.directory,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
      onOutput(stdout)
    })
    const line = (expression: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const found = expression.exec(stdout)
          if (found !== null) resolve(found[1] ?? found[0])
        }
        child.stdout.on('data', look)
        look()
        void ended.then(() => reject(new Error(`it ended without saying ${expression}:\n${stdout}${stderr}`)))
      })
    return { line, stop: (signal) => void child.kill(signal), ended }
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
