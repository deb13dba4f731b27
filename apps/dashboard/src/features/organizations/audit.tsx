import { deviceName } from '@bugle/presentation/device-name'
import { formatTimestamp, oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../components/button.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { withBasePath } from '../../lib/base-path.ts'
import { type Entry, membersQuery, type Organization, organizationAuditQuery } from './queries.ts'

function actionLabel(action: Entry['action']): string {
  const labels: Record<Entry['action'], string> = {
    'organization.created': t('Organization created'),
    'organization.changed': t('Settings of the organization changed'),
    'member.invited': t('Somebody invited'),
    'invitation.revoked': t('Invitation revoked'),
    'member.joined': t('Joined'),
    'member.role_changed': t('Role changed'),
    'member.removed': t('Member removed'),
    'member.left': t('Left'),
    'team.created': t('Team created'),
    'team.renamed': t('Team renamed'),
    'team.deleted': t('Team deleted'),
    'team.member_added': t('Added to a team'),
    'team.member_removed': t('Taken out of a team'),
    'team.project_added': t('Project given to a team'),
    'team.project_removed': t('Project taken from a team'),
    'token.created': t('Token of the organization created'),
    'token.revoked': t('Token of the organization revoked'),
    'project.created': t('Project created'),
    'project.changed': t('Project changed'),
    'project.deleted': t('Project deleted'),
    'ingest_token.regenerated': t('Ingest token replaced'),
    'sentry_settings.changed': t('Settings for Sentry SDKs changed'),
    'dsn_key.created': t('DSN added'),
    'dsn_key.changed': t('DSN changed'),
    'dsn_key.revoked': t('DSN revoked'),
    'artifact.deleted': t('Uploaded file deleted'),
    'artifact.downloaded': t('Uploaded file downloaded'),
    'issue.deleted': t('Issue deleted'),
    'person.exported': t('User data exported'),
    'person.erased': t('User data erased'),
    'notifications.changed': t('Notifications of a project changed'),
    'channel.created': t('Channel created'),
    'channel.changed': t('Channel changed'),
    'channel.deleted': t('Channel deleted'),
    'alert_rule.created': t('Alert rule created'),
    'alert_rule.changed': t('Alert rule changed'),
    'alert_rule.deleted': t('Alert rule deleted'),
  }
  return labels[action] ?? action
}

/** Kinds of actions to filter by, each with its label. */
const actionKinds = () => [
  ['', t('All actions')] as const,
  ['member', t('Members')] as const,
  ['team', t('Teams')] as const,
  ['project', t('Projects')] as const,
  ['token', t('Tokens')] as const,
  ['issue', t('Issues')] as const,
  ['person', t('Personal data')] as const,
  ['channel', t('Channels')] as const,
  ['alert_rule', t('Alert rules')] as const,
  ['organization', t('Settings')] as const,
]

/** Everything that was done in the organization in the last year. */
export function OrganizationAudit({ organization }: { organization: Organization }) {
  const [action, setAction] = useState('')
  const [actor, setActor] = useState('')
  const audit = useInfiniteQuery(organizationAuditQuery(organization.id, { action, actor }))
  const members = useQuery(membersQuery(organization.id)).data ?? []
  const names = new Map(members.map(({ id, name }) => [id, name]))
  const query = new URLSearchParams({ ...(action !== '' && { action }), ...(actor !== '' && { actor }) })
  return (
    <Panel title={t('Audit trail')} hint={t('Changes in the organization in the last year.')}>
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={t('Action')}
          className="input w-40"
          value={action}
          onChange={({ target }) => setAction(target.value)}
        >
          {actionKinds().map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label={t('Person')}
          className="input w-40"
          value={actor}
          onChange={({ target }) => setActor(target.value)}
        >
          <option value="">{t('Everybody')}</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <a
          className={buttonClass()}
          href={withBasePath(`/api/organizations/${organization.id}/audit.csv?${query}`)}
          download="audit.csv"
        >
          <Download size={14} aria-hidden />
          {t('Export as CSV')}
        </a>
      </div>
      <Loaded query={audit} name={t('the audit trail')}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return entries.length === 0 ? (
            <p className="text-text-2">{t('Nothing matches.')}</p>
          ) : (
            <ul className="rounded-card border border-border">
              {entries.map((entry) => (
                <EntryLine key={entry.id} entry={entry} names={names} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <LoadMore list={audit} />
    </Panel>
  )
}

function actorLabel({ kind, name }: Entry['actor']): string {
  if (name !== null) return kind === 'token' ? t('{{name}}, by an API token', { name: oneLine(name) }) : oneLine(name)
  return kind === 'operator' ? t('The operator') : t('A token of the organization')
}

function EntryLine({ entry, names }: { entry: Entry; names: ReadonlyMap<string, string> }) {
  const { action, created_at, actor, device, address } = entry
  const details = Object.entries(entry.details).map(([key, value]) => {
    const text = String(value ?? '–')
    return oneLine(`${key.replaceAll('_', ' ')}: ${names.get(text) ?? text}`)
  })
  return (
    <li className="grid gap-x-3 border-b border-border px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap justify-between gap-x-3">
        <span>
          <span className="font-medium">{actionLabel(action)}</span>{' '}
          <span className="from-event text-text-2" dir="auto">
            {details.join(', ')}
          </span>
        </span>
        <time dateTime={created_at} className="text-12 text-text-3 tabular-nums">
          {formatTimestamp(created_at)}
        </time>
      </span>
      <span className="from-event text-12 text-text-3">
        {actorLabel(actor)}
        {device !== null && ` · ${deviceName(device)}`}
        {address !== null && (
          <>
            {' · '}
            <span className="font-mono">{address}</span>
          </>
        )}
      </span>
    </li>
  )
}
