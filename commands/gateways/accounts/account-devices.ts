import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AccountRow, AccountRows } from './account-rows.ts'

/** Accounts that one browser is known by; the oldest is forgotten. */
const KNOWN_BY = 5
/** `<device>.<signature>.<signature>…`, one for each account that has signed in on it. */
const DEVICE = /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/

/** The browsers on which an account has signed in before, by a text that each of them keeps. */
export function accountDevices(rows: AccountRows, deviceKey: string) {
  /** Holds until the password changes. */
  const signatureOf = (device: string, row: AccountRow): string =>
    createHmac('sha256', deviceKey)
      .update(`${device} ${row.id} ${row.password_hash}`)
      .digest('base64url')
  /** The device that has signed in to this account before; null for any other. */
  const knownDevice = (text: string, row: AccountRow): string | null => {
    const [, device, signatures = ''] = DEVICE.exec(text) ?? []
    if (device === undefined) return null
    const expected = Buffer.from(signatureOf(device, row))
    const isKnown = signatures.split('.').some((signature) => {
      const bytes = Buffer.from(signature)
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    })
    return isKnown ? device : null
  }
  return {
    knownDevice,

    isKnownDevice(id: string, text = ''): boolean {
      const row = rows.byId(id)
      return row !== undefined && knownDevice(text, row) !== null
    },

    rememberDevice(id: string, text = ''): string {
      const row = rows.known(id)
      const [, earlier, signatures = ''] = DEVICE.exec(text) ?? []
      const device = earlier ?? randomBytes(16).toString('base64url')
      const mine = signatureOf(device, row)
      const others = signatures.split('.').filter((one) => one !== '' && one !== mine)
      return [device, mine, ...others.slice(0, KNOWN_BY - 1)].join('.')
    },
  }
}
export type AccountDevices = ReturnType<typeof accountDevices>
