import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import type { Context } from './context.ts'
import { findIssueId } from './issue-ids.ts'

export type IssueChange = BodyOf<'/api/issues/{id}', 'patch'>

/** Changes each of the named issues, and says how to undo it. */
export async function changeIssues(
  context: Context,
  named: string[],
  body: IssueChange,
  describe: (issue: Schemas['Issue']) => string,
): Promise<void> {
  for (const one of named) {
    const id = await findIssueId(context, one)
    const changed = await responseBody(context.api.PATCH('/api/issues/{id}', { params: { path: { id } }, body }))
    const { issue, undo_id } = changed
    context.output.result({ ...issue, undo_id }, () => describe(issue))
    if (undo_id !== null) context.output.note(`To undo it: bugle issues undo ${undo_id}`)
  }
}
