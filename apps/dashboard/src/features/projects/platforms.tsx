import { Apple, Globe, type LucideIcon, MonitorSmartphone, Server, Smartphone, Terminal } from 'lucide-react'
import { t } from '../../lib/words.ts'
import type { Platform } from './queries.ts'

/** What a first project is chosen from, with a bundle identifier as people write it there. */
export const platformChoices: { value: Platform; label: string; icon: LucideIcon; appId: string }[] = [
  { value: 'web', label: t('Browser'), icon: Globe, appId: 'shop.example.com' },
  { value: 'node', label: 'Node', icon: Server, appId: 'com.example.api' },
  { value: 'ios', label: 'iOS', icon: Apple, appId: 'com.example.shop' },
  { value: 'android', label: 'Android', icon: Smartphone, appId: 'com.example.shop' },
  { value: 'php', label: 'PHP', icon: Terminal, appId: 'com.example.backend' },
  { value: 'other', label: t('Other'), icon: MonitorSmartphone, appId: 'com.example.app' },
]
