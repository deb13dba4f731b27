import { listed, triggerText } from '@bugle/presentation/alert-text'
import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { type AlertsHome, projectName, useHome } from './home.ts'
import type { AlertRule, Channel } from './queries.ts'

type Said = Pick<AlertRule, 'triggers' | 'threshold' | 'project_ids' | 'condition' | 'channel_ids'>

/** A rule in a sentence: when, where, which issues, and who is notified. */
export function RuleSentence({ rule, channels }: { rule: Said; channels: readonly Channel[] }) {
  const home = useHome()
  const { triggers, threshold, condition, channel_ids } = rule
  const names = channels.filter(({ id }) => channel_ids.includes(id)).map(({ name }) => oneLine(name))
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
      {names.length === 0 ? (
        <span className="font-medium text-warning-ink">{t('nobody is notified')}</span>
      ) : (
        <>
          {t('then notify')} <Part>{listed(names)}</Part>
        </>
      )}
      .
    </p>
  )
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
