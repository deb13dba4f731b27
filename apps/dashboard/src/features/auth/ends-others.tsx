import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { registrationQuery } from './queries.ts'

/** Says before a sign-in that it ends the one in another browser, where the server allows a single one. */
export function EndsOthers() {
  const { data } = useQuery(registrationQuery)
  if (data?.sessions_per_kind !== 1) return null
  return (
    <p className="text-text-2">
      {t('This server allows one browser at a time: signing in here ends your session in any other.')}
    </p>
  )
}
