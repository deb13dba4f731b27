import { shortCount, titleOf } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import { reasonOf } from '../../../components/notice.tsx'
import { useMergeIssues } from '../merge.ts'
import { type Issue, mergeCandidatesQuery } from '../queries.ts'

/** Chooses issues to merge into this one; their ids redirect to it afterwards. */
export function MergeDialog({ issue, onClose }: { issue: Issue; onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Issue[]>([])
  const merge = useMergeIssues()
  const found = useQuery(mergeCandidatesQuery(issue.project_id, useDeferredValue(text.trim())))
  const others = (found.data ?? []).filter(({ id }) => id !== issue.id).slice(0, 20)
  const toggle = (other: Issue) =>
    setChosen(
      chosen.some(({ id }) => id === other.id) ? chosen.filter(({ id }) => id !== other.id) : [...chosen, other],
    )
  return (
    <Dialog title={t('Merge into {{id}}', { id: issue.short_id })} size="wide" onClose={onClose}>
      <p className="text-text-2">
        {t('The selected issues become part of this one. You can undo this or unmerge them later.')}
      </p>
      <Field
        label={t('Search issues of this project')}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        placeholder={issue.type}
        error={found.isError ? reasonOf(found.error) : undefined}
      />
      <ul className="max-h-72 overflow-y-auto rounded-card border border-border">
        {others.map((other) => (
          <li key={other.id} className="border-b border-border last:border-b-0">
            <label className="flex min-h-10 cursor-pointer items-center gap-3 px-3 hover:bg-sunken coarse:min-h-11">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.some(({ id }) => id === other.id)}
                onChange={() => toggle(other)}
              />
              <span className="flex min-w-0 grow items-center gap-x-3 phone:flex-col phone:items-stretch phone:py-1">
                <span className="from-event min-w-0 grow truncate" dir="auto">
                  {titleOf(other)}
                </span>
                <span className="flex shrink-0 justify-between text-12">
                  <span className="font-mono text-text-3">{other.short_id}</span>
                  <span className="w-12 text-right text-text-2 tabular-nums">{shortCount(other.count)}</span>
                </span>
              </span>
            </label>
          </li>
        ))}
        {others.length === 0 && (
          <li className="px-3 py-4 text-text-3">{found.isPending ? t('Loading…') : t('No issue matches.')}</li>
        )}
      </ul>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          disabled={chosen.length === 0 || merge.isPending}
          onClick={() => merge.mutate([issue, ...chosen], { onSuccess: onClose })}
        >
          {chosen.length === 0 ? t('Merge') : t('Merge {{count, number}} issues', { count: chosen.length + 1 })}
        </Button>
      </div>
    </Dialog>
  )
}
