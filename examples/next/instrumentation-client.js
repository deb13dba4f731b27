import { init } from '@bugle/browser'

init({
  token: process.env.NEXT_PUBLIC_BUGLE_TOKEN,
  endpoint: process.env.NEXT_PUBLIC_BUGLE_ENDPOINT,
  appId: 'com.example.desk',
})
