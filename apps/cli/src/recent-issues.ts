import { responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from './context.ts'

type Issue = Schemas['Issue']

/** Issues that are compared after updates may have been missed: those with the latest events. */
const limit = 100

/**
 * Knows the counts of the latest issues, and finds what changed where the stream may have missed it: when it opens, and
 * when the server says so.
 */
export class RecentIssues {
  readonly #context: Context
  readonly #projectId: string | undefined
  readonly #counts = new Map<string, number>()

  /** @param projectId undefined for all projects */
  constructor(context: Context, projectId: string | undefined) {
    this.#context = context
    this.#projectId = projectId
  }

  /** Loads the counts to compare with; call it before the stream is opened. */
  async load(): Promise<void> {
    await this.findChanged()
  }

  /** Lists issues with more events than were known, the oldest change first. */
  async findChanged(): Promise<Issue[]> {
    const params = { query: { sort: 'last_seen' as const, status: 'all' as const, limit } }
    const { api } = this.#context
    const { issues } = await responseBody(
      this.#projectId === undefined
        ? api.GET('/api/issues', { params })
        : api.GET('/api/projects/{id}/issues', { params: { ...params, path: { id: this.#projectId } } }),
    )
    const changed = issues.filter(({ id, count }) => count > (this.#counts.get(id) ?? 0))
    for (const { id, count } of issues) this.#counts.set(id, count)
    return changed.reverse()
  }

  /** Records a count that the stream reported; false if it was known. */
  record(id: string, count: number): boolean {
    const isNew = count > (this.#counts.get(id) ?? 0)
    if (isNew) this.#counts.set(id, count)
    return isNew
  }
}
