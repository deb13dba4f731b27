import type { ReactNode } from 'react'
import { keyboardScrollable } from '../lib/keyboard-scrollable.ts'

interface CodeBlockProps {
  label: string
  /** Whether a button lies over the end of its first line. */
  isOverlaid?: boolean
  children: ReactNode
}

/** Preformatted text in a box that scrolls, by keyboard too. */
export function CodeBlock({ label, isOverlaid = false, children }: CodeBlockProps) {
  return (
    <section
      aria-label={label}
      {...keyboardScrollable}
      className="max-h-[32rem] overflow-auto bg-code-bg focus-visible:-outline-offset-2"
    >
      <pre className={`w-max min-w-full p-3 pr-12 font-mono text-12 ${isOverlaid ? 'phone:pt-11' : ''}`}>
        {children}
      </pre>
    </section>
  )
}
