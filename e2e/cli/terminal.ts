import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ended } from '../sdks/host.ts'

const entry = fileURLToPath(new URL('../../apps/cli/dist/bugle.js', import.meta.url))

export interface RunOptions {
  /** Standard input; without it, an empty one. */
  input?: string
  env?: Record<string, string>
  directory?: string
}

/** A running command. */
export interface RunningCommand {
  /** Waits until stdout or stderr contains this. */
  until(expression: RegExp): Promise<RegExpExecArray>
  stop(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** A user's folder and home, in which the built `bugle` runs. */
export class Terminal {
  readonly #root = mkdtempSync(join(tmpdir(), 'bugle-cli-'))
  readonly home = join(this.#root, 'home')
  readonly directory = join(this.#root, 'work')
  /** Settings for every command. */
  readonly env: Record<string, string> = {}

  constructor() {
    mkdirSync(this.home)
    mkdirSync(this.directory)
  }

  /** Runs a command to its end. */
  run(args: string[], options: RunOptions = {}): Promise<Ended> {
    return this.start(args, options).ended
  }

  /** Runs a command that must succeed; returns its output. */
  async done(args: string[], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options)
    if (code !== 0) throw new Error(`bugle ${args.join(' ')} → ${code}\n${stdout}${stderr}`)
    return stdout
  }

  /** Runs a command that must succeed with `--json`; returns the objects that it prints. */
  // biome-ignore lint/suspicious/noExplicitAny: tests name the fields that they expect
  async json(args: string[], options: RunOptions = {}): Promise<any[]> {
    const stdout = await this.done([...args, '--json'], options)
    return stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }

  /** Runs a line in a shell, as it was pasted; `bugle` is on the path. */
  paste(line: string, options: RunOptions = {}): Promise<Ended> {
    const bin = join(this.#root, 'bin')
    if (!existsSync(bin)) {
      mkdirSync(bin)
      writeFileSync(join(bin, 'bugle'), `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`, { mode: 0o755 })
    }
    const env = { PATH: `${bin}:${process.env.PATH}`, ...options.env }
    const running = this.#spawn(['sh', '-c', line], { ...options, env })
    running.end('')
    return running.ended
  }

  /** Starts a command. */
  start(args: string[], { input = '', ...options }: RunOptions = {}): RunningCommand {
    const running = this.#spawn([process.execPath, entry, ...args], options)
    running.end(input)
    return running
  }

  /** Starts a command on a pseudo-terminal of `script`, so that it can ask. */
  startInteractive(args: string[], options: RunOptions = {}): RunningCommand & { type(text: string): void } {
    const command = [process.execPath, entry, ...args].map((word) => `'${word}'`).join(' ')
    // Without a size, every character would be a line of its own.
    return this.#spawn(['script', '-qefc', `stty cols 120 rows 40; exec ${command}`, '/dev/null'], options)
  }

  #spawn([program = '', ...args]: string[], { env = {}, directory = this.directory }: RunOptions) {
    const child = spawn(program, args, {
      cwd: directory,
      env: { PATH: process.env.PATH ?? '', HOME: this.home, XDG_CONFIG_HOME: '', ...this.env, ...env },
    })
    child.stdin.on('error', () => {}) // a command may end without reading it
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
    const until = (expression: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const check = () => {
          const found = expression.exec(stdout + stderr)
          if (found !== null) resolve(found)
        }
        child.stdout.on('data', check)
        child.stderr.on('data', check)
        check()
        void ended.then(() => reject(new Error(`it ended without printing ${expression}:\n${stdout}${stderr}`)))
      })
    return {
      until,
      ended,
      stop: (signal: NodeJS.Signals) => void child.kill(signal),
      type: (text: string) => void child.stdin.write(text),
      end: (text: string) => void child.stdin.end(text),
    }
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true })
  }
}
