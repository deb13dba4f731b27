import { container, maxLength, withoutTail } from './built-name.ts'
import { isGenerated, type Position } from './generated-name.ts'
import { memoize } from './memoize.ts'

/**
 * Returns a directory without what a start or a machine made of it: nothing, or the words that people put around a generated
 * part, such as `plugin` of `plugin-x7Kq2A` in a temporary folder.
 */
export function standing(part: string, parent = ''): string[] {
  return known(`${parent}/${part}`)
}

/** Directories recur in every stack. */
const known = memoize((path) => {
  const slash = path.indexOf('/')
  return compute(path.slice(slash + 1), path.slice(0, slash))
})

function compute(part: string, parent: string): string[] {
  if (container.test(part)) return [part]
  // Nix puts a hash in front of the name.
  if (parent === 'store' && /^[0-9a-z]{32}-./.test(part)) return [part.slice(33)]
  const twig = /^[0-9a-f]{12,13}_([\w.-]{1,100}\.twig)_[\w-]{20,}$/.exec(part)
  if (twig !== null) return [twig[1]!]
  const isTemporary = temporary.test(parent)
  const isMade = isPassing(part, parent)
  if (part.length > maxLength) return isMade ? [] : [part]
  if (!isMade && !isTemporary) return [part]
  const words = withoutTails(isTemporary ? part.replace(suffix, '') : part, 'suffix')
  if (words !== part && areWords(words)) return [words]
  return isMade ? [] : [part]
}

/** Whether a text consists of words: of small letters, or each with a capital. */
function areWords(text: string): boolean {
  if (text.length < 3 || text === 'tmp') return false
  return text.split(/[_.@-]+/).every((word) => /^(?:[a-z]*|(?:[A-Z][a-z]+)+)$/.test(word))
}

/**
 * Whether a directory changes with every deployment, machine or installation: dates, numbers, commits, uuids, hashes,
 * temporary folders.
 */
function isPassing(part: string, parent = ''): boolean {
  if (part.startsWith('~~') || part === 'releases' || part === 'current') return true
  if (part.startsWith('.mount_') || /^_MEI\w{5,6}$/.test(part) || /^(?:bundle|dev)-\w{6}$/.test(part)) return true
  if (temporary.test(parent) && (isGenerated(part, 'suffix') || /^tmp[a-z0-9_]{8}$/.test(part))) return true
  if (/^(?:container|application|onefile)_\d+(?:_\d+)+$/.test(part)) return true
  // A package with its version.
  if (/^@?[a-z][\w.-]{1,60}@v?\d+\.\d/.test(part)) return false
  if (isGenerated(part, 'anywhere')) return true
  // Caches spread their files over folders of two digits.
  if (/^[0-9a-f]{2}$/.test(part) && spread.test(parent)) return true
  if (!/\d/.test(part)) return false
  if (/^(?:v?|\.\.)\d[\d._-]*$/.test(part)) return true
  if (/^ansible-tmp-[\d.-]+$/.test(part)) return true
  // Numbers alone, whatever stands between them, and numbers beside hashes.
  if (/^[^A-Za-z0-9]*\d{4,}[^A-Za-z]*$/.test(part) || /^(?:\d+[-_.])+[0-9a-f]{7,40}$/.test(part)) return true
  if (temporary.test(parent) && /^[A-Za-z]{1,10}[-_.]?\d{3,}(?:[-_.]\d+)*$/.test(part)) return true
  if (/^(?:python|ruby|php|ipykernel_)\d[\d.]*$/.test(part)) return true
  if (/^[0-9a-f]{7,40}$/i.test(part)) return true
  if (/^(?:[a-z]{2,12}-)?[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(part)) return true
  if (/^(?:release|build|deploy|version|rev)[\w.-]+$/i.test(part)) return !part.includes('.js')
  return part.endsWith('==') || /^[\w.]+-[\w-]{22,}=*$/.test(part) || /^[\w-]{8}\.tmp$/.test(part)
}

/** Matches directories whose folders one start made. */
const temporary = /^(?:te?mp|T|folders|archive-v0|cache)$/i

/** Matches folders whose files are spread over folders of two hexadecimal digits, such as one of these itself. */
const spread = /cache|compiled|te?mp|inductor|objects|blobs|jest|^[0-9a-f]{2}$/i

/** The end that functions for temporary folders append to a name: six letters and digits. */
const suffix = /[._-](?=[A-Za-z]{0,5}[A-Z\d])(?![A-Z][a-z]+$)[A-Za-z0-9]{6}$/

/** Removes generated parts at the end, and the number of a process before them. */
function withoutTails(name: string, position: Position): string {
  const bare = withoutTail(name, position)
  return bare === name ? name : bare.replace(/[._-]\d{3,}$/, '')
}
