import { t } from '@bugle/presentation/i18n'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, ServerCog, Settings, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { MenuChoice, MenuItem, MenuLine } from '../components/menu.tsx'
import type { Me } from '../features/auth/queries.ts'
import { chooseTheme, chosenTheme, type Theme, themes } from '../lib/theme.ts'
import { themeLabel } from '../lib/theme-label.ts'

/** The items of the account's menu. */
export function AccountItems({ me, onSignOut }: { me: Me | undefined; onSignOut: () => void }) {
  const navigate = useNavigate()
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <>
      <p className="from-event max-w-64 truncate px-2 py-1 text-12 text-text-3">{me?.email}</p>
      <MenuItem onSelect={() => void navigate({ to: '/account/$section', params: { section: 'profile' } })}>
        <Settings size={16} aria-hidden />
        {t('Account')}
      </MenuItem>
      {me?.is_operator === true && (
        <MenuItem onSelect={() => void navigate({ to: '/operator/$section', params: { section: 'state' } })}>
          <ServerCog size={16} aria-hidden />
          {t('Operator')}
        </MenuItem>
      )}
      {me?.organizations.map(({ id, name }) => (
        <MenuItem
          key={id}
          onSelect={() =>
            void navigate({
              to: '/organizations/$organizationId/$section',
              params: { organizationId: id, section: 'members' },
            })
          }
        >
          <UsersRound size={16} aria-hidden />
          <span className="from-event max-w-48 truncate" dir="auto">
            {me.organizations.length === 1 ? t('Organization') : name}
          </span>
        </MenuItem>
      ))}
      <MenuLine />
      <MenuChoice
        label={t('Theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: themeLabel(value) }))}
        onChange={(next) => {
          setTheme(next as Theme)
          chooseTheme(next as Theme)
        }}
      />
      <MenuLine />
      <MenuItem onSelect={onSignOut}>
        <LogOut size={16} aria-hidden />
        {t('Sign out')}
      </MenuItem>
    </>
  )
}
