import { t } from '@bugle/presentation/i18n'
import { Txt } from '../../components/txt'
import { pushDevice } from '../../lib/push'

/** Says at the sign-in how notifications will come to this device, where that takes something that has to be done first. */
export function PushWay() {
  const texts = {
    yes: undefined,
    install: t('For notifications, add this page to the home screen first.'),
    distributor: t('For notifications, install an app that receives them, such as ntfy (UnifiedPush).'),
    no: t('Notifications come to the page of your server on the home screen: open it in the browser, at /m/.'),
  }
  const text = texts[pushDevice.support()]
  if (text === undefined) return null
  return (
    <Txt kind="meta" color="text3" style={{ textAlign: 'center' }}>
      {text}
    </Txt>
  )
}
