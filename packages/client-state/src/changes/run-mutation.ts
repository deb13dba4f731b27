import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/**
 * Runs a mutation that no component follows. It is in the cache of mutations like any other.
 *
 * @throws what it fails with, after its own `onError`
 */
export function runMutation<Data, Failure, Variables, Context>(
  client: QueryClient,
  options: MutationOptions<Data, Failure, Variables, Context>,
  variables: Variables,
): Promise<Data> {
  return client.getMutationCache().build(client, options).execute(variables)
}
