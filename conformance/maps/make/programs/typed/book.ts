export const Side = { buy: 'buy', sell: 'sell' } as const
export type Side = (typeof Side)[keyof typeof Side]

export interface Order {
  side: Side
  amount: number
}

export class OrderBook<T extends Order> {
  private readonly orders: T[] = []
  readonly isValid: (order: Order) => order is T

  constructor(isValid: (order: Order) => order is T) {
    this.isValid = isValid
  }

  add(order: T): void {
    if (!this.isValid(order)) throw new OrderError(order, 'not valid')
    this.orders.push(order)
  }

  best(side: Side): T {
    const found = this.orders.filter((order) => order.side === side)
    return this.first<T>(found, side)
  }

  protected first<U>(list: U[], what: string): U {
    if (list.length === 0) {
      throw new Error(`nothing to ${what}`)
    }
    return list[0] as U
  }
}

class OrderError extends Error {
  constructor(order: Order, message: string) {
    super(`${message}: ${order.side}`)
  }
}
