import { type Candidate, candidatesOf, linesOf } from './head-candidates.ts'
import { type End, EndFacts, endFeaturesOf, endsOf } from './head-ends.ts'
import { endings, featuresOf, type HeadFacts, Remembered, type Ruled } from './head-features.ts'
import { endWeights, startWeights } from './head-weights.ts'
import { type Header, withoutRepeat } from './header.ts'

/** Lead that another reading must have over that of the rules. */
export const minLead = 1

/**
 * Reads a head that the rules are not sure of: lists the ways to read it, and returns the one whose features have the highest
 * score. The weights are learned from the corpora of pasted texts; that the rules prefer a reading is one of the features.
 */
export function chooseHead(header: string, engine: string, byRules: Header): Header {
  if (header === '' || reports.has(engine) || isSure(header, byRules)) return byRules
  const rules = ruledOf(header, byRules)
  const facts = factsOf(header, engine, rules)
  const candidates = allCandidates(header, facts)
  const chosen = bestOf(
    candidates,
    (one) => featuresOf(one, facts),
    startWeights,
    (one) => isOfRules(one, rules),
  )
  if (chosen === undefined || (isOfRules(chosen, rules) && rules.end < 0)) return byRules
  const start = afterBlanks(header, chosen.start)
  const message = header.slice(start, endOf(header, { ...chosen, start }, engine, rules)).trim()
  return toHeader(chosen.type, message)
}

/** Engines whose crash reports say in fields of their own what happened. */
const reports = new Set(['native', 'apple', 'kotlin-native'])

/**
 * Whether the rules found a message of one line, and what shows that it is one: the mark of a panic or of Elixir, a type with the
 * ending of one, or the first word of a line that has no such word.
 */
export function isSure(header: string, { exception_type: type, message = '' }: Header): boolean {
  const isOneLine = !message.includes('\n')
  if (isOneLine && type !== undefined && endings.test(type.split(/ \[|\(| /, 1)[0]!)) return true
  if (boxes.test(header) || isEnclosed(header, message)) return true
  if (!isOneLine) return false
  if (/^(?:panic: |thread '|\*\* \()/.test(header)) return true
  if (type === undefined) return false
  return header.startsWith(`${type}: ${message}`) && !/(?:Error|Exception)\b/.test(header)
}

/** Whether parentheses enclose a message of several lines, as Rails prints it: `NoCart (no cart⏎for 3):`. */
function isEnclosed(header: string, message: string): boolean {
  const start = message.includes('\n') ? header.indexOf(`(${message})`) : -1
  return start > 0 && /^ ?:(?:\n|$)/.test(header.slice(start + message.length + 2, start + message.length + 5))
}

/** Words that Elixir, rlang, servers of Go and Flutter print only around a message, which may have several lines. */
const boxes =
  /^<error\/|(?:^|\n)\*\* \([A-Za-z]|panic serving |panic recovered:|(?:^|\n)(?:PANIC|_panic): |occurred: panic "|"panic": "|(?:^|\n)Exception #\d{1,2} \(|The following [^\n]{1,100} was thrown /

/** Finds the part of the head that the rules took for the message. */
export function ruledOf(header: string, { exception_type: type, message }: Header): Ruled {
  if (message !== undefined) {
    const start = header.indexOf(message)
    return { type, start, end: start < 0 ? -1 : start + message.length }
  }
  return { type, start: -1, end: -1 }
}

export function factsOf(
  header: string,
  engine: string,
  rules: Ruled | undefined,
): HeadFacts & { candidates: Candidate[] } {
  const candidates = candidatesOf(header, linesOf(header))
  const strong = candidates.filter(({ type }) => type !== undefined && endings.test(type)).map((one) => one.typeStart)
  return {
    header,
    typed: `${engine}, typed`,
    untyped: engine,
    strong,
    rules,
    candidates,
    before: new Remembered(),
    said: new Remembered(),
  }
}

/** Returns the candidates with that of the rules, which may have found what no form suggests. */
export function allCandidates(
  header: string,
  { rules, candidates }: { rules: Ruled | undefined; candidates: Candidate[] },
): Candidate[] {
  if (rules === undefined || candidates.some((one) => one.type === rules.type && one.start === rules.start))
    return candidates
  const typeAt = rules.type === undefined ? -1 : header.indexOf(rules.type)
  const at = typeAt < 0 ? Math.max(0, rules.start) : typeAt
  const lines = linesOf(header)
  const line = lines.findLast((one) => one.start <= at) ?? lines[0]
  if (line === undefined) return candidates
  const start = rules.start < 0 ? header.length : rules.start
  return [...candidates, { form: 'form: rules', type: rules.type, typeStart: at, start, tail: 0, line }]
}

export function isOfRules({ form, type, start }: Candidate, rules: Ruled): boolean {
  return form === 'form: rules' || (type === rules.type && start === rules.start)
}

function endOf(header: string, chosen: Candidate, engine: string, rules: Ruled): number {
  const facts = new EndFacts(header, chosen.start, engine, rules)
  return (
    bestOf(endsOf(header, chosen, rules), (one: End) => endFeaturesOf(one, facts), endWeights)?.end ?? header.length
  )
}

/** Returns the one with the highest score; a favorite gives way only to one that leads. */
function bestOf<T>(
  all: readonly T[],
  features: (one: T) => string[],
  weights: Readonly<Record<string, number>>,
  isFavorite?: (one: T) => boolean,
): T | undefined {
  let best: T | undefined
  let most = Number.NEGATIVE_INFINITY
  for (const one of all) {
    let score = isFavorite?.(one) === true ? minLead : 0
    for (const feature of features(one)) score += weights[feature] ?? 0
    if (score > most) {
      most = score
      best = one
    }
  }
  return best
}

function toHeader(type: string | undefined, message: string): Header {
  const header: Header = type === undefined ? {} : { exception_type: type }
  if (message !== '') header.message = withoutRepeat(message, type).slice(0, maxMessage)
  return header
}

const maxMessage = 1000

function afterBlanks(header: string, from: number): number {
  let at = from
  while (header.charCodeAt(at) === 32 || header.charCodeAt(at) === 9) at++
  return at
}
