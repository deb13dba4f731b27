import { askUntilThere } from '@bugle/client-state/ask-until-there'
import { onlineManager } from '@tanstack/react-query'
import { withBasePath } from './base-path.ts'
import { connection } from './connection.ts'

/** Asks whether the server is there when its stream breaks, and then until it responds: nothing else would find out. */
export function followReadiness(): () => void {
  const stopAsking = askUntilThere({
    connection,
    ask,
    onBack: () => {},
    onWake: (listener) => onlineManager.subscribe((isOnline) => isOnline && listener()),
  })
  const stopWatching = connection.subscribe(({ stream, server }) => {
    if (stream === 'reconnecting' && server === 'there') void ask()
  })
  return () => {
    stopAsking()
    stopWatching()
  }
}

async function ask(): Promise<void> {
  try {
    const { status } = await fetch(withBasePath('/readyz'), { signal: AbortSignal.timeout(3000) })
    if (status >= 500) connection.noteSilence(true)
    else connection.noteResponse()
  } catch {
    connection.noteSilence()
  }
}
