import { formatAge } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { View } from 'react-native'
import { Button } from '../components/button'
import { FormProblem } from '../components/form-problem'
import { Group, Row } from '../components/group'
import { Bell, BellOff, Eye, Moon, Send } from '../components/icons'
import { Screen } from '../components/screen'
import { Empty, LoadFailed, reasonOf, Skeleton } from '../components/states'
import { showToast } from '../components/toasts'
import { Toggle } from '../components/toggle'
import { Txt } from '../components/txt'
import {
  type Push,
  pushQuery,
  useChangePush,
  useSubscribe,
  useTestPush,
  useUnsubscribe,
} from '../features/push/queries'
import { QuietTime } from '../features/push/quiet-time'
import { pushDevice } from '../lib/push'
import { PushDenied } from '../lib/push-device'
import { useNow } from '../lib/use-now'

export default function Notifications() {
  const push = useQuery(pushQuery)
  return (
    <Screen title={t('Notifications')} back="/you">
      {push.isPending ? (
        <Skeleton rows={3} />
      ) : push.data === undefined ? (
        <LoadFailed error={push.error} onRetry={() => void push.refetch()} />
      ) : push.data === null ? (
        <Off />
      ) : (
        <On push={push.data} />
      )}
    </Screen>
  )
}

function Off() {
  const subscribe = useSubscribe()
  const problem =
    subscribe.error === null
      ? undefined
      : subscribe.error instanceof PushDenied
        ? t('Notifications are not allowed on this device. Allow them in its settings.')
        : reasonOf(subscribe.error)
  const texts = {
    install: t('Add this page to the home screen first: Share, then Add to Home Screen. There it can notify you.'),
    distributor: t('Install an app that receives messages first, such as ntfy from F-Droid.'),
    no: t('This device has no push messages for this app. Use the page on the home screen, or mails.'),
  }
  const support = pushDevice.support()
  return (
    <Empty
      icon={Bell}
      title={t('Know at once')}
      text={
        support === 'yes'
          ? t(
              'New issues, and those that came back, appear on this device. Your server sends them, and no one in between can read them.',
            )
          : texts[support]
      }
    >
      {support === 'yes' && (
        <View style={{ gap: 12, alignItems: 'center' }}>
          <Button
            kind="main"
            icon={Bell}
            label={t('Turn on notifications')}
            isBusy={subscribe.isPending}
            onPress={() => subscribe.mutate()}
          />
          <FormProblem text={problem} />
        </View>
      )}
    </Empty>
  )
}

function On({ push }: { push: Push }) {
  const now = useNow()
  const change = useChangePush()
  const test = useTestPush()
  const unsubscribe = useUnsubscribe()
  const edges = push.quiet_hours === null ? [] : (['from', 'to'] as const)
  return (
    <>
      <Group note={t('Each project sets which issues notify you.')}>
        <Row
          icon={Bell}
          label={t('On for this device')}
          detail={
            push.sent_at === null
              ? t('Nothing was sent yet.')
              : t('last message {{age}} ago', { age: formatAge(push.sent_at, now) })
          }
          value={push.service}
        />
        <Toggle
          icon={Eye}
          label={t('Show the error')}
          detail={t('Otherwise a message names only the project: others may read the lock screen.')}
          isOn={push.details}
          onChange={(details) => change.mutate({ details })}
        />
      </Group>
      {push.failure !== null && (
        <Txt role="alert" color="warningInk" style={{ marginBottom: 24 }}>
          {t('The last message could not be sent: {{reason}}', { reason: push.failure })}
        </Txt>
      )}
      <Group title={t('Quiet hours')} note={t('What happens meanwhile follows as one message.')}>
        <Toggle
          icon={Moon}
          label={t('Nothing at night')}
          isOn={push.quiet_hours !== null}
          onChange={(isOn) =>
            change.mutate({
              quiet_hours: isOn
                ? { from: '22:00', to: '07:00', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
                : null,
            })
          }
        />
        {edges.map((edge) => (
          <QuietTime
            key={edge}
            edge={edge}
            hours={push.quiet_hours!}
            onChange={(quiet_hours) => change.mutate({ quiet_hours })}
          />
        ))}
      </Group>
      <FormProblem text={change.isError ? reasonOf(change.error) : undefined} />
      <View style={{ gap: 12 }}>
        <Button
          icon={Send}
          label={t('Send a test message')}
          isBusy={test.isPending}
          onPress={() =>
            test.mutate(undefined, {
              onSuccess: () => showToast({ text: t('Sent. It should appear in a moment.') }),
              onError: (error) => showToast({ text: reasonOf(error), isFailure: true }),
            })
          }
        />
        <Button
          kind="danger"
          icon={BellOff}
          label={t('Turn off')}
          isBusy={unsubscribe.isPending}
          onPress={() => unsubscribe.mutate()}
        />
      </View>
    </>
  )
}
