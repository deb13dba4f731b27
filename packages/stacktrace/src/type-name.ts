import { wholeNumber } from './location.ts'

/** Maximum length of an exception's type. */
const maxType = 200

const endings = [
  'Error',
  'Exception',
  'Failure',
  'Interrupt',
  'Fault',
  'Warning',
  'Rejection',
  'Throwable',
  'ExceptionGroup',
]
const lastLetters = 'rnetgp'

/** Whether a name has the ending of an exception type. */
export function isSureType(type: string): boolean {
  const stop = codeStart(type, type.length)
  return stop >= 4 && hasEnding(type, stop) && isTypeName(type, type.length)
}

function hasEnding(type: string, stop: number): boolean {
  const last = type[stop - 1]!
  if (!lastLetters.includes(last)) return false
  for (const ending of endings) if (type.endsWith(ending, stop)) return true
  return false
}

/** Whether a name has the ending of an exception type, or is a class with its package. */
export function isStrongType(type: string): boolean {
  return isSureType(type) || isPackaged(type)
}

/** Whether a name is a class with its package, or a class of Ruby within a module. */
export function isPackaged(type: string): boolean {
  if (!type.includes('.') && !type.includes('::')) return false
  const stop = codeStart(type, type.length)
  if (stop < 4 || !isTypeName(type, type.length)) return false
  const bare = type.slice(0, stop)
  // Ruby's modules begin with a capital letter, unlike those of Rust and C++.
  if (bare.includes('::') && /^[A-Z]\w{0,100}(?:::[A-Z]\w{0,100}){1,8}$/.test(bare)) return true
  const dot = bare.lastIndexOf('.')
  const last = bare.charCodeAt(dot + 1)
  return dot > 3 && bare.indexOf('.') < dot && last >= 65 && last <= 90
}

/** Node adds a code, `Error [ERR_X]: …`, and so does .NET: `COMException (0x8007054F): …`. */
export function codeStart(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  if (last !== 93 && last !== 41) return end
  // discord.js puts no blank before the code.
  const near = last === 93 ? text.lastIndexOf('[', end) : -1
  if (near > 0 && wholeNumber(text.slice(near + 1, end - 1)) !== undefined && text.charCodeAt(near - 1) !== 32)
    return near
  const code = text.lastIndexOf(last === 93 ? ' [' : ' (0x', end)
  return code > 0 && !text.slice(0, code).includes('\n') ? code : end
}

export function isTypeName(text: string, end: number): boolean {
  const stop = codeStart(text, end)
  if (stop === 0 || stop > maxType) return false
  for (let index = 0; index < stop; index++) {
    const code = text.charCodeAt(index)
    const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code > 127
    if (
      !isWord &&
      code !== 46 &&
      code !== 95 &&
      code !== 36 &&
      code !== 92 &&
      code !== 96 &&
      code !== 43 &&
      code !== 64 &&
      !(code === 58 && index > 0)
    )
      return false
  }
  return true
}
