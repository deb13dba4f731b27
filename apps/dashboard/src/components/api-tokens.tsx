import { fieldError } from '@bugle/presentation/form-errors'
import { formatDateTime } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import type { ApiTokenScope } from '@bugle/protocol/vocabulary'
import { type ReactNode, useState } from 'react'
import { onSubmit } from '../lib/on-submit.ts'
import { Button } from './button.tsx'
import { ConfirmRequest } from './confirm.tsx'
import { Field } from './field.tsx'
import { FormError } from './form-error.tsx'
import { NewSecret } from './new-secret.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { Panel } from './settings-layout.tsx'
import { TimeAgo } from './time-ago.tsx'
import { TokenLifetime } from './token-lifetime.tsx'

interface NewApiTokenProps<Scope extends ApiTokenScope> {
  title: string
  hint: string
  /** Those that it may have, and those that are chosen at first. */
  scopes: readonly Scope[]
  initial: Scope[]
  create: {
    data: { token: string } | undefined
    error: unknown
    isPending: boolean
    mutate: (body: { name: string; scopes: Scope[]; expires_in_days?: number }) => void
    reset: () => void
  }
}

/** Creates a token for programs, and shows it this once. */
export function NewApiToken<Scope extends ApiTokenScope>(props: NewApiTokenProps<Scope>) {
  const { title, hint, scopes, initial, create } = props
  const [chosen, setChosen] = useState(initial)
  const submit = onSubmit((fields) => {
    const days = Number(fields.get('days'))
    create.mutate({
      name: String(fields.get('name')).trim(),
      scopes: chosen,
      ...(days === 0 ? {} : { expires_in_days: days }),
    })
  })
  return (
    <Panel title={title} hint={hint}>
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
          <ScopeChoice all={scopes} chosen={chosen} onChange={setChosen} />
          <TokenLifetime />
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

interface ShownToken {
  id: number
  name: string
  scopes: string[]
  last_used_at: string | null
  expires_at: string | null
}

interface ApiTokenListProps<Token extends ShownToken> {
  title: string
  tokens: readonly Token[]
  revoke: Parameters<typeof ConfirmRequest<number>>[0]['request']
  /** The end of the secret, to recognise a token by. */
  ending?: (token: Token) => ReactNode
  /** Whatever else is known of a token. */
  about?: (token: Token) => ReactNode
}

/** Tokens for programs, each with its last use and a button that ends it. */
export function ApiTokenList<Token extends ShownToken>(props: ApiTokenListProps<Token>) {
  const { title, tokens, revoke, ending, about } = props
  const [asked, setAsked] = useState<Token>()
  return (
    <Panel title={title}>
      <ul className="rounded-card border border-border">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-3 border-b border-border px-3 py-2 last:border-b-0">
            <span className="grid min-w-0 grow">
              <span className="from-event font-medium">
                {token.name} {ending?.(token)}
              </span>
              <span className="text-12 text-text-3">
                <span className="font-mono">{token.scopes.join(' ')}</span> ·{' '}
                {token.last_used_at === null ? (
                  t('never used')
                ) : (
                  <>
                    {t('used')} <TimeAgo at={token.last_used_at} isPhrase />
                  </>
                )}
                {token.expires_at !== null && <Expiry at={token.expires_at} />}
                {about?.(token)}
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

function Expiry({ at }: { at: string }) {
  const isOver = Date.parse(at) <= Date.now()
  const time = formatDateTime(at)
  return (
    <span className={isOver ? 'text-error-ink' : undefined}>
      {' · '}
      {isOver ? t('expired {{time}}', { time }) : t('expires {{time}}', { time })}
    </span>
  )
}
