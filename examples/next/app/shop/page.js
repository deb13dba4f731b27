'use client'
import { Cart } from './cart.js'

export default function Shop() {
  const pay = () => new Cart([]).total()
  return (
    <button type="button" onClick={pay}>
      Pay
    </button>
  )
}
