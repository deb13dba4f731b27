import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ChunkLoadError } from './lib/lazy-code.ts'
import { createQueryClient } from './lib/query-client.ts'
import { createAppRouter } from './router.tsx'

export function start(element: HTMLElement): void {
  const client = createQueryClient(() => {
    const { pathname, href } = router.state.location
    // These screens have no session yet.
    if (['/sign-in', '/register', '/invitation', '/connect', '/continue'].includes(pathname)) return
    void router.navigate({ to: '/sign-in', search: { next: href } })
  })
  const router = createAppRouter(client)
  const onCaughtError = (error: unknown) => {
    // The screen reports it, and the code has no bug.
    if (!(error instanceof ChunkLoadError)) console.error(error)
  }
  createRoot(element, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
