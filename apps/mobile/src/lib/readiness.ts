import { askUntilThere } from '@bugle/client-state/ask-until-there'
import { connection } from './connection'
import { onForeground } from './foreground'
import { onOnline } from './online'
import { queryClient } from './queries'
import { askReadiness } from './session'

/** Finds out by itself when the server is there again, and then asks for what is on the screen. */
export function startReadiness(): () => void {
  return askUntilThere({
    connection,
    ask: askReadiness,
    onBack: () => void queryClient.invalidateQueries(),
    onWake: (listener) => {
      const ends = [onOnline(listener), onForeground((isShown) => isShown && listener())]
      return () => {
        for (const end of ends) end()
      }
    },
  })
}
