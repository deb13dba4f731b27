import { isPlainMessage, manyLines, oneLine, titleOf, typeParts } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type Action, assign, ignore, mainActionOf, resolve } from '@bugle/presentation/issue-actions'
import {
  AlarmClock,
  BellOff,
  ChevronDown,
  Ellipsis,
  FileText,
  GitMerge,
  Link2,
  RotateCcw,
  Smartphone,
  Trash2,
  UserRound,
} from 'lucide-react'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { CopyButton, copyText } from '../../../components/copy-button.tsx'
import { LevelIcon, levelLabel } from '../../../components/level-icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../components/menu.tsx'
import { StatusPill } from '../../../components/status-pill.tsx'
import { basePath } from '../../../lib/base-path.ts'
import { indexed } from '../../../lib/indexed.ts'
import { useMayInProject } from '../../../lib/permissions.tsx'
import { isSecondTap } from '../../../lib/second-tap.ts'
import { useUnsent } from '../../../lib/unsent.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { AssignMenu, SnoozeMenu } from '../action-menus.tsx'
import { DeleteIssues } from '../delete-issues.tsx'
import type { Issue } from '../queries.ts'
import { ResolveButton } from '../resolve-button.tsx'
import { MergeDialog } from './merge-dialog.tsx'

interface IssueHeaderProps {
  issue: Issue
  me: { id: string; name: string } | undefined
  /** Returns the issue as text for a ticket. */
  markdown: () => string
  link: () => string
  /** Where the latest event failed. */
  culprit: string | null
  onAction: (action: Action) => void
  onDeleted: () => void
  /** Further actions. */
  children?: ReactNode
}

/** Title, status and actions of an issue. On phones the actions sit at the bottom. */
export function IssueHeader({
  issue,
  me,
  markdown,
  link,
  culprit,
  onAction: act,
  onDeleted,
  children,
}: IssueHeaderProps) {
  const [asked, setAsked] = useState<'merge' | 'delete'>()
  const may = useMayInProject(issue.project_id)
  const mayChange = may('issue:write')
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const copyMarkdown = () => copyText(markdown(), t('Copied as Markdown'))
  const copyLink = () => copyText(link(), t('Link copied'))
  useKeys({
    e: () => mayChange && act(mainActionOf(issue)),
    i: () => mayChange && issue.status !== 'ignored' && act(ignore),
    a: () => mayChange && me && act(assign(issue.assignee?.id === me.id ? null : me)),
    y: copyMarkdown,
    '⇧y': copyLink,
  })
  return (
    // Title and actions stay in view while the screen around them scrolls.
    <header className="contents">
      <div className="sticky top-0 z-[5] flex items-start gap-3 bg-bg py-1 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-2 after:bg-linear-to-b after:from-bg after:to-transparent phone:static phone:py-0 phone:after:hidden">
        <span className="flex h-8 shrink-0 items-center phone:h-7">
          <LevelIcon level={issue.level} size={20} />
        </span>
        <Title issue={issue} isOpen={isOpen} onLong={setLong} />
        <div className="flex shrink-0 gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-10 phone:*:first:grow phone:border-t phone:border-border phone:bg-surface phone:p-2 phone:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
          {mayChange && (
            <>
              <MainAction issue={issue} onAction={act} />
              <SnoozeMenu
                align="end"
                keyName="s"
                onAction={act}
                trigger={
                  <Button className="phone:min-h-11 phone:grow" title={t('Key {{key}}', { key: 's' })}>
                    <AlarmClock size={16} aria-hidden />
                    <span className={children === undefined ? '' : 'phone:sr-only'}>{t('Snooze')}</span>
                    <ChevronDown size={14} aria-hidden />
                  </Button>
                }
              />
              {issue.status !== 'ignored' && (
                <Button className="phone:hidden" title={t('Key {{key}}', { key: 'i' })} onClick={() => act(ignore)}>
                  <BellOff size={16} aria-hidden />
                  <span className="max-lg:sr-only">{ignore.label}</span>
                </Button>
              )}
              <span className="flex phone:hidden">
                <AssignMenu
                  me={me}
                  projectId={issue.project_id}
                  align="end"
                  onAction={act}
                  trigger={
                    <Button>
                      <UserRound size={16} aria-hidden />
                      {t('Assign')}
                      <ChevronDown size={14} aria-hidden />
                    </Button>
                  }
                />
              </span>
            </>
          )}
          <MoreMenu
            {...{
              issue,
              me,
              mayChange,
              mayDelete: may('issue:delete'),
              onCopyMarkdown: copyMarkdown,
              onCopyLink: copyLink,
              onAction: act,
              onAsk: setAsked,
            }}
          />
          {children}
        </div>
      </div>
      <div className="grid gap-1.5">
        {isLong && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-6 items-center justify-self-start text-12 text-accent-ink hover:underline coarse:min-h-11"
          >
            {isOpen ? t('Show less') : t('Show all')}
          </button>
        )}
        {isOpen && (
          <p className="from-event text-14 whitespace-pre-line text-text-2" dir="auto">
            {manyLines(issue.message)}
          </p>
        )}
        <IssueFacts issue={issue} culprit={culprit} />
      </div>
      {asked === 'merge' && <MergeDialog issue={issue} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteIssues issues={[issue]} onClose={() => setAsked(undefined)} onDone={onDeleted} />}
    </header>
  )
}

