import { breakWords } from '@bugle/presentation/break-words'
import type { ReactNode } from 'react'

/** Navigation on the left, on phones above, with the selected section beside it. */
export function SettingsLayout({ title, nav, children }: { title: string; nav: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[76rem] grid-cols-[12.5rem_minmax(0,1fr)] gap-x-10 gap-y-4 p-6 max-lg:grid-cols-1 phone:p-4">
      <h1 className="col-span-full text-20 font-semibold">{breakWords(title)}</h1>
      <nav
        aria-label={title}
        className="flex flex-col gap-0.5 max-lg:flex-row max-lg:overflow-x-auto max-lg:*:shrink-0"
      >
        {nav}
      </nav>
      <div className="grid min-w-0 content-start gap-6">{children}</div>
    </div>
  )
}

/** Classes of a link in that navigation. */
export const settingsLink =
  'inline-flex min-h-8 items-center rounded-control px-3 text-text-2 hover:bg-pressed hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text coarse:min-h-11'

interface PanelProps {
  title: string
  hint?: ReactNode
  isDanger?: boolean
  children?: ReactNode
}

/** One group of settings: title and hint, with the fields beside them where there is room. */
export function Panel({ title, hint, isDanger = false, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={`grid content-start gap-x-8 gap-y-4 rounded-card border bg-surface p-4 xl:grid-cols-[16rem_minmax(0,1fr)] xl:p-6 ${isDanger ? 'border-error' : 'border-border'}`}
    >
      <div className="grid content-start gap-1">
        <h2 className="text-16 font-semibold">{breakWords(title)}</h2>
        {hint !== undefined && <p className="text-text-2">{hint}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}
