import { readFileSync } from 'node:fs'
import type { Crumb, SampleProject } from './sample-events.ts'

const screenshot = readFileSync(new URL('note-screen.jpg', import.meta.url)).toString('base64')

/** A stack as Hermes prints it for bytecode: addresses in the bundle, no source lines. */
function stack(head: string, ...frames: [name: string, address: number][]): string {
  const lines = frames.map(([name, address]) => `    at ${name} (address at index.android.bundle:1:${address})`)
  return [head, ...lines, '    at flushQueue (address at index.android.bundle:1:148816)', '    at apply (native)'].join(
    '\n',
  )
}

const opened: Crumb[] = [
  ['app.lifecycle', 'active'],
  ['navigation', 'Notes'],
]
const writing: Crumb[] = [...opened, ['touch', 'button New note'], ['navigation', 'Notes -> NewNote']]
const withPhoto: Crumb[] = [
  ...writing,
  ['touch', 'button Add photo'],
  ['permission', 'camera granted'],
  ['navigation', 'NewNote -> Camera'],
  ['touch', 'button Shutter'],
]
const syncing: Crumb[] = [
  ...opened,
  ['connectivity', 'wifi'],
  ['sync', 'started', { notes: '{count}' }],
  ['http', 'POST /v2/sync', { status_code: 200, duration_ms: '{ms}' }],
]

const phones = [
  ['Google', 'Pixel 8', 'shiba', 'Android', '15'],
  ['Samsung', 'Galaxy S24', 'SM-S921B', 'Android', '14'],
  ['Samsung', 'Galaxy A15', 'SM-A155F', 'Android', '14'],
  ['Apple', 'iPhone 15', 'iPhone15,4', 'iOS', '18.6'],
  ['Apple', 'iPhone 13', 'iPhone14,5', 'iOS', '17.7'],
] as const

