import { useEffect } from 'react'
import { Link } from 'react-router'
import { Cart } from '../shared/cart.js'

const pay = () => new Cart([]).total()

export default function Home() {
  useEffect(() => {
    document.documentElement.dataset.ready = 'yes'
  }, [])
  return (
    <>
      <button type="button" onClick={pay}>
        Pay
      </button>
      <Link id="basket" to="/basket">
        Basket
      </Link>
      <Link id="missing" to="/missing">
        Elsewhere
      </Link>
    </>
  )
}
