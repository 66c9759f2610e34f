// Tests write small files and wait for the disk at each. Where the system has a folder in memory,
// temporary files of a run are there, and go with the run. Archives of a night stay on the disk:
// one has more than 4 GiB.
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A container has 64 MB unless told otherwise. @unit bytes */
const NEEDED = 2 * 1024 ** 3

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED
  } catch {
    return false
  }
}

if (!process.env.CARNET_TESTS_FOLDER && !process.env.NIGHTLY && hasRoom()) {
  const folder = mkdtempSync(join(MEMORY, 'carnet-tests-'))
  Object.assign(process.env, { CARNET_TESTS_FOLDER: folder, TMPDIR: folder })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