/** Level, status, short id, assignee and culprit, in one line where there is room. */
function IssueFacts({ issue, culprit }: { issue: Issue; culprit: string | null }) {
  const isUnsent = useUnsent().issueIds.has(issue.id)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-text-2">{levelLabel(issue.level)}</span>
      <StatusPill state={issue} isUnsent={isUnsent} />
      <span className="flex items-center font-mono text-12 text-text-3">
        {issue.short_id}
        <CopyButton text={issue.short_id} label={t('Copy short ID')} />
      </span>
      {issue.assignee !== null && (
        <span className="flex items-center gap-1.5 text-12 text-text-2">
          <Avatar name={issue.assignee.name} size={20} />
          <span className="from-event max-w-40 truncate">{oneLine(issue.assignee.name)}</span>
        </span>
      )}
      {culprit !== null && (
        <span className="from-event min-w-0 font-mono text-12 text-text-3 wrap-anywhere" dir="auto">
          {oneLine(culprit)}
        </span>
      )}
    </div>
  )
}

/** Resolves the issue; one that is not open is reopened. */
function MainAction({ issue, onAction }: { issue: Issue; onAction: (action: Action) => void }) {
  if (issue.status === 'unresolved')
    return (
      <ResolveButton
        variant="main"
        className="phone:min-h-11"
        release={issue.last_release}
        projectId={issue.project_id}
        align="end"
        onAction={onAction}
      >
        {resolve.label}
      </ResolveButton>
    )
  const main = mainActionOf(issue)
  return (
    <Button
      variant="main"
      onClick={(event) => isSecondTap(event) || onAction(main)}
      title={t('Key {{key}}', { key: 'e' })}
      className="phone:min-h-11"
    >
      <RotateCcw size={16} aria-hidden />
      {main.label}
    </Button>
  )
}

interface MoreMenuProps extends Pick<IssueHeaderProps, 'issue' | 'me' | 'onAction'> {
  mayChange: boolean
  mayDelete: boolean
  onCopyMarkdown: () => void
  onCopyLink: () => void
  onAsk: (dialog: 'merge' | 'delete') => void
}

function MoreMenu({ issue, me, mayChange, mayDelete, ...on }: MoreMenuProps) {
  const { onCopyMarkdown, onCopyLink, onAction, onAsk } = on
  // A mail leads here; the app is not served below a path.
  const isPhone = useIsPhone()
  return (
    <Menu
      align="end"
      trigger={
        <Button className="px-2 phone:min-h-11 phone:min-w-11" aria-label={t('More actions')}>
          <Ellipsis size={16} aria-hidden />
        </Button>
      }
    >
      {mayChange && (
        <MenuItem disabled={issue.status === 'ignored'} onSelect={() => onAction(ignore)}>
          <BellOff size={16} aria-hidden />
          {t('Ignore forever')}
        </MenuItem>
      )}
      {mayChange && me !== undefined && (
        <MenuItem onSelect={() => onAction(assign(issue.assignee?.id === me.id ? null : me))}>
          <UserRound size={16} aria-hidden />
          {issue.assignee?.id === me.id ? t('Unassign') : t('Assign to me')}
        </MenuItem>
      )}
      {mayChange && <MenuLine />}
      <MenuItem onSelect={onCopyMarkdown}>
        <FileText size={16} aria-hidden />
        {t('Copy as Markdown')}
      </MenuItem>
      <MenuItem onSelect={onCopyLink}>
        <Link2 size={16} aria-hidden />
        {t('Copy link')}
      </MenuItem>
      {isPhone && basePath === '' && (
        <MenuItem onSelect={() => location.assign(`/m/issues/${issue.id}`)}>
          <Smartphone size={16} aria-hidden />
          {t('Open in the app')}
        </MenuItem>
      )}
      {mayChange && (
        <>
          <MenuLine />
          <MenuItem onSelect={() => onAsk('merge')}>
            <GitMerge size={16} aria-hidden />
            {t('Merge with…')}
          </MenuItem>
        </>
      )}
      {mayDelete && (
        <MenuItem isDanger onSelect={() => onAsk('delete')}>
          <Trash2 size={16} aria-hidden />
          {t('Delete…')}
        </MenuItem>
      )}
    </Menu>
  )
}

interface TitleProps {
  issue: Issue
  isOpen: boolean
  /** Says whether the message has more than two lines have room for. */
  onLong: (isLong: boolean) => void
}

/** Type and message in two lines at most. */
function Title({ issue, isOpen, onLong }: TitleProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const message = oneLine(issue.message).trim()
  const isAlone = isPlainMessage(issue.type) && message !== ''
  const [qualifier, name] = typeParts(issue.type)
  const hasLines = issue.message.trim().includes('\n')
  useLayoutEffect(() => {
    const element = title.current
    if (element !== null && !isOpen) onLong(hasLines || element.scrollHeight > element.clientHeight + 1)
  }, [hasLines, isOpen, onLong])
  return (
    <h1
      ref={title}
      className="from-event line-clamp-2 min-w-0 grow pt-0.5 text-20 font-semibold phone:pt-0"
      dir="auto"
      title={titleOf(issue)}
    >
      {!isAlone && (
        <bdi>
          {qualifier !== '' && (
            // Two lines have no room for it beside the actions, or on a phone.
            <span className="max-xl:hidden">{indexed(qualifier.split(/(?<=[\\/.:])/)).map(toPart)}</span>
          )}
          {indexed(name.split(/(?<=[\\/.:])/)).map(toPart)}
        </bdi>
      )}
      {message !== '' && !isOpen && (
        <span className={isAlone ? '' : 'font-normal text-text-2'}>
          {!isAlone && ': '}
          <bdi>{message}</bdi>
        </span>
      )}
    </h1>
  )
}

/** Long qualified names break between their parts. */
function toPart({ index, item }: { index: number; item: string }) {
  return (
    <Fragment key={index}>
      {item}
      <wbr />
    </Fragment>
  )
}
