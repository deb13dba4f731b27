import { responseBody } from '@bugle/api-client'
import { t } from '@bugle/presentation/i18n'
import type { QueryClient } from '@tanstack/react-query'
import { invalidateListsAndDetails, setIssueDetail } from '../issue-cache.ts'
import type { Toast } from '../toasts.ts'
import type { ChangeDeps } from './deps.ts'

type UndoDeps = Pick<ChangeDeps, 'api' | 'toasts' | 'reasonOf' | 'outbox'>

/** The action of a toast about a change that can be undone; none where nothing was changed. */
export function undoAction(
  deps: UndoDeps,
  client: QueryClient,
  { undoIds, name }: { undoIds: readonly string[]; name: string },
): Pick<Toast, 'action'> {
  if (undoIds.length === 0) return {}
  const undoNow = () => undo(deps, client, undoIds, name)
  return { action: { label: t('Undo'), run: () => void (deps.outbox?.undo(undoNow) ?? undoNow()) } }
}

/** Restores what several changes replaced, the latest first. */
export async function undo(
  { api, toasts, reasonOf }: UndoDeps,
  client: QueryClient,
  undoIds: readonly string[],
  name: string,
): Promise<void> {
  try {
    for (const id of undoIds.toReversed()) {
      const { issues } = await responseBody(api().POST('/api/undo/{id}', { params: { path: { id } } }))
      for (const issue of issues) setIssueDetail(client, issue)
      invalidateListsAndDetails(client, issues)
    }
  } catch (error) {
    const text = `${t("Couldn't undo the change of {{name}}.", { name })} ${reasonOf(error)}`
    toasts.showToast({ text, isFailure: true })
  }
}
