import { t } from '@bugle/presentation/i18n'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Loaded } from '../components/loaded.tsx'
import { ApiTokens } from '../features/account/api-tokens.tsx'
import { Appearance } from '../features/account/appearance.tsx'
import { DeleteAccount } from '../features/account/delete-account.tsx'
import { History } from '../features/account/history.tsx'
import { LostDevices } from '../features/account/lost-devices.tsx'
import { MailChoices } from '../features/account/mail-choices.tsx'
import { MailTimes } from '../features/account/mail-times.tsx'
import { Profile } from '../features/account/profile.tsx'
import { PushDevices } from '../features/account/push-devices.tsx'
import { Security } from '../features/account/security.tsx'
import { Sessions } from '../features/account/sessions.tsx'
import { Subscription } from '../features/account/subscription.tsx'
import { meQuery } from '../features/auth/queries.ts'
import { MyOrganizations } from '../features/organizations/my-organizations.tsx'
import { noteSession } from '../lib/session.ts'
import { useTitle } from '../lib/use-title.ts'
import { Sections, sectionOf } from './sections.tsx'

export function AccountScreen() {
  const { section } = useParams({ from: '/signed-in/account/$section' })
  const me = useQuery(meQuery)
  const all = [
    ['profile', t('Profile')],
    ['security', t('Password and two-factor')],
    ['sessions', t('Sessions')],
    ['api-tokens', t('API tokens')],
    ['subscription', t('Subscription')],
    ['history', t('History')],
    ['organizations', t('Organizations')],
    ['notifications', t('Notifications')],
    ['appearance', t('Appearance')],
    ['delete', t('Delete')],
  ] as const
  // A server of one's own has nothing to pay.
  const sections = all.filter(([name]) => name !== 'subscription' || me.data?.subscription.billed === true)
  const current = sectionOf(sections, section)
  useTitle(current[1], t('Account'))
  return (
    <Sections
      title={t('Account')}
      sections={sections}
      current={current[0]}
      linkTo={(section) => ({ to: '/account/$section', params: { section } })}
    >
      <Loaded query={me} name={t('the account')}>
        {(data) => (
          <>
            {current[0] !== 'notifications' && <LostDevices />}
            <SectionPanel name={current[0]} me={data} />
          </>
        )}
      </Loaded>
    </Sections>
  )
}

function SectionPanel({ name, me }: { name: string; me: Parameters<typeof Profile>[0]['me'] }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  switch (name) {
    case 'security':
      return <Security />
    case 'sessions':
      return <Sessions />
    case 'api-tokens':
      return <ApiTokens />
    case 'subscription':
      return <Subscription me={me} />
    case 'history':
      return <History />
    case 'organizations':
      return (
        <MyOrganizations
          link={({ id, name: text }) => <OrganizationLink id={id} name={text} />}
          onCreated={({ id }) =>
            void navigate({
              to: '/organizations/$organizationId/$section',
              params: { organizationId: id, section: 'members' },
            })
          }
        />
      )
    case 'notifications':
      return (
        <>
          <MailChoices />
          <MailTimes />
          <PushDevices />
        </>
      )
    case 'appearance':
      return <Appearance />
    case 'delete':
      return (
        <DeleteAccount
          me={me}
          onDeleted={() => {
            noteSession(false)
            client.clear()
            void navigate({ to: '/register', replace: true })
          }}
        />
      )
    default:
      return <Profile me={me} />
  }
}

function OrganizationLink({ id, name }: { id: string; name: string }) {
  return (
    <Link
      to="/organizations/$organizationId/$section"
      params={{ organizationId: id, section: 'members' }}
      className="from-event inline-flex min-h-8 items-center font-medium text-accent-ink underline underline-offset-2 coarse:min-h-11"
      dir="auto"
    >
      {name}
    </Link>
  )
}
