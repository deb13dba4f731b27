import { BlockList, isIP, isIPv6 } from 'node:net'

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * The address that limits count: an IPv4 address as it is, an IPv6 address by its /64, since one customer
 * of a provider holds all of that. Whatever else a proxy passed on is one address.
 */
export function addressOf(ip: string): string {
  const plain = ip.split('%')[0]!
  if (isIP(plain) === 0) return 'unknown'
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (mapped.check(plain, 'ipv6')) return groups.slice(6).flatMap(bytesOf).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight numbers of an IPv6 address; the URL parser writes every spelling, also `::ffff:1.2.3.4`, in one. */
function groupsOf(ip: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = new Array<string>(8 - left.length - right.length).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16))
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 255]
}
