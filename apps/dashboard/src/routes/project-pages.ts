import { t } from '@bugle/presentation/i18n'
import { HeartPulse, type LucideIcon, MessageSquareText, Package, Rocket } from 'lucide-react'

/** Pages of a project beside its issues and its overview, in the order of the navigation. */
export function projectPages(): { to: ProjectPage; label: string; icon: LucideIcon }[] {
  return [
    { to: '/projects/$projectId/releases', label: t('Releases'), icon: Package },
    { to: '/projects/$projectId/monitors', label: t('Monitors'), icon: HeartPulse },
    { to: '/projects/$projectId/feedback', label: t('Feedback'), icon: MessageSquareText },
    { to: '/projects/$projectId/setup', label: t('Send events'), icon: Rocket },
  ]
}

type ProjectPage =
  | '/projects/$projectId/releases'
  | '/projects/$projectId/monitors'
  | '/projects/$projectId/feedback'
  | '/projects/$projectId/setup'
