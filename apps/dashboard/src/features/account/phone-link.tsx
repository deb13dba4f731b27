import { ApiError } from '@bugle/api-client'
import { deviceName } from '@bugle/presentation/device-name'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { basePath, withBasePath } from '../../lib/base-path.ts'
import { onSubmit } from '../../lib/on-submit.ts'
import { showToast } from '../../lib/toasts.ts'
import { hasMobilePageQuery, type Session, sessionsQuery, useLoginCode, useRevokeSession } from './queries.ts'

/** Signs a phone in by a code that it reads from the screen. */
export function PhoneLink() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        <Smartphone size={16} aria-hidden />
        {t('Open on your phone…')}
      </Button>
      {isOpen && <PhoneDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PhoneDialog({ onClose }: { onClose: () => void }) {
  const login = useLoginCode()
  const { mutate, data } = login
  useEffect(() => mutate({}), [mutate])
  const needsPassword = login.error instanceof ApiError && login.error.code === 'password_needed'
  const isAsking = needsPassword || (login.error instanceof ApiError && login.error.code === 'wrong_password')
  return (
    <Dialog title={t('Open on your phone')} onClose={onClose}>
      {data !== undefined ? (
        <Code
          key={data.code}
          code={data.code}
          expiresAt={data.expires_at}
          onAgain={() => mutate({})}
          onClose={onClose}
        />
      ) : isAsking ? (
        <form
          className="grid gap-4"
          onSubmit={onSubmit((fields) => mutate({ password: String(fields.get('password')) }))}
        >
          <p className="text-text-2">
            {t('You signed in more than an hour ago. Your password proves that it is you.')}
          </p>
          <FormError
            error={needsPassword ? null : login.error}
            byCode={{ wrong_password: t('The password is wrong.') }}
          />
          <PasswordField autoComplete="current-password" />
          <Button type="submit" variant="main" disabled={login.isPending}>
            {t('Continue')}
          </Button>
        </form>
      ) : login.error === null ? (
        <div className="skeleton h-72" />
      ) : (
        <FormError error={login.error} />
      )}
    </Dialog>
  )
}

interface CodeProps {
  code: string
  expiresAt: string
  onAgain: () => void
  onClose: () => void
}

type Target = 'browser' | 'app'

function Code({ code, expiresAt, onAgain, onClose }: CodeProps) {
  const hasPage = useQuery(hasMobilePageQuery).data ?? true
  const [chosen, setChosen] = useState<Target>()
  const way = chosen ?? (hasPage ? 'browser' : 'app')
  const links: Record<Target, string> = {
    browser: `${location.origin}${withBasePath('/m/link')}#c=${code}`,
    app: `bugle://link?s=${encodeURIComponent(location.origin + basePath)}&c=${code}`,
  }
  const left = useSecondsUntil(expiresAt)
  const arrived = useArrived(expiresAt)
  if (arrived !== undefined) return <Arrived session={arrived} onClose={onClose} />
  if (left === 0)
    return (
      <div className="grid justify-items-center gap-4 py-8">
        <p className="text-text-2">{t('The code has expired.')}</p>
        <Button variant="main" onClick={onAgain}>
          {t('Show another code')}
        </Button>
      </div>
    )
  const targets: [Target, string][] = [
    ['browser', t('In its browser')],
    ['app', t('In the app')],
  ]
  return (
    <div className="grid gap-4">
      <div className="flex gap-2" role="radiogroup" aria-label={t('Where to open')}>
        {targets.map(([value, label]) => (
          <Button
            key={value}
            role="radio"
            aria-checked={value === way}
            disabled={value === 'browser' && !hasPage}
            title={value === 'browser' && !hasPage ? t('This server has no mobile app: npm run mobile') : undefined}
            className="grow aria-checked:bg-pressed"
            onClick={() => setChosen(value)}
          >
            {label}
          </Button>
        ))}
      </div>
      <QrCode text={links[way]} />
      <p className="text-text-2">
        {way === 'browser'
          ? t('Point the camera of your phone at the code. You stay signed in here; another phone is signed out.')
          : t('Open the app on your phone and scan the code.')}
      </p>
      <div className="flex items-center justify-between gap-2">
        <span className="text-12 text-text-3">{t('Valid for {{seconds}} s, once', { seconds: left })}</span>
        <Button onClick={() => void copyText(links[way], t('Link copied'))}>{t('Copy link')}</Button>
      </div>
    </div>
  )
}

/** Dark on light in both themes, as cameras expect it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((part) => part !== '')
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('Code to scan')}
      className="mx-auto w-full max-w-64 rounded-card"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The session that the code opened, so that its owner sees at once if it was somebody else. */
function Arrived({ session, onClose }: { session: Session; onClose: () => void }) {
  const revoke = useRevokeSession()
  const device = session.device === null ? session.name : deviceName(session.device)
  return (
    <div className="grid gap-4">
      <p role="status">{t('{{device}} signed in.', { device })}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          disabled={revoke.isPending}
          onClick={() =>
            revoke.mutate(session.id, {
              onSuccess: () => {
                showToast({ text: t('Signed out {{device}}', { device }) })
                onClose()
              },
            })
          }
        >
          {t('Not you? Sign it out')}
        </Button>
        <Button variant="main" autoFocus onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}

function useSecondsUntil(time: string): number {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft), 500)
    return () => clearInterval(timer)
  })
  return left
}

/** Codes are valid for two minutes: a session that began since then is theirs. */
const validMs = 120_000

function useArrived(expiresAt: string): Session | undefined {
  const sessions = useQuery({ ...sessionsQuery, refetchInterval: 2000 })
  const [known] = useState(() => sessions.data?.map(({ id }) => id) ?? [])
  const since = Date.parse(expiresAt) - validMs - 2000
  return sessions.data?.find(
    ({ id, is_current, created_at }) => !is_current && !known.includes(id) && Date.parse(created_at) >= since,
  )
}
