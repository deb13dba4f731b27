import { oneLine } from '@bugle/presentation/format'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

const shapes = {
  small: { button: 'size-7', icon: 14 },
  plain: { button: 'size-8', icon: 16 },
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon
  /** Its accessible name, and its tooltip unless `title` is given. */
  label: string
  size?: keyof typeof shapes
}

/** A button that shows only an icon. */
export function IconButton({ icon: Icon, label, size = 'plain', className = '', ...rest }: IconButtonProps) {
  const shape = shapes[size]
  const name = oneLine(label)
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      className={`grid ${shape.button} shrink-0 place-items-center rounded-control text-text-2 enabled:hover:bg-pressed enabled:hover:text-text disabled:opacity-45 coarse:size-11 ${className}`}
      {...rest}
    >
      <Icon size={shape.icon} aria-hidden />
    </button>
  )
}
