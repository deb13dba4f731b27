import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installRuntime, dart as vm } from '../../scripts/runtimes.mjs'
import type { Ended, Program } from './host.ts'

export const dartDirectory = fileURLToPath(new URL('../../sdks/dart/', import.meta.url))

/** The Dart VM, with the packages of `sdks/dart` as a program would import them. */
export class Dart {
  readonly directory = mkdtempSync(join(tmpdir(), 'bugle-dart-'))
  readonly #vm: string
  readonly #packages: string

  constructor(path: string) {
    this.#vm = path
    this.#packages = this.#configure('packages.json', dartDirectory, {
      bugle: 'core',
      bugle_flutter: 'flutter',
      flutter: 'testing/flutter_stub',
    })
  }

  /** Writes where packages are, as pub would; returns the file. */
  #configure(name: string, directory: string, folders: Record<string, string>): string {
    const packages = Object.entries(folders).map(([name, folder]) => ({
      name,
      rootUri: pathToFileURL(join(directory, folder)).href,
      packageUri: 'lib/',
      languageVersion: '3.3',
    }))
    const file = join(this.directory, name)
    writeFileSync(file, JSON.stringify({ configVersion: 2, packages }))
    return file
  }

  /** @param directory of downloaded packages to use */
  start(args: string[], env: Record<string, string> = {}, directory?: string): Program {
    const downloaded = () => this.#configure('downloaded.json', String(directory), { bugle: 'bugle' })
    return this.startWith(directory === undefined ? this.#packages : downloaded(), args, env)
  }

  /** Starts a program with packages of its own, which a package_config.json names. */
  startWith(packages: string, [file = '', ...args]: string[], env: Record<string, string> = {}): Program {
    const child = spawn(this.#vm, ['--enable-asserts', `--packages=${packages}`, file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.stderr += text
    })
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...output })))
    return {
      ended,
      stop: (signal) => child.kill(signal),
      line: (expression) =>
        new Promise((resolve, reject) => {
          const look = () => {
            const found = expression.exec(output.stdout)
            if (found !== null) resolve(found[1] ?? found[0])
          }
          child.stdout.on('data', look)
          void ended.then((end) => reject(new Error(`ended: ${JSON.stringify(end)}`)))
          look()
        }),
    }
  }

  /** Runs a program to its end. `packages`: a directory of downloaded packages to use. */
  run(args: string[], env: Record<string, string> = {}, packages?: string): Promise<Ended> {
    return this.start(args, env, packages).ended
  }

  /** Compiles a program for several runs, since compiling takes seconds; returns the compiled file. */
  async compile(file: string): Promise<string> {
    const compiled = join(this.directory, `${basename(file)}.dill`)
    const ended = await this.run(['--snapshot-kind=kernel', `--snapshot=${compiled}`, file])
    if (ended.code !== 0) throw new Error(`${file} does not compile:\n${ended.stdout}${ended.stderr}`)
    return compiled
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** Installs the Dart VM; returns its path, or why it cannot run here. */
export function findDart(): { path: string } | { missing: string } {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'the Dart VM is for Linux on x64' }
  const found = installRuntime(vm)
  if ('missing' in found) return found
  const { error, status } = spawnSync(found.path, ['--version'])
  return status === 0 ? found : { missing: `the Dart VM needs libc6-i386: ${error?.message ?? status}` }
}
