import { isPlainMessage, oneLine, typeParts } from '@bugle/presentation/format'

/**
 * Renders type and message each in a `<bdi>`: a direction override in one ends with it and cannot disguise the other. A message
 * without an exception stands alone.
 */
export function IssueTitle({ issue: { type, message } }: { issue: { type: string; message: string } }) {
  const text = oneLine(message).trim()
  const isAlone = isPlainMessage(type) && text !== ''
  return (
    <>
      <strong className="font-semibold">
        <bdi>{isAlone ? text : <TypeName type={type} />}</bdi>
      </strong>
      {text !== '' && !isAlone && (
        <span className="text-text-2">
          : <bdi>{text}</bdi>
        </span>
      )}
    </>
  )
}

/** A type; a phone leaves out what qualifies a long one, which would leave no room for its own name. */
function TypeName({ type }: { type: string }) {
  const [qualifier, name] = typeParts(type)
  if (qualifier === '') return name
  return (
    <>
      <span className="phone:hidden">{qualifier}</span>
      {name}
    </>
  )
}
