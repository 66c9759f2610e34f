import { describe, expect, test } from 'vitest'
import { diskFaultOf, roomOf, watchDisk } from '#commands/gateways/engines/disk.ts'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'

const failed = (code: string, cause?: unknown) =>
  Object.assign(new Error('failed', { cause }), { code })

describe('an error of the disk', () => {
  test.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['SQLITE_FULL', 'DISK_FULL'],
    ['EROFS', 'DISK_UNWRITABLE'],
    ['EACCES', 'DISK_UNWRITABLE'],
    ['SQLITE_READONLY_DBMOVED', 'DISK_UNWRITABLE'],
    ['SQLITE_IOERR_WRITE', 'DISK_UNWRITABLE'],
    ['EMFILE', 'FILES_EXHAUSTED'],
    ['ECONNREFUSED', null],
    ['SQLITE_CONSTRAINT', null],
  ])('%s is told as %s, also as the cause of another', (code, told) => {
    expect(diskFaultOf(failed(code))).toBe(told)
    expect(diskFaultOf(new StoreUnavailable('away', { cause: failed(code) }))).toBe(told)
  })
  test('is none without a code', () => {
    expect(diskFaultOf(new Error('failed'))).toBeNull()
    expect(diskFaultOf('ENOSPC')).toBeNull()
  })
})

describe('the disk', () => {
  test.each([
    [1_000, false],
    [999, true],
  ])('with %i bytes free and a reserve of 1,000 is full: %s', async (free, isFull) => {
    const disk = await watchDisk('/data', 1_000, async () => free)
    expect([disk.isFull(), (await disk.health()).ok]).toEqual([isFull, !isFull])
    disk.close()
  })
  test.each([
    ['without names for more files is full', { files: 400, ffree: 99 }, 0],
    ['with names for more files has its bytes', { files: 400, ffree: 100 }, 4_096_000],
    ['that counts no names has its bytes', { files: 0, ffree: 0 }, 4_096_000],
  ])('%s', (_, names, room) => expect(roomOf({ bavail: 1_000, bsize: 4_096, ...names })).toBe(room))
  test('that cannot be asked stops nothing', async () => {
    const disk = await watchDisk('/data', 1_000, async () => Promise.reject(failed('EIO')))
    expect(disk.isFull()).toBe(false)
    disk.close()
  })
})
