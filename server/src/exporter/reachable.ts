import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of private networks. An IPv4 address that is written as IPv6 is found, too. */
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
/** Names that only a local network knows. A name without a dot is one of them. */
const LOCAL_NAME = /^[^.]+$|\.(localhost|local|localdomain|lan|home|internal|intranet|home\.arpa)$/;

/** Returns true when a channel outside can reach this address. Does no look-up. */
export function isReachable(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const version = isIP(host);
  if (version === 0) return !LOCAL_NAME.test(host);
  return !PRIVATE.check(host, version === 6 ? 'ipv6' : 'ipv4');
}
