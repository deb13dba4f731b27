import { oneLine, typeName } from '../lib/format.ts'

/** Type and message, each by itself: what turns the direction of one ends with it, and passes for nothing of the other. */
export function IssueTitle({ issue: { type, message } }: { issue: { type: string; message: string } }) {
  const said = oneLine(message).trim()
  return (
    <>
      <strong className="font-semibold">
        <bdi>{typeName(type)}</bdi>
      </strong>
      {said !== '' && (
        <span className="text-text-2">
          : <bdi>{said}</bdi>
        </span>
      )}
    </>
  )
}
