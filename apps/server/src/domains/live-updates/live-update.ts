import { toHexId } from '@bugle/protocol'

/** Changes of the issues of one project. Ids have 32 hex digits. */
export interface ProjectChanges {
  created?: string[]
  updated?: string[]
  regressed?: string[]
  /** Issues with new events, each with its total and the time it was last seen, in epoch milliseconds. */
  received?: [issueId: string, count: number, lastSeenAt: number][]
  /** Set if more issues changed than are listed: clients reload the issues on screen. */
  isCut?: true
}

/** Changes by project number. */
export type LiveUpdate = Record<string, ProjectChanges>

export interface IssueKey {
  projectId: number
  issueId: string
}

type IssueChange = 'created' | 'updated' | 'regressed'
const changes: readonly IssueChange[] = ['created', 'updated', 'regressed']

/** Issues listed per kind and project; a page shows no more. */
const maxNamed = 100

interface Sum extends Record<IssueChange, Set<string>> {
  received: Map<string, [count: number, lastSeenAt: number]>
  isCut: boolean
}

/** Sums updates. The sum stays small: it lists at most a hundred issues per kind and project. */
export class LiveUpdateSum {
  readonly #projects = new Map<number, Sum>()

  get isEmpty(): boolean {
    return this.#projects.size === 0
  }

  add(change: IssueChange, { projectId, issueId }: IssueKey): void {
    const sum = this.#of(projectId)
    const ids = sum[change]
    if (ids.size < maxNamed) ids.add(toHexId(issueId))
    else if (!ids.has(toHexId(issueId))) sum.isCut = true
  }

  addReceived({ projectId, issueId }: IssueKey, count: number, lastSeenAt: number): void {
    const sum = this.#of(projectId)
    const id = toHexId(issueId)
    if (sum.received.size < maxNamed || sum.received.has(id)) sum.received.set(id, [count, lastSeenAt])
    else sum.isCut = true
  }

  addAll(update: LiveUpdate): void {
    for (const [number, project] of Object.entries(update)) {
      const projectId = Number(number)
      for (const change of changes)
        for (const issueId of project[change] ?? []) this.add(change, { projectId, issueId })
      for (const [issueId, count, lastSeenAt] of project.received ?? [])
        this.addReceived({ projectId, issueId }, count, lastSeenAt)
      if (project.isCut) this.#of(projectId).isCut = true
    }
  }

  toUpdate(): LiveUpdate {
    return Object.fromEntries([...this.#projects].map(([projectId, sum]) => [projectId, toProjectChanges(sum)]))
  }

  #of(projectId: number): Sum {
    const known = this.#projects.get(projectId)
    if (known !== undefined) return known
    const sum: Sum = {
      created: new Set(),
      updated: new Set(),
      regressed: new Set(),
      received: new Map(),
      isCut: false,
    }
    this.#projects.set(projectId, sum)
    return sum
  }
}

function toProjectChanges(sum: Sum): ProjectChanges {
  return {
    ...Object.fromEntries(changes.flatMap((change) => (sum[change].size === 0 ? [] : [[change, [...sum[change]]]]))),
    ...(sum.received.size > 0 && {
      received: [...sum.received].map(([id, [count, at]]): [string, number, number] => [id, count, at]),
    }),
    ...(sum.isCut && { isCut: true }),
  }
}
