/** The shop without screens, for Hermes alone. */
import { addBreadcrumb, captureException, flush, init } from '@bugle/react-native'
import { reserve, save } from '../checkout'

// Stands for the red screen, which comes after the SDK.
ErrorUtils.setGlobalHandler((error, isFatal) => print(`HANDLED ${error.name} ${isFatal}`))
init({ token: 'TOKEN', endpoint: 'http://bugle.test', appId: 'com.example.shop', release: 'shop@4.2.0' })

function pay() {
  reserve('A-17')
}

function leave() {
  const basket = undefined
  return basket.items
}

addBreadcrumb({ category: 'cart', message: 'looked at A-17' })
try {
  pay()
} catch (error) {
  captureException(error)
}
void save()
// As React Native runs a timer or touch handler.
ErrorUtils.applyWithGuard(leave)
setTimeout(() => void flush().then((isSent) => print(`FLUSHED ${isSent}`)), 3000)
