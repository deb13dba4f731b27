import { type Order, OrderBook, Side } from './book.ts'

interface Attempt<T> {
  name: string
  run: () => T
}

function attempt<T>({ name, run }: Attempt<T>): T | undefined {
  try {
    return run()
  } catch (error) {
    report(error as Error)
    return undefined
  }
}

declare function report(error: Error): void

const book = new OrderBook<Order>((order): order is Order => order.amount > 0)
attempt({ name: 'negative', run: () => book.add({ side: Side.buy, amount: -1 } satisfies Order) })
attempt<Order>({ name: 'empty', run: () => book.best(Side.sell as Side)! })
attempt({
  name: 'cast',
  run() {
    return (book as unknown as { missing(): void }).missing()
  },
})
