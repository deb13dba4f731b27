import { t } from '@bugle/presentation/i18n'
import { ssoReason } from '@bugle/presentation/sso-reason'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button'
import { FormProblem } from '../../components/form-problem'
import { KeyRound } from '../../components/icons'
import { registrationQuery } from '../../lib/account'
import { formError } from '../../lib/errors'
import { useSession } from '../../lib/session'
import { beginSso } from '../../lib/sso'

/** Signs in by the identity provider of the chosen server, if it has one. */
export function SsoButton() {
  const { server } = useSession()
  const sso = useQuery({ ...registrationQuery(server), enabled: server !== '', retry: false }).data?.sso
  const begin = useMutation({ mutationFn: () => beginSso(server) })
  if (sso == null) return null
  return (
    <>
      <FormProblem text={formError(begin.error)} />
      <Button
        icon={KeyRound}
        label={t('Continue with {{name}}', { name: sso.name })}
        isBusy={begin.isPending}
        onPress={() => begin.mutate()}
      />
    </>
  )
}

/** Says why a login by the identity provider has failed. */
export function SsoFailure({ code }: { code: string | undefined }) {
  return <FormProblem text={code === undefined ? undefined : ssoReason(code)} />
}
