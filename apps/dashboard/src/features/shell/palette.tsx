import { t } from '@bugle/presentation/i18n'
import { Command } from 'cmdk'
import { CornerDownLeft, type LucideIcon } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'

export interface PaletteEntry {
  id: string
  group: string
  label: string
  icon: LucideIcon
  run: () => void
}

interface PaletteProps {
  /** Text typed before the palette was mounted. */
  typed: RefObject<string>
  entries: PaletteEntry[]
  /** Renders results of the server for the typed text. */
  found: (text: string, run: (action: () => void) => void) => ReactNode
  onSearch: (text: string) => void
  onClose: () => void
}

export const paletteItem =
  'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 select-none data-[selected=true]:bg-pressed coarse:min-h-11'

/** The command palette: every page and action by name. */
export function Palette({ typed, entries, found, onSearch, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  // On commit: React may render this up to 300 ms earlier, and keys pressed in between still go to `typed`.
  useLayoutEffect(() => setText(typed.current), [typed])
  const run = (action: () => void) => {
    onClose()
    action()
  }
  const groups = Map.groupBy(entries, ({ group }) => group)
  return (
    <Dialog title={t('Go to')} size="wide" isBare onClose={onClose}>
      <Command label={t('Go to')} loop>
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t('Search for a project, page, action or issue')}
          className="w-full border-b border-border bg-transparent px-4 py-3 text-16 outline-none placeholder:text-text-3"
        />
        <Command.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1">
          {found(text, run)}
          {[...groups].map(([group, members]) => (
            <Command.Group
              key={group}
              heading={group}
              className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-11 **:[[cmdk-group-heading]]:font-semibold **:[[cmdk-group-heading]]:text-text-3"
            >
              {members.map(({ id, label, icon: Icon, run: action }) => (
                <Command.Item key={id} value={`${label} ${id}`} onSelect={() => run(action)} className={paletteItem}>
                  <Icon size={16} aria-hidden className="shrink-0 text-text-3" />
                  <span className="from-event min-w-0 grow truncate" dir="auto">
                    {label}
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          {text.trim() !== '' && (
            <Command.Item
              value={`search ${text}`}
              forceMount
              onSelect={() => run(() => onSearch(text.trim()))}
              className={paletteItem}
            >
              <CornerDownLeft size={16} aria-hidden className="shrink-0 text-text-3" />
              <span className="from-event min-w-0 grow truncate">
                {t('Search issues for “{{text}}”', { text: text.trim() })}
              </span>
            </Command.Item>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}
