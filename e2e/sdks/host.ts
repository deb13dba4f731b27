import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installIn } from '../../scripts/runtimes.mjs'
import { writeProgram } from './write-program.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** How a program ended, and its output. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A running program. */
export interface Program {
  /** Waits for a line of output; resolves with the first group. */
  line(expression: RegExp): Promise<string>
  stop(signal: NodeJS.Signals): void
  ended: Promise<Ended>
}

/** A module with our exported names in which everything does nothing. */
const hollow = `export const init = () => {}
export { init as addBreadcrumb, init as captureException, init as captureMessage, init as setTag, init as setUser }
export const flush = async () => true
export const withScope = (work) => work({ setTag: init, setContext: init })
`

const situationRunner = `import { readFileSync } from 'node:fs'
import * as bugle from '@bugle/node'
import { makeSituations } from './situations.mjs'
const cases = JSON.parse(readFileSync(new URL('situations.json', import.meta.url), 'utf8'))
await makeSituations(bugle, cases, process.argv[2])
`

/** A folder like a customer's: the built SDKs in node_modules, copied as npm would. */
export class Host {
  readonly directory = mkdtempSync(join(tmpdir(), 'bugle-sdk-'))
  readonly #runtime: string[]

  /** @param runtime the command that runs a program */
  constructor(runtime = [process.execPath]) {
    this.#runtime = runtime
    this.#giveClients(this.directory)
  }

  /** Copies an example app here, with the SDKs beside its installed packages; returns its folder. */
  app(name: string): { directory: string; missing: string | undefined } {
    const directory = this.example(name)
    const missing = installIn(directory)
    if (missing === undefined) this.#giveClients(directory)
    return { directory, missing }
  }

  #giveClients(directory: string): void {
    for (const name of ['core', 'node', 'browser', 'react-native', 'bundler']) {
      const target = join(directory, 'node_modules/@bugle', name)
      mkdirSync(target, { recursive: true })
      cpSync(join(repository, 'sdks/javascript', name, 'dist'), target, { recursive: true })
    }
  }

  /** Runs a program to its end without Bugle: Node's own behavior and output. */
  async without([file = '', ...others]: string[], env: Record<string, string> = {}): Promise<Ended> {
    const bare = mkdtempSync(join(this.directory, 'bare-'))
    const target = join(bare, 'node_modules/@bugle/node')
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'index.mjs'), hollow)
    writeFileSync(join(target, 'package.json'), '{ "exports": "./index.mjs" }')
    const copy = join(bare, basename(file))
    cpSync(file, copy)
    const ended = await this.run([copy, ...others], env)
    return { ...ended, stderr: ended.stderr.replaceAll(`${bare}/`, `${this.directory}/`) }
  }

  /** Writes a program here; returns its path. */
  program(name: string, code: string): string {
    return writeProgram(this.directory, name, code)
  }

  /** Puts here a program that creates the situations of conformance with the Node SDK: `node <path> <endpoint>`. */
  situations(): string {
    cpSync(join(repository, 'e2e/sdks/situations.mjs'), join(this.directory, 'situations.mjs'))
    cpSync(join(repository, 'conformance/events/situations.json'), join(this.directory, 'situations.json'))
    return this.program('make-situations.mjs', situationRunner)
  }

  /**
   * Puts here the files that the React Native SDK needs in a Node program: `./phone.mjs` exports it, with a phone's
   * modules.
   */
  phone(): void {
    this.lend('react')
    for (const name of ['phone.mjs', 'file-system.mjs'])
      cpSync(join(repository, 'e2e/sdks', name), join(this.directory, name))
    const target = join(this.directory, 'node_modules/react-native')
    mkdirSync(target)
    cpSync(join(repository, 'examples/expo/vm/react-native.js'), join(target, 'index.mjs'))
    writeFileSync(join(target, 'package.json'), '{ "exports": "./index.mjs" }')
  }

  /** Lends packages of the repository to the program; their own dependencies resolve beside them. */
  lend(...names: string[]): void {
    for (const name of names) {
      const target = join(this.directory, 'node_modules', name)
      mkdirSync(join(target, '..'), { recursive: true })
      symlinkSync(join(repository, 'node_modules', name), target)
    }
  }

  /** Copies an example of the repository here; returns its path. */
  example(file: string): string {
    const target = join(this.directory, file.replaceAll('/', '-'))
    cpSync(join(repository, 'examples', file), target, { recursive: true })
    return target
  }

  /** Runs a program to its end. */
  run(args: string[], env: Record<string, string>, cwd = this.directory): Promise<Ended> {
    return this.start(args, env, cwd).ended
  }

  /** Starts a program. */
  start(args: string[], env: Record<string, string>, cwd = this.directory): Program {
    const [command = '', ...before] = this.#runtime
    const child = spawn(command, [...before, ...args], {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
    const line = (expression: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const check = () => {
          const found = expression.exec(stdout)
          if (found !== null) resolve(found[1] ?? found[0])
        }
        child.stdout.on('data', check)
        check()
        void ended.then(() => reject(new Error(`it ended without saying ${expression}:\n${stdout}${stderr}`)))
      })
    return { line, stop: (signal) => void child.kill(signal), ended }
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
