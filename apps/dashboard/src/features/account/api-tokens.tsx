import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { apiTokenScopes } from '@bugle/protocol/vocabulary'
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
import { type ApiToken, apiTokensQuery, type Scope, useCreateApiToken, useRevokeApiToken } from './queries.ts'

/** Tokens for programs such as CI; signing in does not end them. */
export function ApiTokens() {
  return (
    <>
      <NewToken />
      <TokenList />
    </>
  )
}

function NewToken() {
  const create = useCreateApiToken()
  const [chosen, setChosen] = useState<Scope[]>(['issue:read'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    create.mutate({ name, scopes: chosen })
  }
  return (
    <Panel
      title={t('New API token')}
      hint={t('For CI and scripts. Limited to its permissions; signing in elsewhere does not revoke it.')}
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
            maxLength={80}
            placeholder="CI"
            error={fieldError(create.error, 'name')}
          />
          <ScopeChoice all={apiTokenScopes} chosen={chosen} onChange={setChosen} />
          <Button
            type="submit"
            variant="main"
            className="justify-self-start"
            disabled={create.isPending || chosen.length === 0}
          >
            {t('Create token')}
          </Button>
        </form>
      )}
    </Panel>
  )
}

function TokenList() {
  const tokens = useQuery(apiTokensQuery)
  return (
    <Loaded query={tokens} name={t('the API tokens')} waiting={<div className="skeleton h-32" />}>
      {(all) => all.length > 0 && <TokenRows tokens={all} />}
    </Loaded>
  )
}

function TokenRows({ tokens }: { tokens: ApiToken[] }) {
  const revoke = useRevokeApiToken()
  const [asked, setAsked] = useState<ApiToken>()
  return (
    <Panel title={t('API tokens')}>
      <ul className="rounded-card border border-border">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
            <span className="grid min-w-0 grow">
              <span className="from-event font-medium">{token.name}</span>
              <span className="text-12 text-text-3">
                <span className="font-mono">{token.scopes.join(' ')}</span> ·{' '}
                {token.last_used_at === null ? (
                  t('never used')
                ) : (
                  <>
                    {t('used')} <TimeAgo at={token.last_used_at} isSaid />
                  </>
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
