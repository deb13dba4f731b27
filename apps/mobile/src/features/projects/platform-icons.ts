import type { PlatformIcon } from '@bugle/presentation/platforms'
import {
  Apple,
  Bird,
  Braces,
  Coffee,
  Gem,
  Globe,
  Hash,
  type LucideIcon,
  MonitorSmartphone,
  Server,
  Smartphone,
  Terminal,
  Worm,
} from '../../components/icons'

export const platformIcons: Record<PlatformIcon, LucideIcon> = {
  Apple,
  Bird,
  Braces,
  Coffee,
  Gem,
  Globe,
  Hash,
  MonitorSmartphone,
  Server,
  Smartphone,
  Terminal,
  Worm,
}
