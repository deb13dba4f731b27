import type { Schemas } from '@bugle/api-client'
import { t } from './i18n.ts'
import type { SnippetName } from './snippet-name.ts'

type Platform = NonNullable<Schemas['Project']['platform']>

/** Names of the icons; each app has its own. */
export type PlatformIcon =
  | 'Apple'
  | 'Atom'
  | 'Bird'
  | 'Braces'
  | 'Coffee'
  | 'Gem'
  | 'Globe'
  | 'Hammer'
  | 'Hash'
  | 'MonitorSmartphone'
  | 'Music'
  | 'Server'
  | 'Smartphone'
  | 'Terminal'
  | 'Worm'

export interface PlatformChoice {
  /** Platform of its events; missing where one program runs on several. */
  value?: Platform
  label: string
  icon: PlatformIcon
  /** Snippet that its setup page begins with. */
  snippet: SnippetName
  /** Example of its bundle identifier, where it has one. */
  bundleId?: string
}

/** Platforms offered for a new project. */
export const platformChoices: readonly PlatformChoice[] = [
  { value: 'web', label: t('Browser'), icon: 'Globe', snippet: 'Web page' },
  { value: 'node', label: 'Node', icon: 'Server', snippet: 'Node' },
  { label: 'React Native', icon: 'Atom', snippet: 'React Native', bundleId: 'com.example.shop' },
  { label: 'Flutter', icon: 'Bird', snippet: 'Flutter', bundleId: 'com.example.shop' },
  { value: 'ios', label: 'iOS', icon: 'Apple', snippet: 'curl', bundleId: 'com.example.shop' },
  { value: 'android', label: 'Android', icon: 'Smartphone', snippet: 'curl', bundleId: 'com.example.shop' },
  { value: 'php', label: 'PHP', icon: 'Terminal', snippet: 'PHP' },
  { value: 'php', label: 'Laravel', icon: 'Hammer', snippet: 'Laravel' },
  { value: 'php', label: 'Symfony', icon: 'Music', snippet: 'Symfony' },
  { value: 'python', label: 'Python', icon: 'Worm', snippet: 'Python' },
  { value: 'go', label: 'Go', icon: 'Braces', snippet: 'Go' },
  { value: 'java', label: 'Java', icon: 'Coffee', snippet: 'Java' },
  { value: 'dotnet', label: '.NET', icon: 'Hash', snippet: '.NET' },
  { value: 'ruby', label: 'Ruby', icon: 'Gem', snippet: 'Ruby' },
  { value: 'other', label: t('Other'), icon: 'MonitorSmartphone', snippet: 'curl' },
]

/** Each platform once, for the settings of a project. */
export const namedPlatforms: { value: Platform; label: string }[] = platformChoices.flatMap(
  ({ value, label }, index) => {
    const isFirst = platformChoices.findIndex((other) => other.value === value) === index
    return value === undefined || !isFirst ? [] : [{ value, label }]
  },
)
