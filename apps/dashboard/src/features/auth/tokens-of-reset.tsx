import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { tokensOfResetQuery } from './queries.ts'

/** Lists the API tokens that outlive a new password, and offers to end them. Nothing where there are none. */
export function TokensOfReset({ token }: { token: string }) {
  const { data: tokens = [] } = useQuery(tokensOfResetQuery(token))
  if (tokens.length === 0) return null
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium">{t('API tokens of this account')}</legend>
      <ul className="rounded-control border border-border">
        {tokens.map(({ id, name, scopes }) => (
          <li key={id} className="grid border-b border-border px-3 py-1.5 last:border-b-0">
            <span className="from-event">{name}</span>
            <span className="font-mono text-12 text-text-3">{scopes.join(' ')}</span>
          </li>
        ))}
      </ul>
      <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
        <input type="checkbox" name="endTokens" className="checkbox" />
        {t('Revoke them too: programs that use them will be refused')}
      </label>
    </fieldset>
  )
}
