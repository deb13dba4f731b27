import { t } from '@bugle/presentation/i18n'
import { useMutation } from '@tanstack/react-query'
import { useLocalSearchParams, useRouter } from 'expo-router'
import { useState } from 'react'
import { View } from 'react-native'
import { Button } from '../components/button'
import { FormProblem } from '../components/form-problem'
import { Txt } from '../components/txt'
import { AuthScreen } from '../features/auth/auth-screen'
import { FindLink } from '../features/auth/find-link'
import { canScan, Scanner } from '../features/auth/scanner'
import { formError } from '../lib/errors'
import { type LinkAddress, parseLink } from '../lib/link-address'
import { pageLink } from '../lib/page-link'
import { canChooseServer, isOpenHttp } from '../lib/server-address'
import { signInByCode, useSession } from '../lib/session'

/** Signs in by the code that the dashboard shows: scanned, opened as a link, or pasted. */
export default function Link() {
  const router = useRouter()
  const { s, c } = useLocalSearchParams<{ s?: string; c?: string }>()
  const [link, setLink] = useState<LinkAddress | undefined>(() =>
    s === undefined || c === undefined
      ? parseLink(pageLink() ?? '')
      : parseLink(`bugle://link?s=${encodeURIComponent(s)}&c=${encodeURIComponent(c)}`),
  )
  const leave = () => router.replace('/')
  const find = (text: string) => {
    const found = parseLink(text)
    if (found !== undefined) setLink(found)
  }
  if (link === undefined)
    return (
      <FindLink
        title={t('Scan the code')}
        text={
          canScan
            ? t('On a computer, open Account, Sessions, Open on your phone. Point this phone at the code.')
            : t(
                'On a computer, open Account, Sessions, Open on your phone. Scan the code with the camera of this phone.',
              )
        }
        label={t('Or paste the link below the code')}
        refusal={t('This is not such a link.')}
        parse={parseLink}
        onFound={setLink}
        onLeave={leave}
      >
        <Scanner onText={find} />
      </FindLink>
    )
  return <Confirm link={link} onLeave={leave} />
}

/** Asks first: a link may come from anybody. */
function Confirm({ link, onLeave }: { link: LinkAddress; onLeave: () => void }) {
  const { state, server, user } = useSession()
  const isForeign = !canChooseServer && link.server !== server
  const attempt = useMutation({ mutationFn: () => signInByCode(link), onSuccess: onLeave })
  const host = new URL(link.server).host
  return (
    <AuthScreen title={t('Sign in')} text={t('With the code of {{host}}.', { host })}>
      <View style={{ gap: 16 }}>
        <FormProblem
          text={
            isForeign
              ? t('This code belongs to another server. Open the link with its own page.')
              : formError(attempt.error, {
                  login_code_expired: t('This code was used or has expired. Show another one on the computer.'),
                  rate_limited: t('Too many attempts. Try again in a moment.'),
                })
          }
        />
        {isOpenHttp(link.server) && (
          <Txt kind="meta" color="warningInk" role="alert">
            {t('This address begins with http: others in the network can read the password. Use https.')}
          </Txt>
        )}
        <Txt color="text2">{t('Continue only if you see this code on a screen of your own.')}</Txt>
        {state === 'in' && user !== undefined && (
          <Txt color="text2">{t('You are signed in as {{email}}; this replaces it.', { email: user.email })}</Txt>
        )}
        <Button
          kind="main"
          label={t('Sign in')}
          isBusy={attempt.isPending}
          isDisabled={isForeign}
          onPress={() => attempt.mutate()}
        />
        <Button kind="quiet" label={t('Cancel')} onPress={onLeave} />
      </View>
    </AuthScreen>
  )
}
