import type { Issue } from '@bugle/protocol'
import { kindCount, typeOfKind } from './marked-event.ts'
import type { Note } from './sender.ts'

/** The part of an issue that is compared. */
export type CountedIssue = Pick<Issue, 'id' | 'type' | 'count'>

/** One fingerprint in one project. Figures count errors: an event with `repeat` stands for several. */
export interface ReconciliationRow {
  project: number
  type: string
  acknowledged: number
  unanswered: number
  issues: number
  count: number
  fault: string | undefined
}

/** Compares notes with issues by the invariant under every fault: one issue per fingerprint, and acknowledged ≤ count ≤ acknowledged + unanswered. */
export function reconcile(notes: readonly Note[], issues: readonly (readonly CountedIssue[])[]): ReconciliationRow[] {
  return issues.flatMap((seen, project) =>
    Array.from({ length: kindCount }, (_, kind) => reconcileKind(notes, seen, project, kind)),
  )
}

function reconcileKind(
  notes: readonly Note[],
  seen: readonly CountedIssue[],
  project: number,
  kind: number,
): ReconciliationRow {
  const type = typeOfKind(kind)
  const own = notes.filter(({ event }) => event.project === project && event.kind === kind)
  const sum = (outcome: Note['outcome']) =>
    own.reduce((total, note) => total + (note.outcome === outcome ? note.event.repeat : 0), 0)
  const issues = seen.filter((issue) => issue.type === type)
  const row = {
    project,
    type,
    acknowledged: sum('acknowledged'),
    unanswered: sum('unanswered'),
    issues: issues.length,
    count: issues.reduce((total, { count }) => total + count, 0),
  }
  const issueIds = new Set(own.filter(({ outcome }) => outcome === 'acknowledged').map(({ issueId }) => issueId))
  return { ...row, fault: faultOf(row, issueIds, issues[0]?.id) }
}

function faultOf(
  row: Omit<ReconciliationRow, 'fault'>,
  issueIds: ReadonlySet<string>,
  issueId: string | undefined,
): string | undefined {
  if (row.count < row.acknowledged) return `lost ${row.acknowledged - row.count}`
  if (row.count > row.acknowledged + row.unanswered)
    return `${row.count - row.acknowledged - row.unanswered} counted too often`
  if (row.issues > 1) return `split into ${row.issues} issues`
  if (issueIds.size > 1) return `acknowledged under ${issueIds.size} issue ids`
  const [acknowledgedAs] = issueIds
  // A response that names no issue says nothing about it.
  if (acknowledgedAs !== undefined && acknowledgedAs !== '' && acknowledgedAs !== issueId)
    return `acknowledged as ${acknowledgedAs}, is ${issueId}`
  return undefined
}
