import { AlarmClock, BellOff, ChevronDown, GitMerge, RotateCcw, Trash2, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { t } from '../../lib/i18n.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { AssignMenu, SnoozeMenu } from './action-menus.tsx'
import { type Action, ignore, reopen } from './actions.ts'
import { useMergeIssues } from './change.ts'
import { DeleteIssues } from './delete-issues.tsx'
import { ResolveButton } from './resolve-button.tsx'
import type { AskedMenu, Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  /** Number of matching issues, loaded or not. */
  matching: number
  me: { id: string; name: string } | undefined
  /** Menu whose key was pressed before anything was selected; it opens with the bar. */
  asked: AskedMenu | undefined
  onAction: (action: Action) => void
}

/** Actions on the selected issues. It replaces the filters; on phones it sits above the tab bar. */
export function BulkBar({ selection, matching, me, asked, onAction }: BulkBarProps) {
  const { issues, isWhole, clear } = selection
  const merge = useMergeIssues()
  const [isDeleting, setDeleting] = useState(false)
  const open = issues.filter(({ status }) => status === 'unresolved').length
  const count = issues.length
  const isOneProject = new Set(issues.map(({ project_id }) => project_id)).size === 1
  const canMerge = !isWhole && count > 1 && isOneProject && !merge.isPending
  const mergeAll = () =>
    canMerge &&
    merge.mutate(
      issues.toSorted((one, other) => other.count - one.count),
      { onSuccess: clear },
    )
  useKeys({ m: mergeAll })
  const how =
    !isWhole && open > 0 && open < count ? t('Resolve {{open}} of {{all}}', { open, all: count }) : t('Resolve')
  const button = 'min-h-7 px-2 text-12'
  const down = <ChevronDown size={12} aria-hidden />
  return (
    <>
      <fieldset className="flex min-h-7 min-w-0 grow flex-wrap items-center gap-1 phone:fixed phone:inset-x-0 phone:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] phone:z-10 phone:flex-nowrap phone:overflow-x-auto phone:border-t phone:border-border phone:bg-surface phone:p-2 phone:whitespace-nowrap phone:*:shrink-0">
        <legend className="sr-only">{t('Selected issues')}</legend>
        <span role="status" className="px-1 font-semibold tabular-nums">
          {t('{{count, number}} selected', { count: isWhole ? matching : count })}
        </span>
        {count < matching && !isWhole && (
          <button
            type="button"
            onClick={selection.whole}
            className="inline-flex min-h-6 items-center rounded-pill px-1 text-12 text-accent-ink hover:underline coarse:min-h-11 phone:order-last"
          >
            {t('Select all {{count, number}} that match', { count: matching })}
          </button>
        )}
        {open > 0 ? (
          <ResolveButton release={null} className="min-h-7 text-12" isOpenAtFirst={asked === '⇧e'} onAction={onAction}>
            {how}
          </ResolveButton>
        ) : (
          <Button className={button} onClick={() => onAction(reopen)}>
            <RotateCcw size={14} aria-hidden />
            {t('Reopen')}
          </Button>
        )}
        <Button className={button} onClick={() => onAction(ignore)}>
          <BellOff size={14} aria-hidden />
          {t('Ignore')}
        </Button>
        <SnoozeMenu
          keyName="s"
          isOpenAtFirst={asked === 's'}
          onAction={onAction}
          trigger={
            <Button className={button}>
              <AlarmClock size={14} aria-hidden />
              {t('Snooze')}
              {down}
            </Button>
          }
        />
        <AssignMenu
          me={me}
          onAction={onAction}
          trigger={
            <Button className={button}>
              <UserRound size={14} aria-hidden />
              {t('Assign')}
              {down}
            </Button>
          }
        />
        <Button
          className={button}
          disabled={!canMerge}
          title={isOneProject ? t('Merge into the issue with the most events') : t('Issues of one project only')}
          onClick={mergeAll}
        >
          <GitMerge size={14} aria-hidden />
          {t('Merge')}
        </Button>
        <Button className={button} disabled={isWhole} onClick={() => setDeleting(true)}>
          <Trash2 size={14} aria-hidden />
          {t('Delete')}
        </Button>
        <Button
          variant="quiet"
          className={`${button} ml-auto phone:order-first phone:ml-0`}
          onClick={clear}
          aria-label={t('Clear selection')}
        >
          <X size={14} aria-hidden />
        </Button>
      </fieldset>
      {isDeleting && <DeleteIssues issues={issues} onClose={() => setDeleting(false)} onDone={clear} />}
    </>
  )
}
