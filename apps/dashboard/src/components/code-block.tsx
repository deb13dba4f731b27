import type { ReactNode } from 'react'

/** Text as it is, which scrolls inside its own box, by keys too. */
export function CodeBlock({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className="max-h-[32rem] overflow-auto bg-code-bg focus-visible:-outline-offset-2"
    >
      <pre className="w-max min-w-full p-3 pr-12 font-mono text-12">{children}</pre>
    </section>
  )
}
