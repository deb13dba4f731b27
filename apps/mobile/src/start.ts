import { App } from 'expo-router/build/qualified-entry'
import { AppRegistry } from 'react-native'
import { loadLater } from './components/later'
import { firstData } from './first-data'
import { whenIdle } from './lib/when-idle'

AppRegistry.registerComponent('main', () => App)
void firstData().then(() => {
  // At once, and not in pieces between other work, as the router's own start: there is nothing else to draw.
  AppRegistry.runApplication('main', { rootTag: document.getElementById('root') })
  whenIdle(loadLater)
})
