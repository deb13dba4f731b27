import type { ReactNode } from 'react'

/** Text as it is, which scrolls inside its own box, by keys too. */
export function CodeBlock({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // A box that scrolls and holds nothing to focus is scrolled by keys only when it takes the focus itself (WCAG 2.1.1,
      // axe: scrollable-region-focusable); the rule knows no such box.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 asks for it, as said above
      tabIndex={0}
      className="max-h-[32rem] overflow-auto bg-code-bg focus-visible:-outline-offset-2"
    >
      <pre className="w-max min-w-full p-3 pr-12 font-mono text-12">{children}</pre>
    </section>
  )
}
