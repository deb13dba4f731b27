import { t } from '@bugle/presentation/i18n'
import { ChevronDown, Copy } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { copyText } from '../../components/copy-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { toRawStackText, toStackText } from '../../lib/issue-text.ts'
import { type EventView, rawEvent } from './queries.ts'

interface CopyStackMenuProps {
  /** With its frames as they are shown. */
  event: EventView
  /** Whether the stack is shown as it was received. */
  isRaw: boolean
  markdown: () => string
}

/** Copies the stack as it is shown, the issue, or the event. */
export function CopyStackMenu({ event, isRaw, markdown }: CopyStackMenuProps) {
  const stack = () => (isRaw ? toRawStackText(event) : toStackText(event))
  const copyJson = async () => copyText(JSON.stringify(await rawEvent(event.id), null, 2), t('Copied as received'))
  return (
    <Menu
      trigger={
        <Button variant="quiet" className="min-h-7 px-2 text-12">
          <Copy size={14} aria-hidden />
          {t('Copy')}
          <ChevronDown size={12} aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => void copyText(stack(), t('Stack trace copied'))}>{t('Stack trace as text')}</MenuItem>
      <MenuItem onSelect={() => void copyText(markdown(), t('Copied as Markdown'))}>
        {t('Issue as Markdown')}
        <kbd className="ml-auto rounded-pill bg-pressed px-1 font-mono text-11 text-text-2">y</kbd>
      </MenuItem>
      <MenuItem onSelect={() => void copyJson()}>{t('Event as received (JSON)')}</MenuItem>
    </Menu>
  )
}
