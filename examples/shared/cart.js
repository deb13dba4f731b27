/** A cart that fails as it is paid. */
export class Cart {
  constructor(lines) {
    this.lines = lines
  }

  total() {
    if (this.lines.length === 0) throw new RangeError('the cart is empty')
    return this.lines.reduce((sum, { price }) => sum + price, 0)
  }
}
