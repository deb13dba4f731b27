import { t } from '@bugle/presentation/i18n'
import { type Action, resolve } from '@bugle/presentation/issue-actions'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { isSecondTap } from '../../lib/second-tap.ts'
import { ResolveMenu } from './action-menus.tsx'

interface ResolveButtonProps {
  variant?: 'main' | 'plain'
  className?: string
  align?: 'start' | 'end'
  /** Latest release of the issue, where it is known. */
  release: string | null
  /** The project of the issues; undefined if they are of several. */
  projectId: string | undefined
  isOpenAtFirst?: boolean
  onAction: (action: Action) => void
  children: ReactNode
}

/** Resolves by one click; the menu beside it names the release that has the fix. */
export function ResolveButton({ variant = 'plain', className = '', onAction, children, ...menu }: ResolveButtonProps) {
  const isMain = variant === 'main'
  return (
    <span className="flex">
      <Button
        variant={variant}
        onClick={(event) => isSecondTap(event) || onAction(resolve)}
        title={t('Key {{key}}', { key: 'e' })}
        className={`grow rounded-r-none pr-2 ${className}`}
      >
        <Check size={isMain ? 16 : 14} aria-hidden />
        {children}
      </Button>
      <ResolveMenu
        {...menu}
        keyName="⇧e"
        onAction={onAction}
        trigger={
          <Button
            variant={variant}
            aria-label={t('Resolve in a release')}
            title={t('Key {{key}}', { key: '⇧ e' })}
            className={`rounded-l-none px-1.5 phone:min-w-11 ${isMain ? 'border-l border-on-accent/25' : 'border-l-0'} ${className}`}
          >
            <ChevronDown size={isMain ? 14 : 12} aria-hidden />
          </Button>
        }
      />
    </span>
  )
}
