/**
 * A small shop, the same for each SDK, and in `php` and `dart`: it reports in every way that a program has. `tracker` is an SDK by the words of this
 * file; the trackers beside it say how each SDK spells them.
 */

class StockError extends Error {
  name = 'StockError'
}

export function reserve(sku) {
  throw new StockError(`No stock for ${sku}`)
}

/** The last function of the program, whose error nobody catches. */
export function checkOut(cart) {
  return cart.lines.length
}

/** Reports what the program survives. */
export async function keepShop(tracker) {
  tracker.identify('u-7')
  tracker.tag('plan', 'pro')
  tracker.context('cart', { items: 3 })
  tracker.crumb('order', 'took order 12')
  try {
    reserve('A-17')
  } catch (error) {
    const eventId = tracker.capture(error, { name: 'cart.json', data: '{"items":3}', contentType: 'application/json' })
    tracker.feedback({ message: 'The button does nothing', name: 'Ann', email: 'ann@example.com', eventId })
  }
  tracker.say('The queue is long', 'warning')
  if (!tracker.monitor) return
  const nightly = { crontab: '0 3 * * *', timezone: 'Europe/Berlin', margin: 5, maxRuntime: 60 }
  await tracker.monitor('nightly', nightly, async () => {})
  await tracker.monitor('cleanup', { every: [2, 'hour'] }, failingJob).catch(() => {})
}

async function failingJob() {
  throw new RangeError('no space left')
}
