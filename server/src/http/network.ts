import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the part of an address that an attacker cannot change at will: an IPv4 address, or the first half of an IPv6
 * address, because providers give a /64 to every customer.
 */
export function networkOf(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(mapped) || !isIPv6(address)) return mapped;
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
