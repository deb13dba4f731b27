export const dynamic = 'force-dynamic'

/** What a page throws, Next.js tells `onRequestError`. */
export default function Broken() {
  const shelf = null
  return shelf.items
}
