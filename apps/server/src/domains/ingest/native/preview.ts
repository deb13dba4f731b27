import { type GroupingPreview, type IngestEvent, toBoundId, toUuid } from '@bugle/protocol'
import type { Database } from '../../../db/database.ts'
import { droppedOf, fingerprintOf, groupIdOf, groupingOf, limitWork } from '../../grouping/index.ts'
import { findIssue } from '../../issues/index.ts'
import { awaitDigest, groupingInputOf } from '../../pipeline/index.ts'

export interface PreviewDeps {
  db: Database
}

/** Groups a valid event as ingest does, and looks up where its group belongs now. Writes nothing. */
export async function previewGrouping(
  { db }: PreviewDeps,
  projectId: number,
  event: IngestEvent,
): Promise<GroupingPreview> {
  const input = groupingInputOf({ event })
  const grouping = groupingOf(input, limitWork())
  const fingerprint = fingerprintOf(grouping)
  const groupId = toUuid(groupIdOf(projectId, fingerprint))
  const issue = await awaitDigest(db, () => findIssue(db, projectId, groupId))
  const { version, reason, components } = grouping
  return {
    issue_id: toBoundId('iss', projectId, issue?.issueId ?? groupId),
    issue_exists: issue !== undefined,
    fingerprint,
    grouping: { version, reason, components, dropped: droppedOf(input) },
  }
}
