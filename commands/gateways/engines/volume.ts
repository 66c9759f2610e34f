import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Linux's folder of block devices, by `major:minor`. */
const DEVICES = '/sys/dev/block'

/** @returns whether dm-crypt, as LUKS uses it, is this device or one that it lies on */
function isEncrypted(device: string): boolean {
  try {
    if (readFileSync(path.join(device, 'dm/uuid'), 'utf8').startsWith('CRYPT-')) return true
  } catch {
    return false // no device of the mapper, which alone has others below it that encrypt
  }
  // As of a logical volume: all of its parts have to be.
  const below = readdirSync(path.join(device, 'slaves'))
  return below.length > 0 && below.every((name) => isEncrypted(path.join(device, 'slaves', name)))
}

/**
 * Whether the volume of a directory is encrypted by this machine. Encryption below the machine, by
 * a host or a cloud, is not visible from here.
 *
 * @param devices another folder, for tests
 * @returns null where it is unknown: another system than Linux, or a file system without its own
 * block device
 */
export function isVolumeEncrypted(directory: string, devices = DEVICES): boolean | null {
  try {
    const { dev } = statSync(directory)
    // @source glibc, gnu_dev_major and gnu_dev_minor: both have 32 bits here
    const [major, minor] = [(dev >>> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)]
    const device = path.join(devices, `${major}:${minor}`)
    statSync(device)
    return isEncrypted(device)
  } catch {
    return null
  }
}
