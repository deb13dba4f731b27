import { limits } from '@bugle/protocol/vocabulary'
import { Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { indexed } from '../lib/indexed.ts'
import { type Mistake, mistakesIn } from './search-mistakes.ts'

interface SearchInputProps extends ComponentProps<'input'> {
  value?: string
  /** The query that was last sent. */
  sent: string
  /** The error of that query, shown here where it concerns the query itself. */
  error: unknown
  /** Rendered at the right end of the input. */
  children?: ReactNode
}

/** An input for the query language, without spell checking, autocorrection or capitalization. */
export function SearchInput({ sent, error, className = '', children, ...rest }: SearchInputProps) {
  const id = useId()
  const mistakes = mistakesIn(error, sent) ?? []
  return (
    <>
      <span className="relative block">
        <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-text-3" />
        <input
          aria-invalid={mistakes.length > 0}
          aria-describedby={mistakes.length === 0 ? undefined : id}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          maxLength={limits.queryCharacters}
          className={`input pl-9 font-mono text-12 ${className}`}
          {...rest}
        />
        {rest.value === sent && mistakes.length > 0 && <Marks text={sent} mistakes={mistakes} className={className} />}
        {children}
      </span>
      {mistakes.length > 0 && (
        <div id={id} role="alert">
          <ul className="mt-1 grid gap-0.5 text-12 text-error-ink">
            {indexed(mistakes).map(({ index, item }) => (
              <li key={index}>{item.text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Underlines faulty terms by an invisible copy of the text laid over the input. */
function Marks({ text, mistakes, className }: { text: string; mistakes: Mistake[]; className: string }) {
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const input = line.current?.parentElement?.querySelector('input')
    if (input == null) return
    const follow = () => line.current?.scrollTo({ left: input.scrollLeft })
    follow()
    input.addEventListener('scroll', follow)
    return () => input.removeEventListener('scroll', follow)
  }, [])
  const marked = mistakes.filter(({ from, to }) => to > from).toSorted((one, next) => one.from - next.from)
  return (
    <span
      ref={line}
      aria-hidden
      className={`input pointer-events-none absolute inset-0 flex items-center overflow-hidden border-transparent! bg-transparent! pl-9 font-mono text-12 whitespace-pre text-transparent ${className}`}
    >
      {indexed(marked).map(({ index, item: { from, to } }) => (
        <span key={index}>
          {text.slice(marked[index - 1]?.to ?? 0, from)}
          <mark className="bg-transparent text-transparent underline decoration-error decoration-wavy underline-offset-3">
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
    </span>
  )
}
