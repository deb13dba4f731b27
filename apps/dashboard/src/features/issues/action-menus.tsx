import { t } from '@bugle/presentation/i18n'
import {
  type Action,
  assign,
  resolve,
  resolveIn,
  resolveInNext,
  snooze,
  snoozes,
} from '@bugle/presentation/issue-actions'
import { limits } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Menu, MenuItem, MenuLine, type TriggerProps } from '../../components/menu.tsx'
import { toLocalTime, tomorrowMorning } from '../../lib/local-time.ts'
import { assigneesQuery, valuesQuery } from './queries.ts'

interface ActionMenuProps {
  trigger: ReactElement<TriggerProps>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  keyName?: string
  isOpenAtFirst?: boolean
  onAction: (action: Action) => void
}

interface ResolveMenuProps extends ActionMenuProps {
  /** Latest release of the issue, where it is known. */
  release: string | null
  /** The project of the issues; undefined if they are of several. */
  projectId: string | undefined
}

/** Chooses the release that has the fix: now, the next, or a named one. */
export function ResolveMenu({ release, projectId, onAction, ...menu }: ResolveMenuProps) {
  const [isNaming, setNaming] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const releases = useQuery({
    ...valuesQuery(projectId ?? '', 'release', ''),
    enabled: isAsked && release === null && projectId !== undefined,
  }).data
  const hasNone = release === null && releases?.length === 0
  const noRelease = t('No event has named a release yet.')
  return (
    <>
      <Menu {...menu} onOpenChange={(isOpen) => isOpen && setAsked(true)}>
        <MenuItem onSelect={() => onAction(resolve)}>{t('Now')}</MenuItem>
        <MenuItem disabled={hasNone} {...(hasNone && { title: noRelease })} onSelect={() => onAction(resolveInNext)}>
          <span className="grid">
            {t('In the next release')}
            {hasNone && <span className="text-12">{noRelease}</span>}
          </span>
        </MenuItem>
        {release !== null && (
          <MenuItem onSelect={() => onAction(resolveIn(release))}>
            <span className="from-event max-w-64 truncate">{t('In {{release}}', { release })}</span>
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem onSelect={() => setNaming(true)}>{t('In another release…')}</MenuItem>
      </Menu>
      {isNaming && (
        <Ask
          title={t('Resolve in a release')}
          label={t('Release with the fix')}
          hint={t('As named by your events. Events of older releases are counted but don’t reopen it.')}
          action={t('Resolve')}
          onDone={(text) => onAction(resolveIn(text))}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

/** Chooses what ends the snooze: a time, or a number of further events or users. */
export function SnoozeMenu({ onAction, ...menu }: ActionMenuProps) {
  const [asked, setAsked] = useState<'events' | 'users' | 'until'>()
  const labels = {
    events: t('Reopen after this many more events'),
    users: t('Reopen after this many more users'),
    until: t('Reopen on'),
  }
  return (
    <>
      <Menu {...menu}>
        {snoozes.map(({ label, actionAt }) => (
          <MenuItem key={label} onSelect={() => onAction(actionAt(Date.now()))}>
            {label}
          </MenuItem>
        ))}
        <MenuLine />
        <MenuItem onSelect={() => setAsked('until')}>{t('Until a date…')}</MenuItem>
        <MenuItem onSelect={() => setAsked('events')}>{t('Until a number of events…')}</MenuItem>
        <MenuItem onSelect={() => setAsked('users')}>{t('Until a number of users…')}</MenuItem>
      </Menu>
      {asked !== undefined && (
        <Ask
          title={t('Snooze')}
          label={labels[asked]}
          action={t('Snooze')}
          type={asked === 'until' ? 'datetime-local' : 'number'}
          onDone={(text) => {
            if (asked === 'until') onAction(snooze({ until: new Date(text).toISOString() }))
            else onAction(snooze({ [asked]: Number(text) }))
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface AssignMenuProps extends ActionMenuProps {
  me: { id: string; name: string } | undefined
  /** The project of the issues; undefined if they are of several. */
  projectId: string | undefined
}

/** Chooses a member or a team; for issues of several projects only oneself. */
export function AssignMenu({ me, projectId, onAction, ...menu }: AssignMenuProps) {
  const assignees = useQuery({ ...assigneesQuery(projectId ?? ''), enabled: projectId !== undefined }).data ?? []
  const others = assignees.filter(({ id }) => id !== me?.id)
  return (
    <Menu {...menu}>
      {me !== undefined && (
        <MenuItem onSelect={() => onAction(assign(me))}>
          {t('Me')}
          <span className="from-event max-w-48 truncate text-text-3">{me.name}</span>
        </MenuItem>
      )}
      <MenuItem onSelect={() => onAction(assign(null))}>{t('Nobody')}</MenuItem>
      {others.length > 0 && <MenuLine />}
      {others.map((assignee) => (
        <MenuItem key={assignee.id} onSelect={() => onAction(assign(assignee))}>
          {isTeam(assignee) && <UsersRound size={14} aria-hidden />}
          <span className="from-event max-w-64 truncate" dir="auto">
            {assignee.name}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function isTeam({ id }: { id: string }): boolean {
  return id.startsWith('tea_')
}

interface AskProps {
  title: string
  label: string
  hint?: string
  action: string
  type?: 'text' | 'number' | 'datetime-local'
  onDone: (text: string) => void
  onClose: () => void
}

const limitsOf = (type: AskProps['type']) => {
  if (type === 'number') return { min: 1, max: 1_000_000, step: 1 }
  if (type === 'datetime-local') return { min: toLocalTime(Date.now()), defaultValue: tomorrowMorning(Date.now()) }
  return {}
}

/** Asks for a single value. */
function Ask({ title, label, hint, action, type = 'text', onDone, onClose }: AskProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onDone(String(new FormData(event.currentTarget).get('value')).trim())
          onClose()
        }}
        className="grid gap-4"
      >
        <Field
          label={label}
          hint={hint}
          name="value"
          type={type}
          required
          autoFocus
          maxLength={limits.shortText}
          {...limitsOf(type)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit">{action}</Button>
        </div>
      </form>
    </Dialog>
  )
}
