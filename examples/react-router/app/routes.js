import { index, route } from '@react-router/dev/routes'

export default [
  index('routes/home.jsx'),
  route('orders/:id', 'routes/order.jsx'),
  route('basket', 'routes/basket.jsx'),
  route('wishlists/:owner', 'routes/wishlist.jsx'),
]
