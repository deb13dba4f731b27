import type { Schemas } from '@bugle/api-client'
import { deviceName } from '@bugle/presentation/device-name'
import { exactCount, formatAge } from '@bugle/presentation/format'
import { type Language, languages, t } from '@bugle/presentation/i18n'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'expo-router'
import { useEffect, useState } from 'react'
import { View } from 'react-native'
import { Button } from '../../components/button'
import { Group, Row } from '../../components/group'
import {
  Bell,
  Bug,
  Clock,
  KeyRound,
  Languages,
  LockKeyhole,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Server,
  ShieldCheck,
  Smartphone,
  Sun,
  SunMoon,
  Terminal,
} from '../../components/icons'
import { Screen } from '../../components/screen'
import { Choice, Sheet } from '../../components/sheet'
import { LoadFailed, reasonOf, Skeleton } from '../../components/states'
import { showToast } from '../../components/toasts'
import { Toggle } from '../../components/toggle'
import { useWaiting } from '../../features/issues/outbox'
import { MyOrganizations } from '../../features/organizations/my-organizations'
import { useReportFaults } from '../../features/projects/report-faults'
import { pushQuery } from '../../features/push/queries'
import { apiTokensQuery, sessionsQuery, totpQuery } from '../../lib/account'
import { chooseLanguage, chosenLanguage } from '../../lib/language'
import { canLock, isLockOn, setLockOn } from '../../lib/lock'
import { reload } from '../../lib/reload'
import { canChooseServer } from '../../lib/server-address'
import { addServer, api, changeServer, knownServers, signOut, useSession } from '../../lib/session'
import { useNow } from '../../lib/use-now'
import { type Theme, themes, useTheme } from '../../theme'

type Session = Schemas['AccessTokenList']['tokens'][number]

