import { t } from '@bugle/presentation/i18n'
import { mayDo, type Scope } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Loaded } from '../components/loaded.tsx'
import { Panel } from '../components/settings-layout.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { OrganizationAudit } from '../features/organizations/audit.tsx'
import { Invitations } from '../features/organizations/invitations.tsx'
import { Members } from '../features/organizations/members.tsx'
import { type Organization, organizationQuery } from '../features/organizations/queries.ts'
import { OrganizationSettings } from '../features/organizations/settings.tsx'
import { Teams } from '../features/organizations/teams.tsx'
import { OrganizationTokens } from '../features/organizations/tokens.tsx'
import { projectsQuery } from '../features/projects/queries.ts'
import { lazyPart } from '../lib/lazy-code.ts'
import { useTitle } from '../lib/use-title.ts'
import { Sections, sectionOf } from './sections.tsx'

const Alerts = lazyPart(() => import('../features/alerts/alerts.tsx'), 'Alerts')

/** Sections of an organization, each with the scope that it needs. */
const sections = () =>
  [
    ['members', t('Members'), 'member:read'],
    ['teams', t('Teams'), 'member:read'],
    ['invitations', t('Invitations'), 'member:write'],
    ['alerts', t('Alerts'), 'member:read'],
    ['tokens', t('Tokens'), 'token:write'],
    ['audit', t('Audit trail'), 'audit:read'],
    ['settings', t('Settings'), 'member:read'],
  ] as const satisfies [name: string, label: string, scope: Scope][]

export function OrganizationScreen() {
  const { organizationId, section } = useParams({ from: '/signed-in/organizations/$organizationId/$section' })
  const organization = useQuery(organizationQuery(organizationId))
  const role = organization.data?.role
  const shown = sections().filter(([, , scope]) => role === undefined || mayDo(role, scope))
  const current = sectionOf(shown, section)
  const name = organization.data?.name ?? t('Organization')
  useTitle(current[1], name)
  return (
    <Sections
      title={name}
      sections={shown}
      current={current[0]}
      linkTo={(section) => ({ to: '/organizations/$organizationId/$section', params: { organizationId, section } })}
    >
      <Loaded query={organization} name={t('the organization')}>
        {(data) => (
          <>
            {data.lacks_totp && <LacksTotp />}
            <SectionPanel key={data.id} name={current[0]} organization={data} />
          </>
        )}
      </Loaded>
    </Sections>
  )
}

function LacksTotp() {
  return (
    <Panel title={t('Second factor')}>
      <p className="text-text-2">
        {t('This organization requires a second factor. You see its projects as soon as you turn it on.')}
      </p>
      <Link
        to="/account/$section"
        params={{ section: 'security' }}
        className="inline-flex min-h-8 items-center text-accent-ink underline underline-offset-2 coarse:min-h-11"
      >
        {t('Turn on two-factor authentication')}
      </Link>
    </Panel>
  )
}

function SectionPanel({ name, organization }: { name: string; organization: Organization }) {
  const navigate = useNavigate()
  const me = useQuery(meQuery).data
  const projects = useQuery(projectsQuery).data ?? []
  const ownId = me?.id ?? ''
  const own = projects.filter((project) => project.organization_id === organization.id)
  switch (name) {
    case 'teams':
      return <Teams organization={organization} projects={own} ownId={ownId} />
    case 'invitations':
      return <Invitations organization={organization} />
    case 'alerts':
      return (
        <Suspense fallback={<div className="skeleton h-64" />}>
          <Alerts organization={organization} projects={own} />
        </Suspense>
      )
    case 'tokens':
      return <OrganizationTokens organization={organization} />
    case 'audit':
      return <OrganizationAudit organization={organization} />
    case 'settings':
      return (
        <OrganizationSettings
          organization={organization}
          onGone={() => void navigate({ to: '/', replace: true })}
          isBilled={me?.subscription.billed === true}
        />
      )
    default:
      return <Members organization={organization} ownId={ownId} />
  }
}
