import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'

interface MenuProps {
  /** A button; it is told whether the menu is open. */
  trigger: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  children: ReactNode
}

/** Not modal: a modal one would put a style element into the page, which the policy forbids. */
export function Menu({ trigger, align = 'start', side = 'bottom', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-30 max-h-80 min-w-48 overflow-y-auto rounded-card border border-border bg-overlay p-1 shadow-menu"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-none select-none data-[highlighted]:bg-pressed coarse:min-h-11'

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={itemClass}>
      {children}
    </DropdownMenu.Item>
  )
}

interface MenuChoiceProps {
  label: string
  value: string
  options: { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}

/** One of a few, with a mark beside the present one. */
export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps) {
  return (
    <>
      <DropdownMenu.Label className="px-2 pt-2 pb-1 text-11 font-semibold text-text-3">{label}</DropdownMenu.Label>
      <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="grid w-4 place-items-center">
              <DropdownMenu.ItemIndicator>
                <span className="block size-2 rounded-full bg-ring" />
              </DropdownMenu.ItemIndicator>
            </span>
            {option.label}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  )
}

export function MenuLine() {
  return <DropdownMenu.Separator className="my-1 h-px bg-border" />
}
