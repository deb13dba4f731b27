import { AlarmClock, BellOff, Check, ChevronDown, RotateCcw } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { LevelIcon } from '../../components/level-icon.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { StatusPill } from '../../components/status-pill.tsx'
import { oneLine } from '../../lib/format.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { type Action, ignore, mainActionOf, snoozes } from './actions.ts'
import { type Issue, useChangeIssue } from './queries.ts'

/** What the issue is, where it stands, and what can be done about it. On phones the actions are at the thumb. */
export function IssueHeader({ issue }: { issue: Issue }) {
  const change = useChangeIssue()
  const act = ({ change: body, done }: Action) => change.mutate({ issue, change: body, done })
  const main = mainActionOf(issue)
  useKeys({
    e: () => act(main),
    i: () => issue.status !== 'ignored' && act(ignore),
  })
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="grid min-w-0 grow basis-96 gap-1.5 phone:basis-full">
        <div className="flex flex-wrap items-center gap-2">
          <LevelIcon level={issue.level} />
          <span className="capitalize text-text-2">{issue.level}</span>
          <StatusPill state={issue} />
          <span className="flex items-center font-mono text-12 text-text-3">
            {issue.short_id}
            <CopyButton text={issue.short_id} label="Copy the short id" />
          </span>
        </div>
        <h1 className="from-event text-20 font-semibold" dir="auto">
          {oneLine(issue.type)}
        </h1>
        {issue.message !== '' && (
          <p className="from-event line-clamp-6 text-14 whitespace-pre-line text-text-2" dir="auto">
            {issue.message}
          </p>
        )}
        {issue.culprit !== null && (
          <p className="from-event font-mono text-12 text-text-3" dir="auto">
            {oneLine(issue.culprit)}
          </p>
        )}
      </div>
      <div className="flex gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-10 phone:grid phone:grid-cols-3 phone:border-t phone:border-border phone:bg-surface phone:p-2 phone:pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <Button look="main" onClick={() => act(main)} title="Key e" className="phone:min-h-11">
          {main.label === 'Resolve' ? <Check size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
          {main.label}
        </Button>
        <Button
          onClick={() => act(ignore)}
          disabled={issue.status === 'ignored'}
          title={issue.status === 'ignored' ? 'It is ignored already' : 'Key i'}
          className="phone:min-h-11"
        >
          <BellOff size={16} aria-hidden />
          Ignore
        </Button>
        <Menu
          align="end"
          trigger={
            <Button className="phone:min-h-11">
              <AlarmClock size={16} aria-hidden />
              Snooze
              <ChevronDown size={14} aria-hidden />
            </Button>
          }
        >
          {snoozes.map(({ label, actionAt }) => (
            <MenuItem key={label} onSelect={() => act(actionAt(Date.now()))}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </header>
  )
}
