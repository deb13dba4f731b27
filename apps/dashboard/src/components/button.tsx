import type { ComponentProps } from 'react'

const variants = {
  main: 'bg-accent text-on-accent hover:bg-accent-hover font-semibold',
  plain: 'border border-border bg-surface hover:bg-sunken aria-expanded:bg-pressed',
  quiet: 'text-text-2 hover:bg-pressed hover:text-text aria-expanded:bg-pressed',
  danger: 'bg-error text-surface font-semibold hover:opacity-90',
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-control px-3 min-h-8 coarse:min-h-11 whitespace-nowrap transition-colors duration-75 disabled:opacity-45'

/** Returns the classes of a button. At most one `main` button on a screen. */
export function buttonClass(variant: keyof typeof variants = 'plain'): string {
  return `${base} ${variants[variant]}`
}

export function Button({
  variant = 'plain',
  className = '',
  ...rest
}: ComponentProps<'button'> & { variant?: keyof typeof variants }) {
  return <button type="button" className={`${buttonClass(variant)} ${className}`} {...rest} />
}
