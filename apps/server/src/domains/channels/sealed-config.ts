import type { Sealer } from '../../ports/sealer.ts'
import type { ChannelRow } from './channel-store.ts'

/** The `belongsTo` value of a channel's configuration. */
export function channelSeal(id: string): string {
  return `channel:${id}`
}

/** @throws CannotOpen if the secret of the server is another one */
export function openConfig(sealer: Sealer, { id, sealedConfig }: Pick<ChannelRow, 'id' | 'sealedConfig'>): object {
  return JSON.parse(sealer.open(sealedConfig, channelSeal(id))) as object
}
