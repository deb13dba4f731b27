import { oneLine } from '@bugle/presentation/format'
import { cloneElement, createContext, type ReactElement, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useKeys } from '../lib/use-keys.ts'

/** Radix's menu is a sixth of the initial bundle: it is loaded when the first menu is about to open. */
const loadParts = () => import('./menu-parts.ts').then((module) => module.default)
type Parts = Awaited<ReturnType<typeof loadParts>>

const PartsContext = createContext<Parts | undefined>(undefined)
const useParts = () => use(PartsContext)!

export interface TriggerProps {
  onClick?: () => void
  onPointerEnter?: () => void
  onFocus?: () => void
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
}

interface MenuProps {
  /** A button; it receives `aria-expanded`. */
  trigger: ReactElement<TriggerProps>
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
  /** Key that opens the menu, in the notation of `useKeys`. */
  keyName?: string | undefined
  /** Whether the menu opens as soon as it is mounted. */
  isOpenAtFirst?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** A menu. Not modal: Radix's modal menu injects a style element, which the content security policy forbids. */
export function Menu({ trigger, align = 'start', side = 'bottom', onOpenChange, children, ...rest }: MenuProps) {
  const { keyName, isOpenAtFirst = false } = rest
  const [parts, setParts] = useState<Parts>()
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const open = async () => {
    const loaded = await loadParts()
    setParts(() => loaded)
    change(true)
  }
  const openAtFirst = useRef(isOpenAtFirst ? open : undefined)
  useEffect(() => void openAtFirst.current?.(), [])
  const key = keyName !== undefined && <MenuKey name={keyName} onPress={() => void open()} />
  if (parts === undefined)
    return (
      <>
        {key}
        {cloneElement(trigger, {
          'aria-haspopup': 'menu',
          'aria-expanded': false,
          onPointerEnter: () => void loadParts(),
          onFocus: () => void loadParts(),
          onClick: () => void open(),
        })}
      </>
    )
  return (
    <PartsContext value={parts}>
      {key}
      <parts.Root modal={false} open={isOpen} onOpenChange={change}>
        <parts.Trigger asChild>{trigger}</parts.Trigger>
        <parts.Portal container={document.getElementById('main')}>
          <parts.Content
            align={align}
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="z-30 max-h-[min(24rem,70dvh)] max-w-[calc(100vw-1rem)] min-w-48 overflow-y-auto rounded-card border border-border bg-overlay p-1 shadow-menu"
          >
            {children}
          </parts.Content>
        </parts.Portal>
      </parts.Root>
    </PartsContext>
  )
}

function MenuKey({ name, onPress }: { name: string; onPress: () => void }) {
  useKeys({ [name]: onPress })
  return null
}

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 outline-none select-none data-[highlighted]:bg-pressed data-[disabled]:cursor-default data-[disabled]:opacity-45 coarse:min-h-11'

interface MenuItemProps {
  onSelect: () => void
  disabled?: boolean
  isDanger?: boolean
  title?: string
  children: ReactNode
}

export function MenuItem({ isDanger = false, children, ...item }: MenuItemProps) {
  const { Item } = useParts()
  return (
    <Item {...item} className={`${itemClass} ${isDanger ? 'text-error-ink' : ''}`}>
      {children}
    </Item>
  )
}

interface MenuChoiceProps {
  label: string
  value: string
  options: { value: string; label: ReactNode; aside?: ReactNode }[]
  onChange: (value: string) => void
}

/** A group of exclusive options; a dot marks the selected one. */
export function MenuChoice({ label, value, options, onChange }: MenuChoiceProps) {
  const { RadioGroup, RadioItem, ItemIndicator } = useParts()
  return (
    <>
      <MenuTitle>{label}</MenuTitle>
      <RadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <RadioItem key={option.value} value={option.value} className={itemClass}>
            <span className="grid w-4 shrink-0 place-items-center">
              <ItemIndicator>
                <span className="block size-2 rounded-full bg-ring" />
              </ItemIndicator>
            </span>
            <span className="from-event min-w-0 max-w-64 grow truncate" dir="auto">
              {typeof option.label === 'string' ? oneLine(option.label) : option.label}
            </span>
            {option.aside !== undefined && <span className="text-12 text-text-3 tabular-nums">{option.aside}</span>}
          </RadioItem>
        ))}
      </RadioGroup>
    </>
  )
}

/** An option that is on or off; the menu stays open. */
export function MenuSwitch({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  const { CheckboxItem, ItemIndicator } = useParts()
  return (
    <CheckboxItem
      checked={isOn}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="grid w-4 shrink-0 place-items-center">
        <ItemIndicator>
          <span className="block size-2 rounded-full bg-ring" />
        </ItemIndicator>
      </span>
      {children}
    </CheckboxItem>
  )
}

export function MenuTitle({ children }: { children: ReactNode }) {
  const { Label } = useParts()
  return <Label className="px-2 pt-2 pb-1 text-11 font-semibold text-text-3">{children}</Label>
}

export function MenuLine() {
  const { Separator } = useParts()
  return <Separator className="my-1 h-px bg-border" />
}
