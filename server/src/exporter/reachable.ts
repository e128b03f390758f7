import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of private networks. Also finds IPv4 addresses that are written as IPv6. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6');
}
/** Names that only resolve in a local network, such as names without a dot. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|localdomain|lan|home|internal|intranet|home\.arpa)$/;

/** Returns true when the address can be reached from the internet. Does no DNS lookup. */
export function isReachable(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version === 0) return !LOCAL_NAME.test(host);
  return !PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
