import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { it } from 'vitest'
import type { Project } from '../harness/account.ts'
import { describeWithTool } from '../programs/describe-with-tool.ts'
import type { Ended } from './host.ts'
import { exampleOf } from './page-example.ts'
import { writeProgram } from './write-program.ts'

/** Absolute path of a file of the repository. */
export const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url))

export const autoload = pathOf('sdks/php/core/autoload.php')

/**
 * Declares tests that need a package of Debian's for PHP. Without it they are skipped as one, or fail if CI=true.
 *
 * @param library its folder below /usr/share/php
 */
export function describeWithLibrary(library: string, name: string, tests: (php: string) => void): void {
  if (existsSync(join('/usr/share/php', library)) || process.env.CI === 'true') describeWithTool('php', name, tests)
  else it(name, ({ skip }) => skip(`there is no /usr/share/php/${library} on this machine`))
}

/** A folder for the programs of a file's tests, and for the events that they leave. */
export class PhpHost {
  readonly directory = mkdtempSync(join(tmpdir(), 'bugle-php-'))

  /** Runs a command to its end, in an environment of its own. */
  run(command: string, args: string[], env: Record<string, string> = {}, cwd = this.directory): Promise<Ended> {
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk))
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, stdout, stderr }))
    })
  }

  /** Runs a command until something happens, and kills it then, which it cannot notice. */
  async kill(command: string, args: string[], env: Record<string, string>, when: Promise<void>, cwd = this.directory) {
    const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH ?? '', ...env }, stdio: 'ignore' })
    await when
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))
  }

  /** Environment of a program that reports to a project. */
  settings(project: Project, endpoint: string): Record<string, string> {
    return {
      BUGLE_TOKEN: project.ingestToken,
      BUGLE_ENDPOINT: endpoint,
      BUGLE_APP_ID: project.app_id,
      BUGLE_AUTOLOAD: autoload,
      SHOP_SECRET: 'hidden-variable',
      // A loaded machine takes longer than the default of a second.
      SHOP_TIMEOUT: '20000',
      BUGLE_STORE: join(this.directory, project.id),
    }
  }

  /** Writes a program here; returns its path. */
  program(name: string, code: string): string {
    return writeProgram(this.directory, name, code)
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/**
 * Installs a package by the commands of its page, from a server's repository.
 *
 * @param provided packages that Debian has installed, which Composer would otherwise take from its registry
 */
export async function composerInstall(
  host: PhpHost,
  directory: string,
  url: string,
  page: string,
  provided: string[] = [],
): Promise<void> {
  const versions: Record<string, string> = { illuminate: '8.83.26', symfony: '5.4.53' }
  const whole = {
    repositories: { 'packagist.org': false },
    // The server of the tests has no certificate.
    config: { 'secure-http': false },
    provide: Object.fromEntries(provided.map((one) => [one, versions[one.split('/')[0]!]!])),
  }
  writeFileSync(join(directory, 'composer.json'), JSON.stringify(whole))
  const env = {
    COMPOSER_ALLOW_SUPERUSER: '1',
    COMPOSER_HOME: join(host.directory, 'composer'),
    HOME: host.directory,
    COMPOSER_NO_INTERACTION: '1',
  }
  const commands = exampleOf(page, 'sh').replaceAll('https://bugle.example.com', url)
  const ended = await host.run('sh', ['-ec', commands], env, directory)
  if (ended.code !== 0) throw new Error(`${commands}\n${ended.stdout}${ended.stderr}`)
}

/**
 * Reads the settings of a page's `.env` as a project's, and the command that follows them in a comment.
 *
 * @example environmentOf('docs/frameworks/laravel.md', project, url).command // ['php', 'artisan', 'bugle:test']
 */
export function environmentOf(
  page: string,
  project: Project,
  url: string,
): { env: Record<string, string>; command: string[] } {
  const text = exampleOf(page, 'ini')
    .replace('bgl_live_…', project.ingestToken)
    .replace('https://bugle.example.com', url)
    .replace('com.example.shop', project.app_id)
  const env = Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]))
  const command = /^# Then run: (.+)$/m.exec(text)?.[1]
  if (command === undefined) throw new Error(`${page} names no command`)
  return { env, command: command.split(' ') }
}
