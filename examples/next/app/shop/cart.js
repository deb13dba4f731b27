export class Cart {
  constructor(prices) {
    this.prices = prices
  }
  total() {
    if (this.prices.length === 0) throw new RangeError('the cart is empty')
    return this.prices.reduce((sum, price) => sum + price)
  }
}
