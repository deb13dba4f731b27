import { useParams } from 'react-router'

/** Fails while the server renders it. */
export default function Wishlist() {
  const { owner } = useParams()
  return <p>The wishes of {decodeURIComponent(`%${owner}`)}</p>
}
