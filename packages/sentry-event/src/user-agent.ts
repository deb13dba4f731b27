import Bowser from 'bowser'

/** Facts that a browser reveals only by its User-Agent. */
export interface Agent {
  browser: { name: string; version?: string } | undefined
  os: { name: string; version?: string } | undefined
}

const remembered = new Map<string, Agent>()
const maxRemembered = 500
const maxLength = 500

export function agentOf(text: string): Agent {
  const short = text.slice(0, maxLength)
  const known = remembered.get(short)
  if (known !== undefined) return known
  const agent = parse(short)
  if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value!)
  remembered.set(short, agent)
  return agent
}

/**
 * Replaces the `user_agent` of a `browser` context by what it says: name and version, and the system if the event names none.
 * Windows and macOS get no version: browsers have reported frozen ones for years.
 */
export function withAgent(contexts: Record<string, unknown>): Record<string, unknown> {
  const sent = contexts.browser as { user_agent?: unknown } | null | undefined
  if (typeof sent !== 'object' || typeof sent?.user_agent !== 'string') return contexts
  const { user_agent, ...browser } = sent
  const read = agentOf(user_agent)
  const isFrozen = read.os?.name === 'Windows' || read.os?.name === 'macOS'
  const os = isFrozen ? { name: read.os?.name } : read.os
  return {
    ...contexts,
    browser: { ...(read.browser ?? { name: 'other' }), ...browser },
    os: contexts.os ?? os ?? { name: 'other' },
  }
}

function parse(text: string): Agent {
  try {
    const { browser, os } = Bowser.parse(text)
    return { browser: named(browser.name, browser.version), os: named(os.name, os.versionName ?? os.version) }
  } catch {
    return { browser: undefined, os: undefined }
  }
}

function named(name: string | undefined, version: string | undefined): { name: string; version?: string } | undefined {
  if (!name) return undefined
  return version ? { name, version } : { name }
}
