import type { ReactNode } from 'react'
import { Brand } from '../../components/brand.tsx'

/** The frame of the screens outside the dashboard. */
export function AuthCard({ title, children, below }: { title: string; children: ReactNode; below: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-8 phone:content-start phone:pt-12">
      <Brand size={28} />
      <div className="grid w-full max-w-[22.5rem] gap-5 rounded-card border border-border bg-surface p-6 phone:border-0 phone:bg-transparent phone:p-0">
        <h1 className="text-20 font-semibold">{title}</h1>
        {children}
      </div>
      <div className="flex flex-wrap justify-center gap-x-4">{below}</div>
    </main>
  )
}

export const linkClass = 'inline-flex items-center min-h-8 coarse:min-h-11 text-accent-ink underline underline-offset-2'
