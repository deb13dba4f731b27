import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from '../../scripts/programs.mjs'
import { fillOnce, installIn } from '../../scripts/runtimes.mjs'
import { cache, hasCommand } from './stage.ts'

/** A folder with what was installed, or why it is missing. */
type Installed = { directory: string } | { missing: string }

/** Installs npm packages of exact versions into a folder that later runs find. */
export function installNpm(name: string, dependencies: Record<string, string>, options: string[] = []): Installed {
  return installInto(name, (directory) => {
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
    return installIn(directory, options)
  })
}

/** Does the same for packages of PyPI. */
export function installPython(requirement: string): Installed {
  return installInto(requirement.replaceAll(/[^\w.]+/g, '-'), (directory) => {
    const args = ['install', '--quiet', '--disable-pip-version-check', '--no-compile', '--target', directory]
    const { status, stderr, error } = spawnSync('pip', [...args, ...requirement.split(' ')], { encoding: 'utf8' })
    return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').slice(-2).join(' '))
  })
}

/** Does the same for one file of Maven. */
export function installMaven(group: string, name: string, version: string): { path: string } | { missing: string } {
  const installed = installInto(`${name}-${version}`, (directory) => {
    const args = [`-Dartifact=${group}:${name}:${version}`, `-DoutputDirectory=${directory}`]
    return runMaven(['dependency:copy', ...args])
  })
  return 'missing' in installed ? installed : { path: join(installed.directory, `${name}-${version}.jar`) }
}

/** Does the same for artifacts of Maven, each `group:name:version`, with all that they need. */
export function installMavenTree(name: string, artifacts: string[]): Installed {
  return installInto(name, (directory) => {
    const dependencies = artifacts.map((artifact) => {
      const [group, id, version] = artifact.split(':')
      return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`
    })
    const pom = join(directory, 'pom.xml')
    const own =
      '<modelVersion>4.0.0</modelVersion><groupId>bugle</groupId><artifactId>program</artifactId><version>1</version>'
    writeFileSync(pom, `<project>${own}<dependencies>${dependencies.join('')}</dependencies></project>`)
    return runMaven(['-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${directory}`])
  })
}

/** Installs a package of Debian, as root; returns why it is missing. */
export function installDebian(name: string): string | undefined {
  if (isInstalled(name)) return undefined
  if (process.getuid?.() !== 0 || !hasCommand('apt-get', '--version')) return `no ${name}`
  // Another test file may be installing.
  const args = ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name]
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? undefined : `${name}: ${stderr.trim().split('\n').at(-1)}`
}

function installInto(name: string, fill: (directory: string) => string | undefined): Installed {
  const directory = join(cache, name)
  const missing = fillOnce(directory, fill)
  return missing === undefined ? { directory } : { missing }
}

function runMaven(args: string[]): string | undefined {
  const { status, stdout, error } = spawnSync('mvn', ['--batch-mode', ...args], { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stdout.trim().split('\n').slice(-3).join(' '))
}
