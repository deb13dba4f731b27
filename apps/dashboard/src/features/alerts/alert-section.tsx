import type { ReactNode } from 'react'

interface AlertSectionProps {
  title: string
  hint: ReactNode
  /** The main action, beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A part of the screen of alerts: title and hint above what it lists. */
export function AlertSection({ title, hint, action, children }: AlertSectionProps) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="grid max-w-[40rem] gap-1">
          <h2 className="text-16 font-semibold">{title}</h2>
          <p className="text-text-2">{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A sentence and the step that leads on, in place of a list. */
export function EmptyList({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-dashed border-border-strong px-4 py-4">
      <p className="text-text-2">{text}</p>
      {children}
    </div>
  )
}

export const listClass = 'rounded-card border border-border bg-surface'