export default function You() {
  const router = useRouter()
  const { user, server } = useSession()
  const { choice, choose } = useTheme()
  const [sheet, setSheet] = useState<'theme' | 'language'>()
  const totp = useQuery(totpQuery)
  const push = useQuery(pushQuery)
  const waiting = useWaiting()
  const themeLabels: Record<Theme, string> = { system: t('System'), light: t('Light'), dark: t('Dark') }
  const themeIcons = { system: SunMoon, light: Sun, dark: Moon }
  const language = chosenLanguage()
  const close = () => setSheet(undefined)
  const changeLanguage = (next: Language | undefined) => {
    close()
    chooseLanguage(next)
    reload()
  }
  return (
    <Screen title={t('You')} isLarge>
      <Group>
        <Row label={user?.name ?? ''} {...(user === undefined ? {} : { detail: user.email })} />
        <Row icon={Server} label={t('Server')} value={server.replace(/^https?:\/\//, '')} isMono />
        <Row
          icon={ShieldCheck}
          label={t('Two-factor authentication')}
          value={totp.data === undefined ? '…' : totp.data.enabled ? t('On') : t('Off')}
          onPress={() => router.push('/two-factor')}
        />
        <Row
          icon={Bell}
          label={t('Notifications')}
          value={push.data === undefined ? '…' : push.data === null ? t('Off') : t('On')}
          onPress={() => router.push('/notifications')}
        />
        {waiting.length > 0 && (
          <Row
            icon={Clock}
            label={t('Not sent yet')}
            value={t('{{total}} waiting', { total: exactCount(waiting.length) })}
          />
        )}
      </Group>
      <MyOrganizations />
      <Sessions />
      <ApiTokens />
      <Group title={t('Appearance')} note={t('Applies to this device only.')}>
        <Row icon={SunMoon} label={t('Theme')} value={themeLabels[choice]} onPress={() => setSheet('theme')} />
        <Row
          icon={Languages}
          label={t('Language')}
          value={language === undefined ? t('System') : languages[language]}
          onPress={() => setSheet('language')}
        />
      </Group>
      <ThisApp />
      {canChooseServer && <Servers />}
      <Button kind="danger" icon={LogOut} label={t('Sign out')} onPress={() => void signOut()} />
      <Sheet title={t('Theme')} isOpen={sheet === 'theme'} onClose={close}>
        {themes.map((name) => (
          <Choice
            key={name}
            icon={themeIcons[name]}
            label={themeLabels[name]}
            isChecked={name === choice}
            onPress={() => {
              choose(name)
              close()
            }}
          />
        ))}
      </Sheet>
      <Sheet title={t('Language')} isOpen={sheet === 'language'} onClose={close}>
        <Choice label={t('System')} isChecked={language === undefined} onPress={() => changeLanguage(undefined)} />
        {(Object.entries(languages) as [Language, string][]).map(([name, label]) => (
          <Choice key={name} label={label} isChecked={name === language} onPress={() => changeLanguage(name)} />
        ))}
      </Sheet>
    </Screen>
  )
}

const kindIcons = { mobile: Smartphone, web: Monitor, cli: Terminal }

/** One session for each kind of client; the others can be ended here. */
function Sessions() {
  const now = useNow()
  const client = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const [asked, setAsked] = useState<Session>()
  const end = useMutation({
    mutationFn: ({ id }: Session) => api().DELETE('/api/me/tokens/{id}', { params: { path: { id: String(id) } } }),
    onSuccess: (_, session) => showToast({ text: t('Signed out {{device}}', { device: deviceOf(session) }) }),
    onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  if (sessions.isPending) return <Skeleton rows={2} height={60} />
  if (sessions.data === undefined) return <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />
  return (
    <>
      <Group
        title={t('Sessions')}
        note={t('One session for each kind of client: web, mobile and CLI. Signing in again ends the previous one.')}
      >
        {sessions.data.map((session) => (
          <Row
            key={session.id}
            icon={kindIcons[session.name as keyof typeof kindIcons] ?? Smartphone}
            label={deviceOf(session)}
            detail={[
              session.name,
              session.is_current
                ? t('this session')
                : t('used {{age}} ago', { age: formatAge(session.last_used_at, now) }),
            ].join(' · ')}
            {...(session.is_current ? {} : { onPress: () => setAsked(session) })}
          />
        ))}
      </Group>
      <Sheet
        title={asked === undefined ? '' : t('Sign out {{device}}', { device: deviceOf(asked) })}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        <View style={{ padding: 20, gap: 12 }}>
          <Button
            kind="danger"
            label={t('Sign out')}
            onPress={() => {
              end.mutate(asked!)
              setAsked(undefined)
            }}
          />
          <Button label={t('Cancel')} onPress={() => setAsked(undefined)} />
        </View>
      </Sheet>
    </>
  )
}

function deviceOf({ device, name }: Session): string {
  return device === null || device === undefined || device === '' ? name : deviceName(device)
}

/** Tokens of programs: their names alone, since they are made and ended on a computer. */
function ApiTokens() {
  const tokens = useQuery(apiTokensQuery)
  if (tokens.data === undefined || tokens.data.length === 0) return null
  return (
    <Group title={t('API tokens')}>
      {tokens.data.map(({ id, name, scopes }) => (
        <Row key={id} icon={KeyRound} label={name} detail={scopes.join(' · ')} />
      ))}
    </Group>
  )
}

/** Lock and faults of the app itself. */
function ThisApp() {
  const { server } = useSession()
  const faults = useReportFaults()
  const [isLockable, setIsLockable] = useState(false)
  const [isLocking, setIsLocking] = useState(isLockOn)
  useEffect(() => void canLock().then(setIsLockable), [])
  const host = server.replace(/^https?:\/\//, '')
  return (
    <Group title={t('This app')}>
      {isLockable && (
        <Toggle
          icon={LockKeyhole}
          label={t('Lock')}
          detail={t('Asks for face, finger or code after five minutes away.')}
          isOn={isLocking}
          onChange={(isOn) => {
            setLockOn(isOn)
            setIsLocking(isOn)
          }}
        />
      )}
      <Toggle
        icon={Bug}
        label={t('Report faults of this app')}
        detail={t('To a project of its own on {{host}}. No texts of events, no e-mails.', { host })}
        isOn={faults.isOn}
        isDisabled={faults.isBusy}
        onChange={faults.change}
      />
    </Group>
  )
}

/** Servers signed in to on this phone. */
function Servers() {
  const { server } = useSession()
  return (
    <Group title={t('Servers')}>
      {knownServers().map(({ url, user }) => (
        <Row
          key={url}
          label={url.replace(/^https?:\/\//, '')}
          detail={user.email}
          isChecked={url === server}
          onPress={() => void changeServer(url)}
        />
      ))}
      <Row icon={Plus} label={t('Add a server')} onPress={addServer} />
    </Group>
  )
}
