import { t } from '@bugle/presentation/i18n'
import { organizationTokenScopes } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { ApiTokenList, NewApiToken } from '../../components/api-tokens.tsx'
import { Loaded } from '../../components/loaded.tsx'
import {
  type Organization,
  organizationTokensQuery,
  useCreateOrganizationToken,
  useRevokeOrganizationToken,
} from './queries.ts'

/** Tokens that belong to the organization, for builds that go on when their author leaves. */
export function OrganizationTokens({ organization }: { organization: Organization }) {
  const tokens = useQuery(organizationTokensQuery(organization.id))
  const create = useCreateOrganizationToken(organization.id)
  const revoke = useRevokeOrganizationToken(organization.id)
  return (
    <>
      <NewApiToken
        title={t('New token of the organization')}
        hint={t('For CI: it sees all projects of the organization, and stays when its author leaves.')}
        scopes={organizationTokenScopes}
        initial={['project:read', 'artifact:write']}
        create={create}
      />
      <Loaded query={tokens} name={t('the tokens')} waiting={<div className="skeleton h-32" />}>
        {(all) =>
          all.length > 0 && (
            <ApiTokenList
              title={t('Tokens of the organization')}
              tokens={all}
              revoke={revoke}
              ending={({ last4 }) => <code className="font-mono text-12 text-text-3">…{last4}</code>}
              about={({ created_by }) =>
                created_by !== null && (
                  <span className="from-event"> · {t('by {{name}}', { name: created_by.name })}</span>
                )
              }
            />
          )
        }
      </Loaded>
    </>
  )
}
