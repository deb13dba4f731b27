import { limits } from '@bugle/protocol'
import { minuteMs } from '../../../lib/time.ts'
import type { KnownToken } from '../admission/index.ts'
import type { FoldableReport } from './security-report.ts'

/** Events of reports that a project gets in a minute; a page with a wrong policy sends one for each of its elements. */
const maxPerMinute = 100
/** Kinds of reports that are being folded; each holds its latest report. */
const maxWindows = 2000

/** Equal reports of a project. */
interface Window {
  /** Epoch milliseconds. */
  since: number
  /** The latest that was folded; undefined if there was none. */
  latest: FoldableReport | undefined
  token: KnownToken
  count: number
}

interface ReportFoldsOptions {
  now: () => Date
  /** Stores an event that stands for several; resolves to false if it should be tried again. */
  store: (report: FoldableReport, token: KnownToken) => Promise<boolean>
}

/**
 * Folds equal reports of browsers. The first of its kind is stored at once; those that follow within a minute become one
 * event at its end. Browsers never send a report again, so that a crash of the process loses the count of a minute.
 */
export class ReportFolds {
  readonly #options: ReportFoldsOptions
  readonly #windows = new Map<string, Window>()
  #minute = 0
  readonly #perMinute = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: ReportFoldsOptions) {
    this.#options = options
  }

  /** Decides about a report: it is stored now, was folded into an event that is stored later, or is one too many. */
  take(report: FoldableReport, token: KnownToken): 'store' | 'folded' | 'over' {
    const now = this.#options.now().getTime()
    const { release = '', environment = '' } = report.sent
    const key = JSON.stringify([token.projectId, report.key, release, environment])
    const window = this.#windows.get(key)
    if (window !== undefined && now - window.since < minuteMs) {
      window.latest = report
      window.token = token
      window.count += report.repeat
      return 'folded'
    }
    if (!this.#mayStore(token.projectId, now)) return 'over'
    // One that has folded reports keeps them until they are stored.
    if (window === undefined && this.#windows.size < maxWindows)
      this.#windows.set(key, { since: now, latest: undefined, token, count: 0 })
    this.#timer ??= setInterval(() => void this.storeDue(), 1000).unref()
    return 'store'
  }

  /** Stores what was folded in minutes that are over. */
  async storeDue(): Promise<void> {
    const now = this.#options.now().getTime()
    const due = [...this.#windows].filter(([, { since }]) => now - since >= minuteMs)
    await Promise.all(due.map(([key, window]) => this.#end(key, window, now)))
    if (this.#windows.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Stores everything that was folded. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#windows].map(([key, window]) => this.#end(key, window, 0)))
  }

  async #end(key: string, window: Window, now: number): Promise<void> {
    const { latest, token, count } = window
    if (latest === undefined) {
      this.#windows.delete(key)
      return
    }
    const repeat = Math.min(count, limits.repeat)
    const rest = count - repeat
    Object.assign(window, { since: now, latest: rest > 0 ? latest : undefined, count: rest })
    if (await this.#options.store({ ...latest, repeat }, token)) return
    window.latest ??= latest
    window.count += repeat
  }

  #mayStore(projectId: number, now: number): boolean {
    const minute = Math.trunc(now / minuteMs)
    if (minute !== this.#minute) this.#perMinute.clear()
    this.#minute = minute
    const count = (this.#perMinute.get(projectId) ?? 0) + 1
    this.#perMinute.set(projectId, count)
    return count <= maxPerMinute
  }
}
