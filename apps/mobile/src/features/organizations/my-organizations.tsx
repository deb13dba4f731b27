import { oneLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { roleLabel } from '@bugle/presentation/role'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { Group, Row } from '../../components/group'
import { Mail, UsersRound } from '../../components/icons'
import { meQuery } from '../../lib/account'

/** The organizations of the account. Lists show the issues of all of them. */
export function MyOrganizations() {
  const router = useRouter()
  const organizations = useQuery(meQuery).data?.organizations ?? []
  return (
    <Group title={t('Organizations')}>
      {organizations.map(({ id, name, role, lacks_totp }) => (
        <Row
          key={id}
          icon={UsersRound}
          label={oneLine(name)}
          detail={lacks_totp ? t('Turn on two-factor authentication to see its projects.') : roleLabel(role)}
          onPress={() => router.push({ pathname: '/organizations/[id]', params: { id } })}
        />
      ))}
      <Row icon={Mail} label={t('Use an invitation')} onPress={() => router.push('/invitation')} />
    </Group>
  )
}
