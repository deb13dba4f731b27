import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
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

/** A directory like that of a customer: the built clients in node_modules, copied as npm would. */
export class Host {
  readonly directory = mkdtempSync(join(tmpdir(), 'bugle-sdk-'))

  constructor() {
    const build = spawnSync(process.execPath, ['scripts/build-sdks.mjs'], { cwd: repository, encoding: 'utf8' })
    if (build.status !== 0) throw new Error(`the clients do not build:\n${build.stdout}${build.stderr}`)
    for (const name of ['core', 'node', 'browser']) {
      const place = join(this.directory, 'node_modules/@bugle', name)
      mkdirSync(place, { recursive: true })
      cpSync(join(repository, 'sdks/javascript', name, 'dist'), place, { recursive: true })
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
    const child = spawn(process.execPath, args, {
      cwd: this.directory,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk
      onOutput(stdout)
    })
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}
