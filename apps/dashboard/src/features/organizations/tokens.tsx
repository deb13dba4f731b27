import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { organizationTokenScopes } from '@bugle/protocol/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NewSecret } from '../../components/new-secret.tsx'
import { ScopeChoice } from '../../components/scope-choice.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import {
  type Organization,
  type OrganizationToken,
  organizationTokensQuery,
  useCreateOrganizationToken,
  useRevokeOrganizationToken,
} from './queries.ts'

/** Tokens that belong to the organization, for builds that go on when their author leaves. */
export function OrganizationTokens({ organization }: { organization: Organization }) {
  const tokens = useQuery(organizationTokensQuery(organization.id))
  return (
    <>
      <NewToken organization={organization} />
      <Loaded query={tokens} name={t('the tokens')} waiting={<div className="skeleton h-32" />}>
        {(all) => all.length > 0 && <TokenRows organization={organization} tokens={all} />}
      </Loaded>
    </>
  )
}

function NewToken({ organization }: { organization: Organization }) {
  const create = useCreateOrganizationToken(organization.id)
  const [scopes, setScopes] = useState<OrganizationToken['scopes']>(['project:read', 'artifact:write'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate({ name: String(new FormData(event.currentTarget).get('name')).trim(), scopes })
  }
  return (
    <Panel
      title={t('New token of the organization')}
      hint={t('For CI: it sees all projects of the organization, and stays when its author leaves.')}
    >
      {create.data !== undefined ? (
        <NewSecret text={create.data.token} onSaved={() => create.reset()} />
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <FormError error={create.error} />
          <Field
            label={t('Name')}
            name="name"
            required
            maxLength={200}
            placeholder="CI"
            error={fieldError(create.error, 'name')}
          />
          <ScopeChoice all={organizationTokenScopes} chosen={scopes} onChange={setScopes} />
          <Button
            type="submit"
            variant="main"
            className="justify-self-start"
            disabled={create.isPending || scopes.length === 0}
          >
            {t('Create token')}
          </Button>
        </form>
      )}
    </Panel>
  )
}

function TokenRows({ organization, tokens }: { organization: Organization; tokens: OrganizationToken[] }) {
  const revoke = useRevokeOrganizationToken(organization.id)
  const [asked, setAsked] = useState<OrganizationToken>()
  return (
    <Panel title={t('Tokens of the organization')}>
      <ul className="rounded-card border border-border">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
            <span className="grid min-w-0 grow">
              <span className="from-event font-medium">
                {token.name} <code className="font-mono text-12 text-text-3">…{token.last4}</code>
              </span>
              <span className="text-12 text-text-3">
                <span className="font-mono">{token.scopes.join(' ')}</span> ·{' '}
                {token.last_used_at === null ? (
                  t('never used')
                ) : (
                  <>
                    {t('used')} <TimeAgo at={token.last_used_at} isSaid />
                  </>
                )}
                {token.created_by !== null && (
                  <span className="from-event"> · {t('by {{name}}', { name: token.created_by.name })}</span>
                )}
              </span>
            </span>
            <Button onClick={() => setAsked(token)}>{t('Revoke')}</Button>
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <ConfirmRequest
          title={t('Revoke {{name}}', { name: asked.name })}
          action={t('Revoke {{name}}', { name: asked.name })}
          id={asked.id}
          request={revoke}
          done={t('Revoked {{name}}', { name: asked.name })}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('Programs that use it will be refused.')}</p>
        </ConfirmRequest>
      )}
    </Panel>
  )
}
