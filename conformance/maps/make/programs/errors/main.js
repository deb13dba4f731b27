import { PaymentError, wrap } from './payment-error.js'

function charge(card) {
  if (card.number.length !== 16) throw new PaymentError('card number', card.number)
  return 'charged'
}

function pay(order) {
  try {
    return charge(order.card)
  } catch (error) {
    throw wrap(error, order)
  }
}

function retry(times, action) {
  let last
  for (let attempt = 0; attempt < times; attempt++) {
    try {
      return action(attempt)
    } catch (error) {
      last = error
    }
  }
  throw last
}

for (const order of [{ card: { number: '1234' } }, { card: {} }, {}]) {
  try {
    retry(2, () => pay(order))
  } catch (error) {
    report(error)
    if (error.cause) report(error.cause)
  }
}
