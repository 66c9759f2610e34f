import { existsSync, readFileSync } from 'node:fs'

const HEADER = 32
const FRAME = 24

/**
 * Damage in SQLite's write-ahead log. SQLite silently drops everything from the first bad frame on.
 * That is right for a commit torn by a power cut, and wrong for bytes that changed on the disk. A
 * commit is written only after the previous one was synced. A bad frame before a later commit was
 * therefore once durable: that is damage.
 *
 * @param wal the `-wal` file, no connection being open
 * @returns what is wrong, or null
 * @source https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
export function walDamage(wal: string): string | null {
  if (!existsSync(wal)) return null
  const bytes = readFileSync(wal)
  if (bytes.length < HEADER + FRAME) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const magic = view.getUint32(0)
  if (magic >>> 1 !== 0x377f_0682 >>> 1) return 'its write-ahead log has no valid header'
  const littleEndian = (magic & 1) === 0
  let first = 0
  let second = 0
  const sum = (from: number, to: number) => {
    for (let at = from; at < to; at += 8) {
      first = (first + view.getUint32(at, littleEndian) + second) >>> 0
      second = (second + view.getUint32(at + 4, littleEndian) + first) >>> 0
    }
  }
  sum(0, 24)
  if (first !== view.getUint32(24) || second !== view.getUint32(28))
    return 'its write-ahead log has no valid header'

  const frame = FRAME + view.getUint32(8)
  const ofThisLog = (at: number) =>
    view.getUint32(at + 8) === view.getUint32(16) && view.getUint32(at + 12) === view.getUint32(20)
  const commits = (at: number) => view.getUint32(at + 4) !== 0
  let at = HEADER
  for (; at + frame <= bytes.length; at += frame) {
    if (!ofThisLog(at)) break
    sum(at, at + 8)
    sum(at + FRAME, at + frame)
    if (first !== view.getUint32(at + 16) || second !== view.getUint32(at + 20)) break
  }
  // A torn commit can only be the last one. If another commit of this log follows the bad frame,
  // that frame had been synced.
  for (let torn = at, ended = false; torn + frame <= bytes.length; torn += frame) {
    if (torn > at && !ofThisLog(torn)) break
    if (ended) return `its write-ahead log is damaged at byte ${at}, before later commits`
    ended = commits(torn)
  }
  return null
}
