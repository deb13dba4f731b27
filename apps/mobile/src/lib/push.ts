import { PushDenied, type PushDevice } from './push-device'

/** Push of an iPhone: none in the app. The page on its home screen has push. The library of push.android.ts cannot be loaded here. */
export const pushDevice: PushDevice = {
  kind: 'unifiedpush',
  support: () => 'no',
  endpoint: async () => undefined,
  subscribe: async () => {
    throw new PushDenied()
  },
  unsubscribe: async () => {},
}
