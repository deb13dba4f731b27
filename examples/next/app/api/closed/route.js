import { withBugle } from '@bugle/node/next'
import { notFound } from 'next/navigation'

/** A regular response thrown as an error: not reported. */
export const GET = withBugle(async () => notFound(), '/api/closed')
