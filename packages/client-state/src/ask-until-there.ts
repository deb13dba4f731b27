import type { ConnectionStore } from './connection.ts'

/** Short enough that everything that waits is sent within five seconds of the return of the server. */
const waitMs = { first: 1000, longest: 4000 }

interface AskOptions {
  connection: ConnectionStore
  /** Asks the server whether it is ready. The connection then shows it; it never fails. */
  ask: () => Promise<void>
  /** Called once the server is there again. */
  onBack: () => void
  /** Calls a function at moments when asking is worthwhile, such as when there is a network again. @returns stops it */
  onWake?: (listener: () => void) => () => void
}

/**
 * Asks a server that is away until it responds, the less often the longer it takes: otherwise only the next tap would
 * find out, and what waits for it would wait until then.
 *
 * @returns stops it
 */
export function askUntilThere({ connection, ask, onBack, onWake = () => () => {} }: AskOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let nextMs = waitMs.first
  let wasThere = connection.get().server === 'there'

  const askNow = async () => {
    clearTimeout(timer)
    timer = undefined
    isAsking = true
    await ask()
    isAsking = false
    nextMs = Math.min(waitMs.longest, nextMs * 2)
    plan()
  }
  const plan = () => {
    if (connection.get().server === 'there') {
      nextMs = waitMs.first
      clearTimeout(timer)
      timer = undefined
    } else if (!isAsking) timer ??= setTimeout(() => void askNow(), nextMs)
  }
  const ends = [
    connection.subscribe(({ server }) => {
      const isBack = server === 'there' && !wasThere
      wasThere = server === 'there'
      if (isBack) onBack()
      plan()
    }),
    onWake(() => {
      nextMs = waitMs.first
      if (connection.get().server !== 'there' && !isAsking) void askNow()
    }),
    () => clearTimeout(timer),
  ]
  plan()
  return () => {
    for (const end of ends) end()
  }
}
