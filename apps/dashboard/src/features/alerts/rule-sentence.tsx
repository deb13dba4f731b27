import { listed, targetNames, triggerText } from '@bugle/presentation/alert-text'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { type AlertsHome, projectName, useHome } from './home.ts'
import { type AlertRule, type Channel, membersQuery, teamsQuery } from './queries.ts'

type Said = Pick<
  AlertRule,
  'triggers' | 'threshold' | 'project_ids' | 'condition' | 'channel_ids' | 'people' | 'assign_to'
>

/** A rule in a sentence: when, where, which issues, and who is notified. */
export function RuleSentence({ rule, channels }: { rule: Said; channels: readonly Channel[] }) {
  const home = useHome()
  const { triggers, threshold, condition, assign_to } = rule
  const teams = useQuery(teamsQuery(home.organizationId)).data ?? []
  const names = targetNames(rule, { channels, teams })
  return (
    <p className="from-event text-text-2">
      {t('In')} <Part>{placeText(home, rule.project_ids)}</Part>: {t('when')}{' '}
      <Part>
        {listed(
          triggers.map((trigger) => triggerText(trigger, threshold)),
          'disjunction',
        )}
      </Part>
      {condition !== '' && (
        <>
          {', '}
          {t('matching')}{' '}
          <code className="rounded-pill bg-pressed px-1 font-mono text-12 text-text">{oneLine(condition)}</code>
        </>
      )}
      {', '}
      {names.length === 0 && assign_to === null ? (
        <span className="font-medium text-warning-ink">{t('nobody is notified')}</span>
      ) : (
        <>
          {names.length > 0 && (
            <>
              {t('then notify')} <Part>{listed(names)}</Part>
            </>
          )}
          {assign_to !== null && (
            <>
              {names.length > 0 && ', '}
              {t('assign it to')} <Assignee id={assign_to} teams={teams} />
            </>
          )}
        </>
      )}
      .
    </p>
  )
}

function Assignee({ id, teams }: { id: string; teams: readonly { id: string; name: string }[] }) {
  const members = useQuery(membersQuery(useHome().organizationId)).data ?? []
  const name = [...members, ...teams].find((one) => one.id === id)?.name
  return <Part>{name === undefined ? t('somebody') : oneLine(name)}</Part>
}

function Part({ children }: { children: string }) {
  return <strong className="font-medium text-text">{children}</strong>
}

/** Projects that the reader does not see are counted, not named. */
function placeText(home: AlertsHome, ids: readonly string[] | null): string {
  if (ids === null) return t('all projects')
  const names = ids.flatMap((id) => projectName(home, id) ?? []).map(oneLine)
  const hidden = ids.length - names.length
  return listed(hidden === 0 ? names : [...names, t('{{count, number}} others', { count: hidden })])
}
