export const dynamic = 'force-dynamic'

/** Next.js passes errors of a page to `onRequestError`. */
export default function Broken() {
  const shelf = null
  return shelf.items
}
