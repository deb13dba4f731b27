import { t } from '@bugle/presentation/i18n'
import { completeMention, namedLike, typedMention } from '@bugle/presentation/mentions'
import { UsersRound } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'

interface Person {
  id: string
  name: string
}

/** The text of a comment: after an `@` it completes the names of members and teams, who are notified. */
export function MentionField({ ref, known }: { ref: RefObject<HTMLTextAreaElement | null>; known: readonly Person[] }) {
  const [typed, setTyped] = useState<string>()
  const [index, setIndex] = useState(0)
  const id = useId()
  const found = typed === undefined ? [] : namedLike(known, typed)
  const look = () => {
    const area = ref.current
    setTyped(area === null ? undefined : typedMention(area.value.slice(0, area.selectionStart)))
    setIndex(0)
  }
  const choose = (person: Person) => {
    const area = ref.current
    if (area === null) return
    const { text, at } = completeMention(area.value, area.selectionStart, person)
    area.value = text
    area.focus()
    area.setSelectionRange(at, at)
    setTyped(undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const current = found[index]
    if (current === undefined || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setIndex((index + 1) % found.length)
    else if (event.key === 'ArrowUp') setIndex((index + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current)
    else if (event.key === 'Escape') setTyped(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative grid">
      <textarea
        ref={ref}
        name="text"
        title={t('Key {{key}}', { key: 'c' })}
        aria-label={t('Comment')}
        placeholder={t('Write a comment, @ notifies')}
        rows={2}
        maxLength={10_000}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? id : undefined}
        aria-activedescendant={found.length > 0 ? `${id}-${index}` : undefined}
        onInput={look}
        onClick={look}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
        className="input py-2"
      />
      <div
        id={id}
        role="listbox"
        aria-label={t('Members and teams')}
        hidden={found.length === 0}
        className="absolute inset-x-0 bottom-full z-10 mb-1 rounded-card border border-border bg-overlay p-1 shadow-menu"
      >
        {found.map((person, position) => (
          <div
            key={person.id}
            id={`${id}-${position}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            // The field keeps the focus.
            onPointerDown={(event) => {
              event.preventDefault()
              choose(person)
            }}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 aria-selected:bg-pressed coarse:min-h-11"
          >
            {person.id.startsWith('tea_') && <UsersRound size={14} aria-hidden className="shrink-0" />}
            <span className="from-event truncate" dir="auto">
              {person.name}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
