import { largestFirst } from '@bugle/client-state/changes/merge-issues'
import { t } from '@bugle/presentation/i18n'
import { type Action, ignore, reopen } from '@bugle/presentation/issue-actions'
import {
  AlarmClock,
  BellOff,
  ChevronDown,
  GitMerge,
  type LucideIcon,
  RotateCcw,
  Trash2,
  UserRound,
  X,
} from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useMayInProject } from '../../../lib/permissions.tsx'
import { useKeys } from '../../../lib/use-keys.ts'
import { AssignMenu, SnoozeMenu } from '../action-menus.tsx'
import { DeleteIssues } from '../delete-issues.tsx'
import { useMergeIssues } from '../merge.ts'
import { ResolveButton } from '../resolve-button.tsx'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  /** Number of matching issues, loaded or not. */
  matching: number
  me: { id: string; name: string } | undefined
  onAction: (action: Action) => void
}

/** Actions on the selected issues. It replaces the filters; on phones it sits above the tab bar. */
export function BulkBar({ selection, matching, me, onAction }: BulkBarProps) {
  const { issues, isWhole, clear, asked } = selection
  const [isDeleting, setDeleting] = useState(false)
  const projectIds = new Set(issues.map(({ project_id }) => project_id))
  const projectId = projectIds.size === 1 ? [...projectIds][0] : undefined
  const may = useMayInProject(projectId)
  const mayChange = may('issue:write')
  return (
    <>
      <fieldset className="bulk-bar flex min-h-7 min-w-0 grow flex-wrap items-center gap-1 phone:fixed phone:inset-x-0 phone:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] phone:z-10 phone:flex-nowrap phone:overflow-x-auto phone:border-t phone:border-border phone:bg-surface phone:p-2 phone:whitespace-nowrap phone:*:shrink-0">
        <legend className="sr-only">{t('Selected issues')}</legend>
        <SelectedCount selection={selection} matching={matching} />
        {!mayChange && (
          <span className="text-12 text-text-3">{t('Your role in this organization lets you look only.')}</span>
        )}
        {mayChange && (
          <>
            <ResolveOrReopen {...{ selection, projectId, onAction }} />
            <BarButton icon={BellOff} onClick={() => onAction(ignore)}>
              {t('Ignore')}
            </BarButton>
            <SnoozeMenu
              keyName="s"
              isOpenAtFirst={asked === 's'}
              onAction={onAction}
              trigger={
                <BarButton icon={AlarmClock} hasMenu>
                  {t('Snooze')}
                </BarButton>
              }
            />
            <AssignMenu
              me={me}
              projectId={projectId}
              onAction={onAction}
              trigger={
                <BarButton icon={UserRound} hasMenu>
                  {t('Assign')}
                </BarButton>
              }
            />
            <MergeButton selection={selection} />
          </>
        )}
        {may('issue:delete') && (
          <BarButton icon={Trash2} disabled={isWhole} onClick={() => setDeleting(true)}>
            {t('Delete')}
          </BarButton>
        )}
        <BarButton
          icon={X}
          variant="quiet"
          className="ml-auto phone:order-first phone:ml-0"
          onClick={clear}
          aria-label={t('Clear selection')}
        />
      </fieldset>
      {isDeleting && <DeleteIssues issues={issues} onClose={() => setDeleting(false)} onDone={clear} />}
    </>
  )
}

interface BarButtonProps extends ComponentProps<typeof Button> {
  icon: LucideIcon
  hasMenu?: boolean
}

function BarButton({ icon: Icon, hasMenu, className = '', children, ...rest }: BarButtonProps) {
  return (
    <Button {...rest} className={`min-h-7 px-2 text-12 ${className}`}>
      <Icon size={14} aria-hidden />
      {children}
      {hasMenu && <ChevronDown size={12} aria-hidden />}
    </Button>
  )
}

/** How many issues are selected, and the offer to select everything that matches. */
function SelectedCount({ selection, matching }: Pick<BulkBarProps, 'selection' | 'matching'>) {
  const { issues, isWhole, whole } = selection
  return (
    <>
      <span role="status" className="px-1 font-semibold tabular-nums">
        {t('{{count, number}} selected', { count: isWhole ? matching : issues.length })}
      </span>
      {issues.length < matching && !isWhole && (
        <button
          type="button"
          onClick={whole}
          className="inline-flex min-h-6 items-center rounded-pill px-1 text-12 text-accent-ink hover:underline coarse:min-h-11 phone:order-last"
        >
          {t('Select all {{count, number}} that match', { count: matching })}
        </button>
      )}
    </>
  )
}

/** Resolves the unresolved ones of a selection; reopens it if there are none. */
function ResolveOrReopen({
  selection,
  projectId,
  onAction,
}: Pick<BulkBarProps, 'selection' | 'onAction'> & { projectId: string | undefined }) {
  const { issues, isWhole, asked } = selection
  const open = issues.filter(({ status }) => status === 'unresolved').length
  if (open === 0)
    return (
      <BarButton icon={RotateCcw} onClick={() => onAction(reopen)}>
        {t('Reopen')}
      </BarButton>
    )
  const isPart = !isWhole && open < issues.length
  return (
    <ResolveButton
      release={null}
      projectId={projectId}
      className="min-h-7 text-12"
      isOpenAtFirst={asked === '⇧e'}
      onAction={onAction}
    >
      {isPart ? t('Resolve {{open}} of {{all}}', { open, all: issues.length }) : t('Resolve')}
    </ResolveButton>
  )
}

/** Merges the selection into its issue with the most events. Issues of several projects cannot be merged. */
function MergeButton({ selection: { issues, isWhole, clear } }: Pick<BulkBarProps, 'selection'>) {
  const merge = useMergeIssues()
  const isOneProject = new Set(issues.map(({ project_id }) => project_id)).size === 1
  const canMerge = !isWhole && issues.length > 1 && isOneProject && !merge.isPending
  const mergeAll = () => canMerge && merge.mutate(largestFirst(issues), { onSuccess: clear })
  useKeys({ m: mergeAll })
  return (
    <BarButton
      icon={GitMerge}
      disabled={!canMerge}
      title={isOneProject ? t('Merge into the issue with the most events') : t('Issues of one project only')}
      onClick={mergeAll}
    >
      {t('Merge')}
    </BarButton>
  )
}
