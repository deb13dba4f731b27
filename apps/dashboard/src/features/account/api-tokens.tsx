import { t } from '@bugle/presentation/i18n'
import { apiTokenScopes } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { ApiTokenList, NewApiToken } from '../../components/api-tokens.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { apiTokensQuery, useCreateApiToken, useRevokeApiToken } from './queries.ts'

/** Tokens for programs such as CI; signing in does not end them. */
export function ApiTokens() {
  const tokens = useQuery(apiTokensQuery)
  const create = useCreateApiToken()
  const revoke = useRevokeApiToken()
  return (
    <>
      <NewApiToken
        title={t('New API token')}
        hint={t('For CI and scripts. Limited to its permissions; signing in elsewhere does not revoke it.')}
        scopes={apiTokenScopes}
        initial={['issue:read']}
        create={create}
      />
      <Loaded query={tokens} name={t('the API tokens')} waiting={<div className="skeleton h-32" />}>
        {(all) => all.length > 0 && <ApiTokenList title={t('API tokens')} tokens={all} revoke={revoke} />}
      </Loaded>
    </>
  )
}
