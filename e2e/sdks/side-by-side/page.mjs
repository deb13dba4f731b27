import { checkOut, keepShop } from './shop.mjs'

/** Lets the visitor use the shop: `done` settles when it has reported, the button meets an error that nobody catches. */
export function openPage(tracker) {
  document.querySelector('button').addEventListener('click', () => checkOut({}))
  window.done = keepShop(tracker).then(() => tracker.flush(60_000))
  window.flush = () => tracker.flush(60_000)
}
