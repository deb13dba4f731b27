import { phpJsonToText, phpPartToText } from './php-json.ts'

/**
 * Restores the text of a stack from the JSON that a logger or a cloud function prints: the stack as a text or as a list of
 * lines, beside the type and message if it does not begin with them. Returns undefined for any other text.
 *
 * @example jsonLogToText('{"level":"error","stack":"Error: x\\n    at f (a.js:1:2)"}') // 'Error: x\n    at f (a.js:1:2)'
 */
export function jsonLogToText(text: string): string | undefined {
  if (!mayEndInObject(text)) {
    // Other output may follow the object.
    const end = text.includes('{\n') ? text.indexOf('\n}\n') : -1
    return (end < 0 ? undefined : jsonLogToText(text.slice(0, end + 2))) ?? phpPartToText(text)
  }
  if (!marks.some((mark) => text.includes(mark))) return undefined
  const start = text.indexOf('{')
  const before = text.slice(0, start)
  if (before.length > maxBefore) return undefined
  const whole = parseObject(text.slice(start, text.lastIndexOf('}') + 1))
  if (whole !== undefined) return phpJsonToText(whole) ?? textOf(whole, 0) ?? saidBy(whole)
  for (const line of text.split('\n', maxLines)) {
    const found = line.includes('{') ? parseObject(line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1)) : undefined
    const stack = found === undefined ? undefined : textOf(found, 0)
    if (stack !== undefined) return stack
  }
  return undefined
}

type Json = Record<string, unknown>

const stackKeys = [
  'stack',
  'stackTrace',
  'stacktrace',
  'stack_trace',
  'exc_info',
  'exception',
  'traceback',
  'trace',
  'backtrace',
  'error_backtrace',
  'StackTrace',
  'StackTraceString',
]
const typeKeys = [
  'errorType',
  'error_class',
  'exception_type',
  'error_type',
  'error.type',
  'ExceptionType',
  'ClassName',
  'type',
  'name',
]
const messageKeys = [
  'errorMessage',
  'error_message',
  'error.message',
  'error',
  'panic',
  'ExceptionMessage',
  'message',
  'msg',
  'Message',
]
/** Objects that hold the error of a line. */
const errorKeys = ['error', 'err', 'exception']
const marks = [...stackKeys.map((key) => `"${key}"`), '"message"', '"msg"', '"Message"', '"errorMessage"', '"detail"']
const maxBefore = 300
const maxLines = 50
const maxDepth = 3
const maxValues = 20

/** Whether the last character is that of an object: the stacks of no language end so. */
function mayEndInObject(text: string): boolean {
  let last = text.length - 1
  // Monolog prints a list after the object.
  while (last > 0 && ' \n\r\t[]'.includes(text[last]!)) last--
  return text.charCodeAt(last) === 125
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Type and message of an object without a stack that a logger wrote. */
function saidBy(object: Json): string | undefined {
  const message = firstText(object, messageKeys)
  // AWS Lambda answers with the type and the message alone.
  const isAnswer = typeof object.errorType === 'string'
  if (message === undefined || !(isAnswer || typeof (object.level ?? object.severity) === 'string')) return undefined
  const type = firstText(object, typeKeys.slice(0, -2))
  return type === undefined ? message : `${type}: ${message}`
}

function textOf(object: Json, depth: number): string | undefined {
  for (const key of stackKeys) {
    const stack = linesOf(object[key])
    if (stack !== undefined) return withHead(stack, object)
  }
  const inner = [...errorKeys.map((key) => object[key]), ...Object.values(object).slice(0, maxValues)]
  for (const value of inner) {
    const first: unknown = Array.isArray(value) ? value[0] : value
    const stack = isObject(first) && depth < maxDepth ? textOf(first, depth + 1) : undefined
    if (stack !== undefined) return stack
  }
  const message = messageKeys
    .map((key) => object[key])
    .find((value) => typeof value === 'string' && value.includes('\n'))
  return typeof message === 'string' ? message : depth === 0 ? printedBy(object) : undefined
}

/** A text that a program printed, whatever its key. */
function printedBy(object: Json): string | undefined {
  return Object.values(object)
    .slice(0, maxValues)
    .find((value) => typeof value === 'string' && /Traceback \(most recent call last\)|\n\s{1,8}at \S/.test(value)) as
    | string
    | undefined
}

/** A stack has several lines, or is what Monolog prints for an exception. */
function linesOf(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.startsWith('[object] (')) return `${value}\n[stacktrace]\n#0 {main}`
    return value.includes('\n') ? value : undefined
  }
  if (!Array.isArray(value) || value.length === 0) return undefined
  if (value.every(isCallOfFields)) return value.map((call) => `${call.source}:${call.line} - ${call.func}`).join('\n')
  if (!value.every((line) => typeof line === 'string')) return undefined
  // A list of lines need not have the words that begin a call.
  const isBare = value.every((line) => /^[\w.$<>/\\[\] ]{1,300} ?\(\S{1,500}\)$/.test(line) && !line.startsWith('at '))
  return isBare ? value.map((line) => `    at ${line}`).join('\n') : value.join('\n')
}

/** A call as zerolog logs it. */
function isCallOfFields(value: unknown): value is { func: string; line: string; source: string } {
  return isObject(value) && [value.func, value.line, value.source].every((field) => typeof field === 'string')
}

/** Adds type and message to a stack that does not begin with them. */
function withHead(stack: string, object: Json): string {
  const type = firstText(object, typeKeys)
  const message = firstText(object, messageKeys)
  if (typeof object.panic === 'string' && isGoStack(stack)) return `panic: ${object.panic}\n${stack}`
  if (type === undefined && message !== undefined && isGoStack(stack))
    return `${message === object.panic ? 'panic: ' : ''}${message}\n${stack}`
  if (type === undefined) return stack
  const isPython = stack.trimStart().startsWith('File "')
  if (isPython) return `Traceback (most recent call last):\n${stack.trimEnd()}\n${type}: ${message ?? ''}`
  const first = stack.split('\n', 1)[0]!
  const isCall = /^\s*at |:in [`']/.test(first)
  return isCall ? `${type}: ${message ?? ''}\n${stack}` : stack
}

/** Whether a stack begins with a call of Go, whose location is in the next line or before its name. */
function isGoStack(stack: string): boolean {
  return /^(?:goroutine \d|(?:\S{1,300}\n\t)?\S{1,300}\.go:\d)/.test(stack)
}

function firstText(object: Json, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object[key]
    if (typeof value === 'string' && value !== '' && value.length < 2000) return value
  }
  return undefined
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
