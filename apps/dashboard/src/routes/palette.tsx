import { t } from '@bugle/presentation/i18n'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChartColumn,
  HeartPulse,
  Inbox,
  Keyboard,
  KeyRound,
  Layers,
  LogOut,
  MessageSquareText,
  MonitorSmartphone,
  Moon,
  Package,
  Plus,
  Rocket,
  Settings,
  ShieldCheck,
  Sun,
  UserRound,
} from 'lucide-react'
import type { RefObject } from 'react'
import { FoundIssues } from '../features/issues/list/found-issues.tsx'
import { projectsQuery } from '../features/projects/queries.ts'
import { Palette, type PaletteEntry, paletteItem } from '../features/shell/palette.tsx'
import { withBasePath } from '../lib/base-path.ts'
import { chooseTheme } from '../lib/theme.ts'

interface PaletteScreenProps {
  projectId: string | undefined
  /** Text typed before the palette was mounted. */
  typed: RefObject<string>
  onKeys: () => void
  onSignOut: () => void
  onClose: () => void
}

export function PaletteScreen({ projectId, typed, onKeys, onSignOut, onClose }: PaletteScreenProps) {
  const navigate = useNavigate()
  const projects = useQuery(projectsQuery).data ?? []
  const current = projects.find(({ id }) => id === projectId)
  const here = (): PaletteEntry[] => {
    if (current === undefined) return []
    const params = { projectId: current.id }
    const group = current.name
    return [
      {
        id: 'issues',
        group,
        label: t('Issues'),
        icon: Inbox,
        run: () => void navigate({ to: '/projects/$projectId/issues', params }),
      },
      {
        id: 'overview',
        group,
        label: t('Overview'),
        icon: ChartColumn,
        run: () => void navigate({ to: '/projects/$projectId/overview', params }),
      },
      {
        id: 'releases',
        group,
        label: t('Releases'),
        icon: Package,
        run: () => void navigate({ to: '/projects/$projectId/releases', params }),
      },
      {
        id: 'monitors',
        group,
        label: t('Monitors'),
        icon: HeartPulse,
        run: () => void navigate({ to: '/projects/$projectId/monitors', params }),
      },
      {
        id: 'feedback',
        group,
        label: t('Feedback'),
        icon: MessageSquareText,
        run: () => void navigate({ to: '/projects/$projectId/feedback', params }),
      },
      {
        id: 'settings',
        group,
        label: t('Project settings'),
        icon: Settings,
        run: () =>
          void navigate({ to: '/projects/$projectId/settings/$section', params: { ...params, section: 'general' } }),
      },
      {
        id: 'set-up',
        group,
        label: t('Send events'),
        icon: Rocket,
        run: () => void navigate({ to: '/projects/$projectId/setup', params }),
      },
    ]
  }
  const account = (section: string, label: string, icon: PaletteEntry['icon']): PaletteEntry => ({
    id: section,
    group: t('Account'),
    label,
    icon,
    run: () => void navigate({ to: '/account/$section', params: { section } }),
  })
  const entries: PaletteEntry[] = [
    ...here(),
    ...projects
      .filter(({ id }) => id !== projectId)
      .map(
        ({ id, name }): PaletteEntry => ({
          id,
          group: t('Projects'),
          label: name,
          icon: Inbox,
          run: () => void navigate({ to: '/projects/$projectId/issues', params: { projectId: id } }),
        }),
      ),
    {
      id: 'all',
      group: t('Projects'),
      label: t('Issues of all projects'),
      icon: Layers,
      run: () => void navigate({ to: '/issues' }),
    },
    {
      id: 'new',
      group: t('Projects'),
      label: t('New project'),
      icon: Plus,
      run: () => void navigate({ to: '/projects/new' }),
    },
    account('profile', t('Profile'), UserRound),
    account('security', t('Password and two-factor'), ShieldCheck),
    account('sessions', t('Sessions'), MonitorSmartphone),
    account('api-tokens', t('API tokens'), KeyRound),
    account('appearance', t('Appearance'), Sun),
    { id: 'light', group: t('Actions'), label: t('Light theme'), icon: Sun, run: () => chooseTheme('light') },
    { id: 'dark', group: t('Actions'), label: t('Dark theme'), icon: Moon, run: () => chooseTheme('dark') },
    { id: 'keys', group: t('Actions'), label: t('Keyboard shortcuts'), icon: Keyboard, run: onKeys },
    {
      id: 'docs',
      group: t('Actions'),
      label: t('Documentation'),
      icon: BookOpen,
      run: () => location.assign(withBasePath('/docs/')),
    },
    { id: 'sign-out', group: t('Actions'), label: t('Sign out'), icon: LogOut, run: onSignOut },
  ]
  const search = (query: string) =>
    current === undefined
      ? void navigate({ to: '/issues', search: { query } })
      : void navigate({ to: '/projects/$projectId/issues', params: { projectId: current.id }, search: { query } })
  return (
    <Palette
      typed={typed}
      entries={entries}
      found={(text, run) => <FoundIssues text={text} run={run} itemClass={paletteItem} />}
      onSearch={search}
      onClose={onClose}
    />
  )
}
