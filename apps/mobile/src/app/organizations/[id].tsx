import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { roleHint, roleLabel } from '@bugle/presentation/role'
import { mayDo } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { openURL } from 'expo-linking'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { View } from 'react-native'
import { Group, Row } from '../../components/group'
import { Bell, Mail, ShieldCheck, UsersRound } from '../../components/icons'
import { Screen } from '../../components/screen'
import { LoadFailed, Skeleton } from '../../components/states'
import { iconSize } from '../../components/txt'
import { Invite } from '../../features/organizations/invite'
import { Leave } from '../../features/organizations/leave'
import { membersQuery, type Organization, organizationQuery, teamsQuery } from '../../features/organizations/queries'
import { useSession } from '../../lib/session'
import { useColors } from '../../theme'

/** An organization: what the account may do in it, and whom to ask. */
export default function OrganizationScreen() {
  const { id } = useLocalSearchParams<{ id: string }>()
  const organization = useQuery(organizationQuery(id))
  const router = useRouter()
  return (
    <Screen title={organization.data === undefined ? t('Organization') : oneLine(organization.data.name)} back="/you">
      {organization.isPending ? (
        <Skeleton rows={4} />
      ) : organization.data === undefined ? (
        <LoadFailed error={organization.error} onRetry={() => void organization.refetch()} />
      ) : (
        <>
          <YourRole organization={organization.data} />
          {!organization.data.lacks_totp && (
            <>
              <Group>
                <Row
                  icon={Bell}
                  label={t('Alerts')}
                  onPress={() => router.push({ pathname: '/alerts/[id]', params: { id } })}
                />
              </Group>
              <People organization={organization.data} />
            </>
          )}
          <View style={{ gap: 12 }}>
            {mayDo(organization.data.role, 'member:write') && !organization.data.lacks_totp && (
              <Invite organization={organization.data} />
            )}
            <Leave organization={organization.data} />
          </View>
        </>
      )}
    </Screen>
  )
}

function YourRole({ organization: { role, lacks_totp, membership } }: { organization: Organization }) {
  const router = useRouter()
  return (
    <Group
      title={t('Your role')}
      note={
        membership === 'closed' ? t('Members see the projects of their teams.') : t('All members see all projects.')
      }
    >
      <Row icon={ShieldCheck} label={roleLabel(role)} detail={roleHint(role)} />
      {lacks_totp && (
        <Row
          color="warningInk"
          label={t('Turn on two-factor authentication')}
          detail={t('This organization requires a second factor. You see its projects as soon as you turn it on.')}
          onPress={() => router.push('/two-factor')}
        />
      )}
    </Group>
  )
}

/** Teams and members; a touch writes to somebody. */
function People({ organization: { id } }: { organization: Organization }) {
  const colors = useColors()
  const { user } = useSession()
  const members = useQuery(membersQuery(id))
  const teams = useQuery(teamsQuery(id)).data ?? []
  if (members.isPending) return <Skeleton rows={3} height={60} />
  if (members.data === undefined) return <LoadFailed error={members.error} onRetry={() => void members.refetch()} />
  return (
    <>
      {teams.length > 0 && (
        <Group title={t('Teams')}>
          {teams.map((team) => (
            <Row
              key={team.id}
              icon={UsersRound}
              label={oneLine(team.name)}
              detail={
                team.members.length === 0
                  ? t('Nobody yet')
                  : team.members.map(({ name, is_lead }) => leadName(oneLine(name), is_lead)).join(', ')
              }
            />
          ))}
        </Group>
      )}
      <Group title={t('Members')} note={t('Touch a member to write an e-mail.')}>
        {members.data.map((member) => {
          const isOwn = member.id === user?.id
          const name = oneLine(member.name)
          return (
            <Row
              key={member.id}
              label={isOwn ? `${name} (${t('you')})` : name}
              detail={`${member.email} · ${roleLabel(member.role)}`}
              {...(!isOwn && {
                right: <Mail size={iconSize(18)} color={colors.text3} />,
                onPress: () => void openURL(`mailto:${encodeURIComponent(member.email)}`),
              })}
            />
          )
        })}
      </Group>
    </>
  )
}

const leadName = (name: string, isLead: boolean) => (isLead ? t('{{name}} (lead)', { name }) : name)
