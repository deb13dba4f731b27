import { fieldError } from '@bugle/presentation/form-errors'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { ConfirmRequest } from '../../components/confirm.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Field } from '../../components/field.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Panel } from '../../components/settings-layout.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { type ApiToken, apiTokensQuery, type Scope, useCreateApiToken, useRevokeApiToken } from './queries.ts'

function scopeLabel(scope: Scope): string {
  return {
    'project:read': t('read projects'),
    'issue:read': t('read issues and events'),
    'issue:write': t('change issues'),
    'artifact:write': t('upload source maps'),
  }[scope]
}

const scopes: Scope[] = ['project:read', 'issue:read', 'issue:write', 'artifact:write']

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
  const made = create.data
  return (
    <Panel
      title={t('New API token')}
      hint={t('For CI and scripts. Limited to its permissions; signing in elsewhere does not revoke it.')}
    >
      {made !== undefined ? (
        <div className="grid gap-3">
          <p className="font-semibold">{t('Save this token. It is shown only once.')}</p>
          <div className="flex items-center gap-2 rounded-control border border-ring bg-accent-wash py-1 pr-1 pl-3">
            <code className="grow font-mono text-12 break-all">{made.token}</code>
            <CopyButton text={made.token} label={t('Copy token')} withLabel />
          </div>
          <Button className="justify-self-start" onClick={() => create.reset()}>
            {t("I've saved it")}
          </Button>
        </div>
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
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">{t('Permissions')}</legend>
            {scopes.map((scope) => (
              <label key={scope} className="flex min-h-7 cursor-pointer items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={chosen.includes(scope)}
                  onChange={() =>
                    setChosen(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
                  }
                />
                {scopeLabel(scope)} <code className="font-mono text-12 text-text-3">{scope}</code>
              </label>
            ))}
          </fieldset>
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
