import { parentPort, workerData } from 'node:worker_threads'
import { isDamage, messageOf } from '#commands/event-store/sqlite-file.ts'
import { openEncrypted } from '#commands/gateways/engines/encrypted-sqlite.ts'
import { eraseDeleted } from '#commands/gateways/engines/sqlite-erasing.ts'

/** Work on the file of read models that would keep the process waiting. */
export type CareTask = {
  readonly task: 'erase' | 'check'
  readonly file: string
  /** Hexadecimal. */
  readonly key: string
}

// given by `own-read-models.ts`
const { task, file, key } = workerData as CareTask
const sql = openEncrypted(file, Buffer.from(key, 'hex'), { fileMustExist: true })
try {
  sql.pragma('busy_timeout = 10000')
  sql.pragma('secure_delete = ON')
  if (task === 'erase') eraseDeleted(sql)
  else parentPort?.postMessage(sql.pragma('quick_check(1)', { simple: true }))
} catch (error) {
  // An error keeps no class on its way to the other thread.
  if (!isDamage(error)) throw error
  parentPort?.postMessage(messageOf(error))
} finally {
  sql.close()
}
