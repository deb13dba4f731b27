import type { Schemas } from '@bugle/api-client'

/** Types of the server's live updates, as the API names them. */
export const liveUpdateTypes = ['issue.created', 'issue.updated', 'issue.regressed', 'event.received', 'reset'] as const

export interface LiveUpdate {
  type: (typeof liveUpdateTypes)[number]
  issueIds: string[]
  /** Whether it concerns more issues than it names. */
  hasMore: boolean
}

/** Parses a message of the stream; undefined if this version does not know its type. */
export function parseLiveUpdate(type: string | undefined, data: string): LiveUpdate | undefined {
  const known = liveUpdateTypes.find((one) => one === type)
  return known && { type: known, ...issuesIn(data) }
}

function issuesIn(data: string): Pick<LiveUpdate, 'issueIds' | 'hasMore'> {
  try {
    const update = JSON.parse(data) as Partial<Schemas['IssueUpdate'] & Schemas['EventUpdate']>
    return { issueIds: update.issue_ids ?? update.issues?.map(({ id }) => id) ?? [], hasMore: update.more === true }
  } catch {
    return { issueIds: [], hasMore: false }
  }
}
