import { RolldownMagicString } from 'rolldown'
import { parseSync, Visitor } from 'rolldown/utils'

/**
 * Names of fields that only the SDK itself uses, and what they become in the packages for web pages: no minifier may shorten a
 * field, since it cannot know who reads it. In the types, they are marked `@internal`.
 *
 * Never here: fields of the API, of the wire, of the platform, and those of the client that `api.ts` calls, since two
 * versions of the SDK in one page share a client. A name keeps its letter.
 */
const names =
  'builders sifters noteBreadcrumb storing shrink advise onQueued enrich waitTimer observers releasers releaseHeld leave drained unsent allowed isFull isEnding hasRoom passOn knows releaseAll toBody shorten addEvent take sending stored held passed onLost onPaused applyTo isInsideFetch maxEvents queue runtime most retry fit fold settled settleNow retryAfter transport urls secrets setTimer setup drops exceed after'.split(
    ' ',
  )
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const internalNames = new Map(names.map((name, index) => [name, letters[index]]))

/** A plugin for rolldown that shortens the names of internal fields. */
export function shortNames() {
  return {
    name: 'short-names',
    renderChunk(code, { fileName }) {
      const text = new RolldownMagicString(code, { filename: fileName })
      const rename = ({ computed, key, shorthand }) => {
        const short = !computed && key.type === 'Identifier' && internalNames.get(key.name)
        if (!short) return
        if (shorthand) text.appendLeft(key.start, `${short}: `)
        else text.overwrite(key.start, key.end, short)
      }
      const { program } = parseSync(fileName, code)
      new Visitor({
        Property: rename,
        MethodDefinition: rename,
        PropertyDefinition: rename,
        MemberExpression({ computed, property }) {
          rename({ computed, key: property })
        },
      }).visit(program)
      return { code: text.toString(), map: JSON.parse(text.generateMap({ hires: true }).toString()) }
    },
  }
}
