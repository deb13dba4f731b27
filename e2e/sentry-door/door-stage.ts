import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventResponse, EventView, Outcomes } from '@bugle/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { installIn } from '../../scripts/runtimes.mjs'
import { type Account, createProject, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { type Exchange, openProxy, type RecordingProxy, type SentItem } from './recording-proxy.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const programs = fileURLToPath(new URL('programs', import.meta.url))
export const cache = join(root, 'node_modules/.cache/bugle-sentry-sdks')

/** A project that Sentry's SDKs send to, with all that they sent. */
export interface DoorProject {
  id: string
  /** Leads through the recording proxy. */
  dsn: string
  /** Requests for this project so far. */
  exchanges(): Exchange[]
  /** Items of a kind that the SDK sent, whatever the response. */
  sent(type: string): SentItem[]
  eventOf(clientId: unknown): Promise<EventView>
  outcomes(): Promise<Outcomes>
}

/** Shared by the stories of a file: one built server, and a proxy in front of it that records. */
export class DoorStage {
  server!: BuiltServer
  account!: Account
  proxy!: RecordingProxy

  async open(environment: Record<string, string> = {}): Promise<void> {
    this.server = await BuiltServer.install(environment)
    this.server.start()
    await this.server.ready()
    this.account = await register(this.server.url, 'door')
    this.proxy = await openProxy(this.server.url)
  }

  async close(): Promise<void> {
    this.proxy?.close()
    await this.server?.remove()
  }

  async newProject(name: string): Promise<DoorProject> {
    const { account, proxy } = this
    const { id } = await createProject(account, name)
    const { dsn } = await request<{ dsn: string }>(account, 'POST', `/api/projects/${id}/dsn-keys`, { label: name })
    const number = new URL(dsn).pathname
    const exchanges = () => proxy.exchanges.filter(({ path }) => path.startsWith(`/api${number}/`))
    return {
      id,
      dsn: dsn.replace(/@[^/]+/, `@${new URL(proxy.url).host}`),
      exchanges,
      sent: (type) => exchanges().flatMap(({ items }) => items.filter((item) => item.type === type)),
      eventOf: async (clientId) =>
        (await request<EventResponse>(account, 'GET', `/api/projects/${id}/events/${clientId}`)).event,
      outcomes: () => request<Outcomes>(account, 'GET', `/api/projects/${id}/outcomes`),
    }
  }
}

/** @param environment settings of the server */
export function openDoorStage(environment: Record<string, string> = {}): DoorStage {
  const stage = new DoorStage()
  beforeAll(() => stage.open(environment))
  afterAll(() => stage.close())
  return stage
}

/** Installs npm packages of exact versions into a folder that later runs find; returns it, or why it is missing. */
export function installNpm(
  name: string,
  dependencies: Record<string, string>,
  options: string[] = [],
): { directory: string } | { missing: string } {
  const directory = join(cache, name)
  const done = join(directory, 'installed')
  if (existsSync(done)) return { directory }
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  const missing = installIn(directory, options)
  if (missing !== undefined) return { missing }
  writeFileSync(done, '')
  return { directory }
}

/** Does the same for packages of PyPI. */
export function installPython(requirement: string): { directory: string } | { missing: string } {
  const directory = join(cache, requirement.replaceAll(/[^\w.]+/g, '-'))
  const done = join(directory, 'installed')
  if (existsSync(done)) return { directory }
  mkdirSync(directory, { recursive: true })
  const args = ['install', '--quiet', '--disable-pip-version-check', '--no-compile', '--target', directory]
  const { status, stderr, error } = spawnSync('pip', [...args, ...requirement.split(' ')], { encoding: 'utf8' })
  if (status !== 0) return { missing: error?.message ?? stderr.trim().split('\n').slice(-2).join(' ') }
  writeFileSync(done, '')
  return { directory }
}

/** Installs a package of Debian, as root; returns why it is missing. */
export function installDebian(name: string): string | undefined {
  if (hasCommand('dpkg', '-s', name)) return undefined
  if (process.getuid?.() !== 0 || !hasCommand('apt-get', '--version')) return `no ${name}`
  const args = ['install', '-y', '-qq', '--no-install-recommends', name]
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0 ? undefined : `${name}: ${stderr.trim().split('\n').at(-1)}`
}

/** Does the same for one file of Maven. */
export function installMaven(group: string, name: string, version: string): { path: string } | { missing: string } {
  const path = join(cache, `${name}-${version}.jar`)
  if (existsSync(path)) return { path }
  const args = [`-Dartifact=${group}:${name}:${version}`, `-DoutputDirectory=${cache}`]
  const { status, stdout } = spawnSync('mvn', ['--batch-mode', 'dependency:copy', ...args], { encoding: 'utf8' })
  return status === 0 ? { path } : { missing: stdout.trim().split('\n').slice(-3).join(' ') }
}

/** Does the same for artifacts of Maven, each `group:name:version`, with all that they need. */
export function installMavenTree(name: string, artifacts: string[]): { directory: string } | { missing: string } {
  const directory = join(cache, name)
  const done = join(directory, 'installed')
  if (existsSync(done)) return { directory }
  mkdirSync(directory, { recursive: true })
  const dependencies = artifacts.map((artifact) => {
    const [group, id, version] = artifact.split(':')
    return `<dependency><groupId>${group}</groupId><artifactId>${id}</artifactId><version>${version}</version></dependency>`
  })
  const pom = join(directory, 'pom.xml')
  const own =
    '<modelVersion>4.0.0</modelVersion><groupId>bugle</groupId><artifactId>program</artifactId><version>1</version>'
  writeFileSync(pom, `<project>${own}<dependencies>${dependencies.join('')}</dependencies></project>`)
  const args = ['--batch-mode', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${directory}`]
  const { status, stdout, error } = spawnSync('mvn', args, { encoding: 'utf8' })
  if (status !== 0) return { missing: error?.message ?? stdout.trim().split('\n').slice(-3).join(' ') }
  writeFileSync(done, '')
  return { directory }
}

export interface Ran {
  code: number | null
  output: string
}

/** Runs a program to its end. */
export function run(command: string, args: string[], env: Record<string, string>, cwd?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, ...(cwd && { cwd }) })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Whether a command can be run here. */
export function hasCommand(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}

/** Expects every request to be answered with 2xx, and every kind of item that was not kept to be counted. */
export async function expectAllAccounted(project: DoorProject): Promise<void> {
  const exchanges = project.exchanges()
  expect(exchanges.length).toBeGreaterThan(0)
  expect(exchanges.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  const unsupported = exchanges.flatMap(({ items }) => items.filter(({ type }) => !kept.has(type)))
  const count = unsupported.reduce((sum, { header }) => sum + Number(header.item_count ?? 1), 0)
  await expect
    .poll(async () => (await project.outcomes()).unsupported.reduce((sum, { total }) => sum + total, 0))
    .toBe(count)
}

const kept = new Set([
  'event',
  'attachment',
  'session',
  'sessions',
  'check_in',
  'feedback',
  'user_report',
  'client_report',
])
