import { t } from '@bugle/presentation/i18n'
import { Link, useParams } from '@tanstack/react-router'
import { SettingsLayout, settingsLink } from '../components/settings-layout.tsx'
import { AllOrganizations, InstallationState, Users } from '../features/operator/operator.tsx'
import { useTitle } from '../lib/use-title.ts'

/** The installation, for those whom a command on the server has made operators. */
export function OperatorScreen() {
  const { section } = useParams({ from: '/signed-in/operator/$section' })
  const sections = [
    ['state', t('State')],
    ['users', t('Accounts')],
    ['organizations', t('Organizations')],
  ] as const
  const current = sections.find(([name]) => name === section) ?? sections[0]
  useTitle(current[1], t('Operator'))
  return (
    <SettingsLayout
      title={t('Operator')}
      nav={sections.map(([name, label]) => (
        <Link
          key={name}
          to="/operator/$section"
          params={{ section: name }}
          replace
          aria-current={name === current[0] ? 'page' : undefined}
          className={settingsLink}
        >
          {label}
        </Link>
      ))}
    >
      {current[0] === 'users' ? (
        <Users />
      ) : current[0] === 'organizations' ? (
        <AllOrganizations />
      ) : (
        <InstallationState />
      )}
    </SettingsLayout>
  )
}
