import { BlockList, isIP, isIPv6 } from 'node:net'

const mapped = new BlockList()
mapped.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * Returns the address that limits count: an IPv4 address unchanged, an IPv6 address as its /64, because one customer of
 * a provider holds a whole /64. Anything else that a proxy passed on counts as one address.
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

/**
 * Parses an IPv6 address into its eight groups; the URL parser normalizes every spelling, including `::ffff:1.2.3.4`.
 */
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
