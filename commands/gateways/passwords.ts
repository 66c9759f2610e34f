import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSWORD_MAX, PASSWORD_MIN } from './accounts.ts'

/** @source OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, 2 passes, 1 lane. @unit memory in KiB */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

type Cost = typeof COST

/** Runs in libuv's pool, off the main thread. NFKC, so that a password typed on another keyboard is the same. */
const derive = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, tagLength: TAG_LENGTH, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

const plain = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** @returns a PHC string, which carries its own parameters and salt */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await derive(password, nonce, COST)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(key)}`
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
export const isOutdated = (phc: string): boolean =>
  !phc.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`)

/** The most used passwords of eight characters and more, in French and English lists. */
const COMMON = new Set(
  'password password1 password12 password123 passw0rd 12345678 123456789 1234567890 123123123 11111111 00000000 87654321 987654321 qwertyuiop qwerty123 azertyuiop azerty123 azerty12 motdepasse motdepasse1 iloveyou jetaime1 doudou123 loulou123 sunshine princess football baseball superman batman123 bonjour1 bonjour123 soleil123 marseille chocolat nicolas1 welcome1 welcome123 letmein1 abcd1234 abcdefgh 1q2w3e4r 1qaz2wsx changeme administrateur freelance'.split(
    ' ',
  ),
)

/** Long enough, not among the most used, not the account's own name, not one letter repeated. */
export function isStrongEnough(password: string, about: readonly string[]): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  if (text.length < PASSWORD_MIN || password.length > PASSWORD_MAX) return false
  if (COMMON.has(text) || new Set(text).size < 4) return false
  return !about.some((own) => own.length >= 4 && text === own.toLowerCase())
}
