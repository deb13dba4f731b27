import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: ReactNode
  /** Rendered beside the title. */
  aside?: ReactNode
  children: ReactNode
  className?: string
}

/** A titled part of a screen. */
export function Section({ title, aside, children, className = '' }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`grid min-w-0 content-start gap-2 ${className}`}>
      <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** A count beside a title. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="font-normal text-text-3 tabular-nums">{children}</span>
}
