/** Loaded before everything else. Options omitted here are in app.json. */
import { init, setUser } from '@bugle/react-native'
import AsyncStorage from '@react-native-async-storage/async-storage'

init({
  token: process.env.EXPO_PUBLIC_BUGLE_TOKEN,
  endpoint: process.env.EXPO_PUBLIC_BUGLE_ENDPOINT,
  appId: 'com.example.shop',
  storage: AsyncStorage,
})
setUser({ id: 'anon-7' })
