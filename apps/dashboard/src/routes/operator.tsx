import { t } from '@bugle/presentation/i18n'
import { useParams } from '@tanstack/react-router'
import { AllOrganizations, InstallationState, Users } from '../features/operator/operator.tsx'
import { useTitle } from '../lib/use-title.ts'
import { Sections, sectionOf } from './sections.tsx'

/** The installation, for those whom a command on the server has made operators. */
export function OperatorScreen() {
  const { section } = useParams({ from: '/signed-in/operator/$section' })
  const sections = [
    ['state', t('State')],
    ['users', t('Accounts')],
    ['organizations', t('Organizations')],
  ] as const
  const current = sectionOf(sections, section)
  useTitle(current[1], t('Operator'))
  return (
    <Sections
      title={t('Operator')}
      sections={sections}
      current={current[0]}
      linkTo={(section) => ({ to: '/operator/$section', params: { section } })}
    >
      {current[0] === 'users' ? (
        <Users />
      ) : current[0] === 'organizations' ? (
        <AllOrganizations />
      ) : (
        <InstallationState />
      )}
    </Sections>
  )
}
