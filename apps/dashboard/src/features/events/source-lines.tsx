import { codeLine } from '@bugle/presentation/format'
import { t } from '@bugle/presentation/i18n'
import { indexed } from '../../lib/indexed.ts'
import { keyboardScrollable } from '../../lib/keyboard-scrollable.ts'
import { useHighlighted } from './highlight.ts'
import type { TokenKind } from './highlighter.ts'
import type { Frame } from './queries.ts'

/** A frame that carries the source around its line. */
export type FrameWithSource = Frame & { line: number; context_line: string }

export function hasSource<T extends Frame>(frame: T): frame is T & FrameWithSource {
  return frame.context_line !== undefined && frame.line !== undefined
}

const tokenClasses: Record<TokenKind, string> = {
  keyword: 'text-syn-keyword',
  string: 'text-syn-string',
  number: 'text-syn-number',
  comment: 'text-syn-comment',
  fn: 'text-syn-fn',
  type: 'text-syn-type',
}

/**
 * The line that ran, between those around it. Line numbers are generated content: they are neither selected nor copied.
 */
export function SourceLines({ frame, isOpen }: { frame: FrameWithSource; isOpen: boolean }) {
  const { pre_context: before = [], context_line: hit, post_context: after = [], line, file } = frame
  const lines = useHighlighted([...before, hit, ...after].map(codeLine), file, isOpen)
  const first = line - before.length
  return (
    <section
      aria-label={t('Source around line {{line}}', { line })}
      {...keyboardScrollable}
      className="overflow-x-auto border-t border-border bg-code-bg py-1.5 focus-visible:-outline-offset-2"
    >
      <pre className="w-max min-w-full font-mono text-12 [tab-size:2]">
        <code>
          {indexed(lines).map(({ index, item: tokens }) => (
            <span
              key={index}
              data-line={first + index}
              aria-current={index === before.length ? 'location' : undefined}
              className="source-line"
            >
              {indexed(tokens).map(({ index: tokenIndex, item: { text, kind } }) => (
                <span key={tokenIndex} className={kind && tokenClasses[kind]}>
                  {text}
                </span>
              ))}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}
