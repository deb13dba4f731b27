import { currentConnection, onConnection } from './connection'
import { queryClient } from './queries'
import { askReadiness } from './session'

const retryMs = { first: 1000, longest: 15_000 }

/** While the server is there but not ready, asks again and again, and then for what is on the screen. */
export function startReadiness(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const askAfter = (waitMs: number) => {
    timer = setTimeout(async () => {
      await askReadiness()
      timer = undefined
      if (currentConnection().isUnready) askAfter(Math.min(retryMs.longest, waitMs * 2))
    }, waitMs)
  }
  let wasUnready = false
  const end = onConnection(({ isUnready, isAway }) => {
    if (isUnready && timer === undefined) askAfter(retryMs.first)
    if (!isAway && wasUnready) void queryClient.invalidateQueries()
    wasUnready = isUnready
  })
  return () => {
    end()
    clearTimeout(timer)
  }
}