export const expoApp: SampleProject = {
  name: 'Field notes app',
  appId: 'com.example.fieldnotes',
  platform: 'android',
  sdk: { name: 'bugle.react-native', version: '0.1.0' },
  releases: ['fieldnotes@2.3.0+118', 'fieldnotes@2.3.1+121', 'fieldnotes@2.4.0+126'],
  environments: ['production', 'production', 'production', 'production', 'preview'],
  users: 140,
  events: 450,
  context: (random, release, platform) => {
    const fitting = phones.filter(([, , , os]) => platform === undefined || os.toLowerCase() === platform)
    const [manufacturer, model, model_id, os, version] = random.pick(fitting)
    const [appVersion, build] = release.split('@')[1]!.split('+')
    return {
      platform: os === 'iOS' ? 'ios' : 'android',
      tags: { locale: random.pick(['en-GB', 'de-AT', 'pl-PL']), network: random.pick(['wifi', 'cellular', 'none']) },
      contexts: {
        device: { manufacturer, model, model_id },
        app: { version: appVersion, build, bundle_id: 'com.example.fieldnotes' },
        os: { name: os, version },
        expo: { runtime_version: appVersion },
      },
    }
  },
  issues: [
    {
      type: 'Error',
      message: 'Network request failed',
      stack: stack(
        'Error: Network request failed',
        ['onerror', 361022],
        ['uploadBatch', 804112],
        ['syncNotes', 804977],
      ),
      handled: true,
      level: 'warning',
      story: [
        ...opened,
        ['connectivity', 'none'],
        ['sync', 'started', { notes: '{count}' }],
        ['http', 'POST /v2/sync', { status_code: 0 }],
      ],
      repeat: 12,
    },
    {
      type: 'TypeError',
      message: "Cannot read property 'latitude' of undefined",
      stack: stack(
        "TypeError: Cannot read property 'latitude' of undefined",
        ['toPosition', 911480],
        ['NewNote', 913022],
        ['renderWithHooks', 210933],
      ),
      story: [...writing, ['permission', 'location denied'], ['touch', 'button Save']],
      mechanism: 'onerror',
      screenshot,
      since: 1,
    },
    {
      type: 'Error',
      message: 'Location request timed out after {long} ms',
      stack: stack('Error: Location request timed out', ['getPosition', 911002], ['attachPlace', 911530]),
      handled: true,
      level: 'warning',
      story: [...writing, ['permission', 'location granted'], ['location', 'waiting for a fix', { accuracy: 'high' }]],
    },
    {
      type: 'TypeError',
      message: 'undefined is not a function',
      stack: stack('TypeError: undefined is not a function', ['onShare', 877410], ['onPress', 310944]),
      story: [...opened, ['touch', 'row {uuid}'], ['navigation', 'Notes -> Note'], ['touch', 'button Share']],
      mechanism: 'onerror',
      screenshot,
      since: 2,
    },
    {
      type: 'SyncConflictError',
      message: 'Note {uuid} was changed on two devices',
      stack: stack(
        'SyncConflictError: Note {uuid} was changed on two devices',
        ['mergeNote', 806611],
        ['applyChanges', 807204],
        ['syncNotes', 805010],
      ),
      handled: true,
      level: 'warning',
      fingerprint: ['sync-conflict'],
      story: [...syncing, ['sync', 'conflict', { note: '{uuid}' }]],
      extra: { note: '{uuid}', fields: ['text', 'photos'] },
    },
    {
      type: 'Error',
      message: 'Could not open file:///data/user/0/com.example.fieldnotes/cache/Camera/{uuid}.jpg',
      stack: stack('Error: Could not open the picture', ['readPicture', 842013], ['PhotoStrip', 843990]),
      story: [...withPhoto, ['app.lifecycle', 'background'], ['app.lifecycle', 'active']],
      screenshot,
    },
    {
      type: 'UpdateError',
      message: 'Failed to download update {uuid}',
      stack: stack('UpdateError: Failed to download update', ['fetchUpdate', 120233], ['checkOnLaunch', 120870]),
      handled: true,
      level: 'info',
      story: [
        ['app.lifecycle', 'active'],
        ['update', 'checking'],
        ['update', 'downloading {uuid}'],
      ],
    },
    {
      type: 'SQLiteError',
      message: 'database disk image is malformed (code 11)',
      stack: stack(
        'SQLiteError: database disk image is malformed (code 11)',
        ['execute', 790204],
        ['loadNotes', 795518],
      ),
      level: 'fatal',
      story: opened,
    },
    {
      type: 'Invariant Violation',
      message: 'Text strings must be rendered within a <Text> component.',
      stack: stack(
        'Invariant Violation: Text strings must be rendered within a <Text> component.',
        ['createTextInstance', 198871],
        ['TagList', 866214],
      ),
      level: 'fatal',
      mechanism: 'onerror',
      story: [...opened, ['touch', 'tab Tags'], ['navigation', 'Notes -> Tags']],
      until: 2,
    },
    {
      type: 'java.lang.OutOfMemoryError',
      message: 'Failed to allocate a {bytes} byte allocation until OOM',
      platform: 'android',
      level: 'fatal',
      mechanism: 'native',
      story: [...withPhoto, ['memory', 'warning']],
    },
    {
      type: 'PushTokenError',
      message: 'Fetching the token failed: FIS_AUTH_ERROR',
      stack: stack(
        'PushTokenError: Fetching the token failed: FIS_AUTH_ERROR',
        ['registerForPush', 133027],
        ['onLogin', 133905],
      ),
      handled: true,
      story: [
        ['app.lifecycle', 'active'],
        ['ui.form', 'log in'],
        ['http', 'POST /v2/session', { status_code: 200, duration_ms: '{ms}' }],
      ],
    },
    {
      type: 'RangeError',
      message: 'Maximum call stack size exceeded (native stack depth)',
      stack: stack(
        'RangeError: Maximum call stack size exceeded (native stack depth)',
        ...Array.from({ length: 30 }, (): [string, number] => ['flattenTree', 822119]),
        ['FolderPicker', 823771],
      ),
      level: 'fatal',
      story: [...opened, ['touch', 'button Move to folder']],
      burst: [6.1, 5.8],
    },
    {
      type: 'EXC_BAD_ACCESS',
      message: 'KERN_INVALID_ADDRESS at 0x0000000000000010',
      platform: 'ios',
      level: 'fatal',
      mechanism: 'native',
      story: [...opened, ['navigation', 'Notes -> Map'], ['app.lifecycle', 'background']],
    },
    {
      type: 'Error',
      message: 'Camera permission was denied',
      stack: stack('Error: Camera permission was denied', ['openCamera', 840117], ['onPress', 310944]),
      handled: true,
      level: 'info',
      story: [...writing, ['touch', 'button Add photo'], ['permission', 'camera denied']],
    },
  ],
}
