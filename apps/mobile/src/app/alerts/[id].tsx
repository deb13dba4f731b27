import {
  isMuted,
  listed,
  muteChoices,
  personLabel,
  recentText,
  targetNames,
  triggerName,
  triggerText,
} from '@bugle/presentation/alert-text'
import { formatDateTime, formatDuration, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useState } from 'react'
import { Group, Row } from '../../components/group'
import { BellOff, Flame } from '../../components/icons'
import { Screen } from '../../components/screen'
import { Choice, Sheet } from '../../components/sheet'
import { LoadFailed, Skeleton } from '../../components/states'
import {
  type AlertRule,
  alertRulesQuery,
  channelsQuery,
  type Incident,
  useAlertChanges,
  useOpenIncidents,
} from '../../features/alerts/queries'
import { teamsQuery } from '../../features/organizations/queries'
import { projectsQuery } from '../../features/projects/queries'
import { meQuery } from '../../lib/account'
import { useNow } from '../../lib/use-now'

/** Alerts of an organization: what is open, and which rules notify whom. Rules are muted here, and made in the dashboard. */
export default function AlertsScreen() {
  const { id } = useLocalSearchParams<{ id: string }>()
  const rules = useQuery(alertRulesQuery(id))
  return (
    <Screen title={t('Alerts')} back={`/organizations/${id}`}>
      {rules.isPending ? (
        <Skeleton rows={4} />
      ) : rules.data === undefined ? (
        <LoadFailed error={rules.error} onRetry={() => void rules.refetch()} />
      ) : (
        <>
          <OpenIncidents organizationId={id} rules={rules.data} />
          <Rules organizationId={id} rules={rules.data} />
        </>
      )}
    </Screen>
  )
}

interface AlertsProps {
  organizationId: string
  rules: AlertRule[]
}

function OpenIncidents({ organizationId, rules }: AlertsProps) {
  const list = useOpenIncidents(organizationId)
  if (list.isPending) return <Skeleton rows={2} height={60} />
  if (list.data === undefined) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />
  const incidents = list.data.pages.flatMap((page) => page.incidents)
  return (
    <Group title={t('Incidents')}>
      {incidents.length === 0 && <Row label={t('Nothing is open: all is settled.')} />}
      {incidents.map((incident) => (
        <IncidentRow
          key={incident.id}
          {...{ organizationId, incident }}
          rule={rules.find(({ id }) => id === incident.rule_id)}
        />
      ))}
    </Group>
  )
}

interface IncidentRowProps {
  organizationId: string
  incident: Incident
  rule: AlertRule | undefined
}

function IncidentRow({ organizationId, incident, rule }: IncidentRowProps) {
  const teams = useQuery(teamsQuery(organizationId)).data ?? []
  const router = useRouter()
  const now = useNow()
  const project = useQuery(projectsQuery).data?.find(({ id }) => id === incident.project_id)
  const { issue, issue_id, project_id, trigger, subject, fired_at, notified } = incident
  const age = formatDuration(Math.max(0, now - Date.parse(fired_at)))
  const details = [
    rule === undefined ? t('a deleted rule') : oneLine(rule.name),
    triggerName(trigger),
    notified[0] !== undefined
      ? t('notified {{when}}', { when: recentText(notified[0].at, now) })
      : rule !== undefined && rule.people.length > 0
        ? t('{{people}} by mail and push', { people: listed(rule.people.map((one) => personLabel(one, teams))) })
        : t('No channel has taken a message about it yet.'),
  ]
  return (
    <Row
      icon={Flame}
      label={
        issue === null
          ? oneLine([project?.name ?? t('Project'), subject].filter(Boolean).join(' · '))
          : `${issue.short_id} ${oneLine(issue.title)}`
      }
      detail={details.join(' · ')}
      value={age}
      onPress={() =>
        issue_id === null
          ? router.push({ pathname: '/projects/[id]', params: { id: project_id } })
          : router.push({ pathname: '/issues/[id]', params: { id: issue_id } })
      }
    />
  )
}

function Rules({ organizationId, rules }: AlertsProps) {
  const role = useQuery(meQuery).data?.organizations.find(({ id }) => id === organizationId)?.role
  const [chosen, setChosen] = useState<string>()
  const mayChange = role !== undefined && mayDo(role, 'alert:write')
  return (
    <>
      <Group title={t('Alert rules')} note={t('Rules are made in the dashboard.')}>
        {rules.length === 0 && <Row label={t('No rule yet.')} />}
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            {...{ organizationId }}
            {...(mayChange && { onPress: () => setChosen(rule.id) })}
          />
        ))}
      </Group>
      <RuleSheet
        rule={rules.find(({ id }) => id === chosen)}
        organizationId={organizationId}
        onClose={() => setChosen(undefined)}
      />
    </>
  )
}

interface RuleRowProps {
  organizationId: string
  rule: AlertRule
  onPress?: () => void
}

function RuleRow({ organizationId, rule, ...press }: RuleRowProps) {
  const now = useNow()
  const { triggers, threshold, condition, is_enabled, muted_until } = rule
  const channels = useQuery(channelsQuery(organizationId)).data ?? []
  const teams = useQuery(teamsQuery(organizationId)).data ?? []
  const names = targetNames(rule, { channels, teams })
  const isSilent = isMuted(rule, now)
  const parts = [
    listed(
      triggers.map((trigger) => triggerText(trigger, threshold)),
      'disjunction',
    ),
    oneLine(condition),
    names.length === 0 ? t('nobody is notified') : listed(names),
    isSilent ? t('Muted until {{time}}', { time: formatDateTime(muted_until!) }) : '',
  ]
  return (
    <Row
      label={oneLine(rule.name)}
      detail={parts.filter((part) => part !== '').join(' · ')}
      value={is_enabled ? (isSilent ? t('muted') : t('On')) : t('Off')}
      {...(isSilent && { icon: BellOff })}
      {...press}
    />
  )
}

interface RuleSheetProps {
  organizationId: string
  rule: AlertRule | undefined
  onClose: () => void
}

/** Mutes a rule for a while, or turns it off. */
function RuleSheet({ organizationId, rule, onClose }: RuleSheetProps) {
  const change = useMutation(useAlertChanges(organizationId).changeRule)
  const isSilent = rule !== undefined && isMuted(rule, Date.now())
  const put = (body: Parameters<typeof change.mutate>[0]['body']) => {
    if (rule !== undefined) change.mutate({ rule: rule.id, body })
    onClose()
  }
  return (
    <Sheet title={rule === undefined ? '' : oneLine(rule.name)} isOpen={rule !== undefined} onClose={onClose}>
      {isSilent ? (
        <Choice label={t('Unmute')} onPress={() => put({ muted_until: null })} />
      ) : (
        muteChoices().map(({ label, until }) => (
          <Choice
            key={label}
            icon={BellOff}
            label={t('Mute: {{until}}', { until: label })}
            onPress={() => put({ muted_until: until(Date.now()) })}
          />
        ))
      )}
      <Choice
        label={rule?.is_enabled === true ? t('Turn off') : t('Turn on')}
        onPress={() => put({ is_enabled: rule?.is_enabled !== true })}
      />
    </Sheet>
  )
}
