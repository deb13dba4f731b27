/**
 * Converts Apple's JSON crash report (`.ips`: a line about the app, then the report) into the lines of the older text
 * form, so that one reader serves both. Returns undefined for any other text.
 *
 * @example ipsToText('{"app_name":"Shop"}\n{"threads":[…],"usedImages":[…]}') // 'Exception Type: …\nThread 0 Crashed:\n0 Shop 0x0 pay() + 4'
 */
export function ipsToText(text: string): string | undefined {
  if (!text.includes('"usedImages"') || !text.includes('"threads"')) return undefined
  const report = findReport(text)
  if (report === undefined) return undefined
  const images = listOf(report.usedImages).map((image) => textOf(image.name)?.slice(0, maxImageName) ?? '???')
  const threads = listOf(report.threads)
  const crashed = listOf(report.lastExceptionBacktrace)
  const triggered = threads.find((thread) => thread.triggered === true) ?? threads[0]
  const frames = crashed.length > 0 ? crashed : listOf(triggered?.frames)
  return [
    ...headOf(report),
    'Thread 0 Crashed:',
    ...frames.slice(0, maxFrames).map((frame, at) => lineOf(frame, at, images)),
  ].join('\n')
}

type Json = Record<string, unknown>

/** Frames per thread that are converted; the reader keeps 250. */
const maxFrames = 500
/** Characters of an image's name, which stands in the line of each of its frames. */
const maxImageName = 200

/** Finds the report after the line about the app, which some services omit. */
function findReport(text: string): Json | undefined {
  const second = text.indexOf('\n{')
  return parseObject(second < 0 ? text : text.slice(second + 1)) ?? parseObject(text)
}

function parseObject(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && Array.isArray(value.threads) ? value : undefined
  } catch {
    return undefined
  }
}

function headOf(report: Json): string[] {
  const { type } = isObject(report.exception) ? report.exception : {}
  const head = typeof type === 'string' ? [`Exception Type: ${type}`] : []
  const notes = isObject(report.asi) ? Object.values(report.asi).flat() : []
  const note = notes.find((one) => typeof one === 'string')
  return typeof note === 'string' ? [...head, 'Application Specific Information:', note.split('\n', 1)[0]!] : head
}

function lineOf(frame: Json, at: number, images: readonly string[]): string {
  const image = images[numberOf(frame.imageIndex)] ?? '???'
  const offset = numberOf(frame.imageOffset) || 0
  const symbol = textOf(frame.symbol)
  const file = textOf(frame.sourceFile)
  const line = numberOf(frame.sourceLine)
  const location = file === undefined || !Number.isSafeInteger(line) ? '' : ` (${file}:${line})`
  return `${at} ${image} 0x${offset.toString(16)} ${symbol ?? '0x0'} + ${numberOf(frame.symbolLocation) || 0}${location}`
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** Conversion of an object would call its own methods. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
