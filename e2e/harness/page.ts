import { get, type IncomingMessage } from 'node:http'
import type { EventUpdate, IssueUpdate } from '@bugle/protocol'
import { type Account, request } from './account.ts'
import { pause } from './built-server.ts'

/**
 * An open page as the server sees one: it receives the stream, reconnects with its last id, and reloads the list on
 * `reset`. Its contents must converge to the list.
 */
export class Page {
  readonly #account: Account
  readonly #counts = new Map<string, number>()
  readonly #created = new Set<string>()
  /** Issues reported as new twice. */
  readonly twice: string[] = []
  comebacks = 0
  #lastId = ''
  #response: IncomingMessage | undefined
  #isSlow = false
  #isClosed = false
  #loading: Promise<void> = Promise.resolve()

  constructor(account: Account) {
    this.#account = account
  }

  /** Opens the stream; resolves when it is open and the list is loaded. */
  async open(): Promise<void> {
    void this.#stay()
    while (this.#lastId === '') await pause(20)
    await this.#load()
  }

  /** Pauses or resumes reading. */
  setSlow(isSlow: boolean): void {
    this.#isSlow = isSlow
    if (isSlow) this.#response?.pause()
    else this.#response?.resume()
  }

  close(): void {
    this.#isClosed = true
    this.#response?.destroy()
  }

  /** How many issues it received as new. */
  get created(): number {
    return this.#created.size
  }

  /** Events by issue, as far as received. */
  async shown(): Promise<Record<string, number>> {
    await this.#loading
    return Object.fromEntries([...this.#counts].sort())
  }

  async #stay(): Promise<void> {
    for (; !this.#isClosed; this.comebacks += 1) {
      await this.#receive()
      await pause(50)
    }
  }

  /** Reads one connection to its end. */
  #receive(): Promise<void> {
    return new Promise((resolve) => {
      const { url, token } = this.#account
      const headers = { authorization: `Bearer ${token}`, ...(this.#lastId && { 'last-event-id': this.#lastId }) }
      const asked = get(`${url}/api/stream`, { headers, agent: false }, (response) => {
        this.#response = response
        let text = ''
        const isStream = response.statusCode === 200
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const blocks = (text + chunk).split('\n\n')
          text = blocks.pop()!
          if (isStream) for (const block of blocks) this.#read(block)
        })
        if (this.#isSlow) response.pause()
        response.on('error', () => {}).on('close', resolve)
      })
      asked.on('error', () => resolve())
    })
  }

  /** Parses a block of lines (HTML Standard, 9.2.6). */
  #read(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
    this.#lastId = field('id') ?? this.#lastId
    const event = field('event')
    const data = field('data') === undefined ? undefined : (JSON.parse(field('data')!) as unknown)
    if (event === 'reset') this.#loading = this.#loading.then(() => this.#load())
    if (event === 'issue.created') for (const id of (data as IssueUpdate).issue_ids) this.#create(id)
    if (event === 'event.received') for (const { id, count } of (data as EventUpdate).issues) this.#count(id, count)
  }

  #create(id: string): void {
    if (this.#created.has(id)) this.twice.push(id)
    this.#created.add(id)
    this.#count(id, 0)
  }

  #count(id: string, count: number): void {
    const before = this.#counts.get(id) ?? 0
    this.#counts.set(id, Math.max(before, count))
  }

  /** Retries while the server is unavailable. */
  async #load(): Promise<void> {
    for (; !this.#isClosed; await pause(100)) {
      try {
        const { issues } = await request(this.#account, 'GET', '/api/issues?limit=100')
        for (const { id, count } of issues) this.#count(id, count)
        return
      } catch {}
    }
  }
}
