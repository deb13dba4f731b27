import { changeIssues } from '../change-issues.ts'
import type { Context } from '../context.ts'

/** Reopens issues that were resolved, snoozed or ignored. */
export async function run(context: Context, named: string[]): Promise<void> {
  await changeIssues(context, named, { status: 'unresolved' }, ({ short_id }) => `Reopened ${short_id}.`)
}
