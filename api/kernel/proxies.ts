import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/**
 * Proxies whose `x-forwarded-*` is trusted: how many are in front of this process, or their
 * addresses, separated by commas.
 */
export type TrustedProxies = false | number | string

const NONE = ['false', 'no', 'off', '0']
const ONE = ['true', 'yes', 'on']
/** Named ranges. @source proxy-addr, which Fastify uses */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']
const MOST_HOPS = 10

function isRange(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', length, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    more.length === 0 &&
    bits > 0 &&
    (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  )
}

/**
 * `TRUST_PROXY` as it is written. A plain yes means one proxy: trusting a whole chain would trust
 * its client.
 */
export const TrustProxy = z
  .string()
  .trim()
  .toLowerCase()
  .default('false')
  .transform((text, context): TrustedProxies => {
    if (NONE.includes(text)) return false
    if (ONE.includes(text)) return 1
    if (/^\d+$/.test(text) && Number(text) <= MOST_HOPS) return Number(text)
    const ranges = text.split(',').map((range) => range.trim())
    if (ranges.every(isRange)) return ranges.join()
    context.addIssue({
      code: 'custom',
      message:
        `is neither how many proxies stand before (1 to ${MOST_HOPS}), nor their addresses, as ` +
        '10.0.0.0/8,192.168.1.4',
    })
    return z.NEVER
  })

const ownNetworks = new BlockList()
for (const range of [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
])
  ownNetworks.addSubnet(range.split('/')[0] ?? '', Number(range.split('/')[1]), 'ipv4')
for (const range of ['fc00::/7', 'fe80::/10', '::1/128'])
  ownNetworks.addSubnet(range.split('/')[0] ?? '', Number(range.split('/')[1]), 'ipv6')

/**
 * The same for Fastify. When proxies are counted, the first must be on a private network. A client
 * that connects from elsewhere has bypassed them and wrote the header itself.
 */
export const trusting = (
  proxies: TrustedProxies,
): false | string | ((address: string, hop: number) => boolean) =>
  typeof proxies === 'number'
    ? (address, hop) =>
        hop < proxies &&
        (hop > 0 || ownNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
    : proxies
