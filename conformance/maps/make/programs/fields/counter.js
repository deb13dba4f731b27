export class Counter {
  #count = 0

  constructor(limit) {
    this.limit = limit
  }

  add = (amount) => {
    if (this.#count + amount > this.limit) this.overflow(amount)
    this.#count += amount
    return this.#count
  }

  overflow(amount) {
    throw new RangeError(`${amount} more than ${this.limit}`)
  }
}
