import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** Work that one guess of a password takes. @unit memory in KiB */
export type PasswordCost = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}
/** @source OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, 2 passes, 1 lane */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Runs in libuv's pool, off the main thread. NFKC, so that a password typed on another keyboard is
 * the same.
 */
const derive = (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      { message: password.normalize('NFKC'), nonce, tagLength: TAG_LENGTH, ...cost },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const headOf = ({ memory, passes, parallelism }: PasswordCost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

/** @returns a PHC string, which carries its own parameters and salt */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const nonce = randomBytes(16)
  const key = await derive(password, nonce, cost)
  return `${headOf(cost)}${plain(nonce)}$${plain(key)}`
}

/** Takes as long for a wrong password as for a right one. */
export async function passwordMatches(password: string, phc: string): Promise<boolean> {
  const match = PHC.exec(phc)
  if (!match) throw new Error('The stored password hash cannot be read')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** True when the cost parameters were raised since the hash was made. */
export const isOutdated = (phc: string, cost: PasswordCost): boolean =>
  !phc.startsWith(headOf(cost))
