import { oneLine, typeName } from '@bugle/presentation/format'

/**
 * Renders type and message each in a `<bdi>`: a direction override in one ends with it and cannot disguise the other.
 */
export function IssueTitle({ issue: { type, message } }: { issue: { type: string; message: string } }) {
  const text = oneLine(message).trim()
  return (
    <>
      <strong className="font-semibold">
        <bdi>{typeName(type)}</bdi>
      </strong>
      {text !== '' && (
        <span className="text-text-2">
          : <bdi>{text}</bdi>
        </span>
      )}
    </>
  )
}
