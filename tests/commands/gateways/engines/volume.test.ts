import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isVolumeEncrypted } from '#commands/gateways/engines/volume.ts'

let folder: string
let devices: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'volume-'))
  devices = path.join(folder, 'block')
  mkdirSync(devices)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A device as Linux shows it. @param uuid of the device mapper; null for a disk */
function device(name: string, uuid: string | null, below: readonly string[] = []): string {
  const place = path.join(folder, name)
  mkdirSync(path.join(place, 'slaves'), { recursive: true })
  if (uuid !== null) {
    mkdirSync(path.join(place, 'dm'))
    writeFileSync(path.join(place, 'dm/uuid'), `${uuid}\n`)
  }
  for (const other of below)
    symlinkSync(path.join(folder, other), path.join(place, 'slaves', other))
  return place
}
/** The device that the directory of this test lies on. */
function lieOn(name: string): void {
  const { dev } = statSync(folder)
  const [major, minor] = [(dev >>> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)]
  symlinkSync(path.join(folder, name), path.join(devices, `${major}:${minor}`))
}

test('a volume of LUKS is encrypted, and a disk is not', () => {
  device('vda', null)
  device('dm-0', 'CRYPT-LUKS2-b5a1-data', ['vda'])
  lieOn('dm-0')
  expect(isVolumeEncrypted(folder, devices)).toBe(true)
  rmSync(devices, { recursive: true })
  mkdirSync(devices)
  lieOn('vda')
  expect(isVolumeEncrypted(folder, devices)).toBe(false)
})

test('a logical volume is encrypted where all of its parts are', () => {
  device('vda', null)
  device('vdb', null)
  device('dm-0', 'CRYPT-LUKS2-b5a1-one', ['vda'])
  device('dm-1', 'CRYPT-LUKS2-b5a1-two', ['vdb'])
  device('dm-2', 'LVM-whole', ['dm-0', 'dm-1'])
  lieOn('dm-2')
  expect(isVolumeEncrypted(folder, devices)).toBe(true)
  rmSync(path.join(folder, 'dm-2'), { recursive: true })
  device('dm-2', 'LVM-half', ['dm-0', 'vdb'])
  expect(isVolumeEncrypted(folder, devices)).toBe(false)
})

test('nothing is told of a volume without a device, or of another system', () => {
  expect(isVolumeEncrypted(folder, devices)).toBeNull()
  expect(isVolumeEncrypted(folder, path.join(folder, 'nowhere'))).toBeNull()
  expect(isVolumeEncrypted(path.join(folder, 'nothing'))).toBeNull()
})
