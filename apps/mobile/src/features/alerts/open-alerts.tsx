import { isCondition, recentText } from '@bugle/presentation/alert-text'
import { exactCount, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { Pressable } from 'react-native'
import { Flame } from '../../components/icons'
import { StatusLine } from '../../components/status-line'
import { meQuery } from '../../lib/account'
import { useNow } from '../../lib/use-now'
import { alertRulesQuery, type Incident, useOpenIncidents } from './queries'

/**
 * Says in the inbox which conditions of alert rules hold; a touch opens where it is decided. New and regressed issues are in the inbox
 * themselves.
 */
export function OpenAlerts() {
  const organizations = useQuery(meQuery).data?.organizations ?? []
  return organizations
    .filter(({ lacks_totp }) => !lacks_totp)
    .map(({ id }) => <OpenAlertsOf key={id} organizationId={id} />)
}

function OpenAlertsOf({ organizationId }: { organizationId: string }) {
  const router = useRouter()
  const open = useOpenIncidents(organizationId).data?.pages.flatMap((page) => page.incidents) ?? []
  const incidents = open.filter(({ trigger }) => isCondition(trigger))
  const [first, ...others] = incidents
  if (first === undefined) return null
  const { issue, issue_id } = first
  const isAlone = others.length === 0 && issue !== null && issue_id !== null
  const text = isAlone
    ? t('Alert: {{subject}}', { subject: `${issue.short_id} ${oneLine(issue.title)}` })
    : t('{{total}} alerts are open.', { total: exactCount(incidents.length) })
  return (
    <AlertLine
      text={text}
      onPress={() =>
        isAlone
          ? router.push({ pathname: '/issues/[id]', params: { id: issue_id } })
          : router.push({ pathname: '/alerts/[id]', params: { id: organizationId } })
      }
    />
  )
}

/** Says on an issue by which rule it is an open alert. */
export function AlertOfIssue({ issueId, organizationId }: { issueId: string; organizationId: string }) {
  const router = useRouter()
  const now = useNow()
  const { data } = useOpenIncidents(organizationId)
  const incident = data?.pages
    .flatMap((page) => page.incidents)
    .find(({ issue_id, trigger }) => issue_id === issueId && isCondition(trigger))
  const rule = useRuleName(organizationId, incident)
  if (incident === undefined) return null
  return (
    <AlertLine
      text={t('Alert of {{rule}}, {{when}}', { rule, when: recentText(incident.fired_at, now) })}
      onPress={() => router.push({ pathname: '/alerts/[id]', params: { id: organizationId } })}
    />
  )
}

/** Returns the name of the rule that an incident is of; rules are read only where there is one. */
export function useRuleName(organizationId: string, incident: Incident | undefined): string {
  const rules = useQuery({ ...alertRulesQuery(organizationId), enabled: incident !== undefined }).data
  const name = rules?.find(({ id }) => id === incident?.rule_id)?.name
  return name === undefined ? t('a deleted rule') : oneLine(name)
}

function AlertLine({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Pressable role="button" aria-label={text} onPress={onPress}>
      <StatusLine icon={Flame}>{text}</StatusLine>
    </Pressable>
  )
}
