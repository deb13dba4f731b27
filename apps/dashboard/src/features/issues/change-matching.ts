import { changeMatching, type Matching } from '@bugle/client-state/changes/change-matching'
import { runMutation } from '@bugle/client-state/changes/run-mutation'
import type { Action } from '@bugle/presentation/issue-actions'
import type { QueryClient } from '@tanstack/react-query'
import { deps } from './change.ts'

const changing = changeMatching(deps)

/** Changes everything that matches a search. A toast says what became of it. */
export async function changeAllMatching(client: QueryClient, matching: Matching, action: Action): Promise<void> {
  await runMutation(client, changing, { matching, action }).catch(() => {})
}
