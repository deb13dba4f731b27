import { type BodyOf, responseBody, type Schemas } from '@bugle/api-client'
import { invalidateListsAndDetails, setIssueDetail } from '@bugle/client-state/issue-cache'
import { issueKeys } from '@bugle/client-state/keys/issue-keys'
import { sentenceOf } from '@bugle/presentation/activity'
import { manyLines, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { mentionsIn } from '@bugle/presentation/mentions'
import { dayMs } from '@bugle/protocol/vocabulary'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useRef } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { reasonOf } from '../../../components/notice.tsx'
import { Section } from '../../../components/section.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { api } from '../../../lib/api.ts'
import { clearSent, onSubmit } from '../../../lib/on-submit.ts'
import { useMayInProject } from '../../../lib/permissions.tsx'
import { useKeys } from '../../../lib/use-keys.ts'
import { activityQuery, assigneesQuery } from '../queries.ts'
import { MentionField } from './mention-field.tsx'

type Entry = Schemas['ActivityEntry']

/** History and comments of an issue, newest last. */
export function Activity({ issueId, projectId }: { issueId: string; projectId: string }) {
  const mayComment = useMayInProject(projectId)('issue:write')
  const activity = useQuery(activityQuery(issueId))
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const assignees = useQuery(assigneesQuery(projectId)).data ?? []
  useKeys({ c: () => field.current?.focus() })
  const comment = useMutation({
    mutationFn: (body: BodyOf<'/api/issues/{id}/comments', 'post'>) =>
      responseBody(api.POST('/api/issues/{id}/comments', { params: { path: { id: issueId } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: issueKeys.activity(issueId) }),
  })
  const submit = onSubmit((fields, form) => {
    const text = String(fields.get('text')).trim()
    if (text !== '')
      comment.mutate({ text, ...mentionsIn(text, assignees) }, { onSuccess: () => clearSent(form, fields) })
  })
  return (
    <Section title={t('Activity and comments')}>
      {activity.isError && <p className="text-text-3">{reasonOf(activity.error)}</p>}
      <ol className="grid gap-3">
        {activity.data?.map((entry) => (
          <li key={entry.id} className="flex gap-3">
            {entry.by === null ? (
              <span className="grid size-6 shrink-0 place-items-center rounded-full bg-pressed text-text-2">
                <Bot size={14} aria-hidden />
              </span>
            ) : (
              <Avatar name={entry.by.name} />
            )}
            <div className="grid min-w-0 grow gap-1">
              <p className="min-h-6 leading-6">
                <span className="from-event font-medium">{oneLine(entry.by?.name ?? 'Bugle')}</span>{' '}
                <span className="from-event text-text-2">{sentenceOf(entry)}</span>{' '}
                <span className="text-12 text-text-3">
                  <TimeAgo at={entry.at} isPhrase />
                </span>
              </p>
              {mayComment && <UndoRepair entry={entry} issueId={issueId} />}
              {entry.kind === 'commented' && (
                <p
                  className="from-event rounded-card border border-border bg-surface px-3 py-2 whitespace-pre-wrap"
                  dir="auto"
                >
                  {manyLines(String(entry.details.text ?? ''))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {mayComment && (
        <form onSubmit={submit} className="grid gap-2">
          <MentionField ref={field} known={assignees} />
          {comment.isError && (
            <p role="alert" className="text-error-ink">
              {reasonOf(comment.error)}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" disabled={comment.isPending}>
              {t('Comment')}
            </Button>
          </div>
        </form>
      )}
    </Section>
  )
}

const undoMs = 7 * dayMs

/** Takes back what a late source map moved into the issue; nothing for other entries. */
function UndoRepair({ entry: { at, details }, issueId }: { entry: Entry; issueId: string }) {
  const client = useQueryClient()
  const undo = useMutation({
    mutationFn: (id: string) => responseBody(api.POST('/api/undo/{id}', { params: { path: { id } } })),
    onSuccess: ({ issues }) => {
      for (const issue of issues) setIssueDetail(client, issue)
      invalidateListsAndDetails(client, issues)
      return client.invalidateQueries({ queryKey: issueKeys.activity(issueId) })
    },
  })
  const id = details.undo_id
  if (typeof id !== 'string' || Date.now() - Date.parse(at) > undoMs) return null
  return (
    <>
      <Button variant="quiet" className="justify-self-start" disabled={undo.isPending} onClick={() => undo.mutate(id)}>
        {t('Undo')}
      </Button>
      {undo.isError && (
        <p role="alert" className="text-error-ink">
          {reasonOf(undo.error)}
        </p>
      )}
    </>
  )
}
