import { withBugle } from '@bugle/node/next'
import { notFound } from 'next/navigation'

/** An answer in the form of an error: it is not reported. */
export const GET = withBugle(async () => notFound(), '/api/closed')
