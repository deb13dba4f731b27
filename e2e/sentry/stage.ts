import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EventView, Outcomes } from '@bugle/protocol'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Account, createProject, register, request } from '../harness/account.ts'
import { BuiltServer } from '../harness/built-server.ts'
import { arrived } from '../harness/shown.ts'
import { type Exchange, openProxy, type RecordingProxy, type SentItem } from './recording-proxy.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const programs = fileURLToPath(new URL('programs', import.meta.url))
export const cache = join(root, 'node_modules/.cache/bugle-sentry-sdks')

/** A project that Sentry's SDKs send to, with all that they sent. */
export interface SentryProject {
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
export class SentryStage {
  server!: BuiltServer
  account!: Account
  proxy!: RecordingProxy

  async open(environment: Record<string, string> = {}): Promise<void> {
    this.server = await BuiltServer.install(environment)
    this.server.start()
    await this.server.ready()
    this.account = await register(this.server.url, 'sentry')
    this.proxy = await openProxy(this.server.url)
  }

  async close(): Promise<void> {
    this.proxy?.close()
    await this.server?.remove()
  }

  async newProject(name: string): Promise<SentryProject> {
    const { account, proxy } = this
    const { id } = await createProject(account, name)
    const { dsn } = await request(account, 'POST', `/api/projects/${id}/dsn-keys`, { label: name })
    const number = new URL(dsn).pathname
    const exchanges = () => proxy.exchanges.filter(({ path }) => path.startsWith(`/api${number}/`))
    return {
      id,
      dsn: dsn.replace(/@[^/]+/, `@${new URL(proxy.url).host}`),
      exchanges,
      sent: (type) => exchanges().flatMap(({ items }) => items.filter((item) => item.type === type)),
      eventOf: async (clientId) =>
        (await arrived(() => request(account, 'GET', `/api/projects/${id}/events/${clientId}`))).event,
      outcomes: () => request(account, 'GET', `/api/projects/${id}/outcomes`),
    }
  }
}

/** @param environment settings of the server */
export function openSentryStage(environment: Record<string, string> = {}): SentryStage {
  const stage = new SentryStage()
  beforeAll(() => stage.open(environment))
  afterAll(() => stage.close())
  return stage
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
export async function expectAllAccounted(project: SentryProject): Promise<void> {
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
