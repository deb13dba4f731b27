import { ApiError } from '@bugle/api-client'
import { errorText } from '@bugle/presentation/error-text'
import { t } from '@bugle/presentation/i18n'
import { CircleHelp, CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { withBasePath } from '../lib/base-path.ts'
import { PasskeyNotUsed } from '../lib/passkey-not-used.ts'
import { Button, buttonClass } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

/** A sentence and at most one action in place of content. */
export function Notice({ icon: Icon, text, children }: { icon: LucideIcon; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <Icon size={24} className="text-text-3" aria-hidden />
      <p className="max-w-md text-14 text-balance text-text-2">{text}</p>
      {children}
    </div>
  )
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Names the part that failed to load, with the reason and a retry. A missing thing offers none. */
export function LoadFailed({ name, error, retry }: { name: string; error: unknown; retry: () => void }) {
  if (isMissing(error))
    return (
      <div role="alert">
        <Notice icon={CircleHelp} text={t('There is nothing here, or it belongs to another account.')}>
          <a href={withBasePath('/')} className={buttonClass()}>
            {t('Go to your projects')}
          </a>
        </Notice>
      </div>
    )
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <div role="alert">
      <Notice icon={CloudOff} text={`${t('Could not load {{name}}.', { name })} ${reasonOf(error)}`}>
        <Button onClick={retry}>{t('Try again')}</Button>
        {requestId !== undefined && (
          <span className="flex items-center font-mono text-12 text-text-3">
            {requestId}
            <CopyButton text={requestId} label={t('Copy request ID')} />
          </span>
        )}
      </Notice>
    </div>
  )
}

/** Describes why a call failed in one sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof PasskeyNotUsed) return error.message
  return error instanceof ApiError ? errorText(error) : t('An error occurred in the dashboard.')
}
