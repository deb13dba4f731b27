import { t } from '@bugle/presentation/i18n'
import type { Suggestion } from '@bugle/presentation/search-terms'
import { termAt, withTerm } from '@bugle/presentation/term-at'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../../../components/icon-button.tsx'
import { SearchInput } from '../../../components/search-input.tsx'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { useKeys } from '../../../lib/use-keys.ts'
import { useSearchText } from '../../../lib/use-search-text.ts'
import { useSuggestions } from './suggestions.ts'

interface SearchBarProps {
  projectId: string | undefined
  query: string
  /** Why the server refused the query. */
  error: unknown
  onSearch: (query: string) => void
}

/** The search of the list, with completions below it. Enter searches, Escape leaves. */
export function SearchBar({ projectId, query, error, onSearch }: SearchBarProps) {
  const { text, setText, noteSent } = useSearchText(query)
  const [caret, setCaret] = useState(query.length)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const isPhone = useIsPhone()
  useKeys({ '/': () => input.current?.focus() })
  const typed = termAt(text, caret)
  const suggestions = useSuggestions(projectId, typed, isOpen)
  const isShown = isOpen && suggestions.length > 0

  const search = (next: string) => {
    setOpen(false)
    setChosen(-1)
    noteSent(next.trim())
    onSearch(next.trim())
  }
  const take = (term: string) => {
    const next = withTerm(text, typed, term)
    // The caret is set after React has written the text, which would move it, and before the next key.
    flushSync(() => {
      setText(next.text)
      setCaret(next.caret)
      setChosen(-1)
    })
    input.current?.focus()
    input.current?.setSelectionRange(next.caret, next.caret)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const suggestion = isShown ? suggestions[chosen] : undefined
    if (suggestion !== undefined) take(suggestion.term)
    else search(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((index) => (index + step + suggestions.length + 1) % (suggestions.length + 1))
    } else if (event.key === 'Tab' && isShown && chosen >= 0) {
      event.preventDefault()
      take(suggestions[chosen]!.term)
    } else if (event.key === 'Escape') {
      if (isShown) setOpen(false)
      else input.current?.blur()
    }
  }
  const active = chosen >= 0 && chosen < suggestions.length ? `${id}-${chosen}` : undefined
  return (
    <search className="relative min-w-0 grow">
      <form onSubmit={submit}>
        <SearchInput
          ref={input}
          value={text}
          role="combobox"
          aria-label={t('Search issues')}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={active}
          aria-autocomplete="list"
          sent={query}
          error={error}
          placeholder={isPhone ? t('Search') : t('Search, or environment:production level:error')}
          className="pr-28"
          onChange={(event) => {
            setText(event.target.value)
            setCaret(event.target.selectionStart ?? event.target.value.length)
            setOpen(true)
            setChosen(-1)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        >
          {text.trim() !== query && <EnterHint />}
          {text === '' ? (
            <KeyHint />
          ) : (
            <IconButton
              icon={X}
              size="small"
              label={t('Clear search')}
              onClick={() => {
                setText('')
                search('')
              }}
              className="absolute top-1/2 right-1 -translate-y-1/2 coarse:right-0"
            />
          )}
        </SearchInput>
      </form>
      <SuggestionList {...{ id, suggestions, chosen }} isHidden={!isShown} onTake={take} />
    </search>
  )
}

function EnterHint() {
  return (
    <span className="pointer-events-none absolute top-1/2 right-9 -translate-y-1/2 bg-surface pl-2 text-11 text-text-3 phone:hidden">
      {t('Enter to search')}
    </span>
  )
}

function KeyHint() {
  return (
    <kbd className="absolute top-1/2 right-3 -translate-y-1/2 rounded-pill bg-pressed px-1.5 font-mono text-11 text-text-2 phone:hidden">
      /
    </kbd>
  )
}

interface SuggestionListProps {
  /** Prefix of the elements' ids, by which the combobox refers to them. */
  id: string
  suggestions: Suggestion[]
  chosen: number
  isHidden: boolean
  onTake: (term: string) => void
}

function SuggestionList({ id, suggestions, chosen, isHidden, onTake }: SuggestionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('Suggestions')}
      hidden={isHidden}
      className="absolute top-full left-0 z-30 mt-1 w-full max-w-[30rem] max-h-[min(24rem,60dvh)] overflow-y-auto rounded-card border border-border bg-overlay p-1 shadow-menu"
    >
      {suggestions.map(({ term, aside }, index) => (
        <button
          key={term}
          type="button"
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Keeps the focus in the input.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(term)}
          className="flex min-h-8 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-pressed aria-selected:bg-pressed coarse:min-h-11"
        >
          <span className="from-event min-w-0 grow truncate font-mono text-12" dir="auto">
            {term}
          </span>
          {aside !== undefined && <span className="shrink-0 text-12 text-text-3 tabular-nums">{aside}</span>}
        </button>
      ))}
    </div>
  )
}
