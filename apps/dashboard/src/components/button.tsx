import type { ComponentProps } from 'react'

const looks = {
  main: 'bg-accent text-on-accent hover:bg-accent-hover font-semibold',
  plain: 'border border-border bg-surface hover:bg-sunken',
  quiet: 'text-text-2 hover:bg-pressed hover:text-text',
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-control px-3 min-h-8 coarse:min-h-11 whitespace-nowrap transition-colors duration-75 disabled:opacity-45'

/** At most one `main` on a screen. */
export function buttonClass(look: keyof typeof looks = 'plain'): string {
  return `${base} ${looks[look]}`
}

export function Button({
  look = 'plain',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: keyof typeof looks }) {
  return <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />
}
