export class PaymentError extends Error {
  constructor(field, value) {
    super(`bad ${field}: ${value}`)
    this.name = 'PaymentError'
    this.field = PaymentError.check(field)
  }

  static check(field) {
    if (field.length > 100) throw new Error('long field')
    return field
  }
}

export const wrap = (error, order) => {
  const text = JSON.stringify(order.card)
  return new Error(`order failed with ${text.length} characters`, { cause: error })
}
