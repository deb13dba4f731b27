import type { ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'

interface CopyBlockProps {
  /** Accessible label of the code. */
  label: string
  /** Accessible label of the button. */
  copyLabel: string
  text: string
  /** The text with parts marked; the text itself by default. */
  children?: ReactNode
}

/** Code to copy as a whole. */
export function CopyBlock({ label, copyLabel, text, children = text }: CopyBlockProps) {
  return (
    <div className="relative overflow-hidden rounded-control border border-border bg-code-bg">
      <span className="absolute top-1 right-1 z-[1] rounded-control bg-code-bg">
        <CopyButton text={text} label={copyLabel} withLabel />
      </span>
      <CodeBlock label={label} isOverlaid>
        {children}
      </CodeBlock>
    </div>
  )
}
