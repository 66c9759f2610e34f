import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { snapshotCipher } from '#workers/kernel/snapshot-cipher.ts'
import { passwordOf, startProduct } from '#tests/kernel/start-product.ts'

type Named = { readonly name: string }

/** A data directory in which one freelancer has one client. */
async function withOneClient() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carnet-kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startProduct({ dataDir })
  const { userId } = await first.freelancer('marion')
  const marion = await first.signIn('marion', passwordOf('marion'))
  const { position } = await first.data(marion, 'POST', `company/${userId}`, {
    name: 'Atelier Brumaire',
  })
  await first.as(marion, 'GET', `company/${userId}/all`, undefined, { 'x-min-position': position })
  await first.stop()
  return {
    dataDir,
    file: (name: string) => new Database(path.join(dataDir, name), { fileMustExist: true }),
  }
}
async function clientsOf(
  product: Awaited<ReturnType<typeof startProduct>>,
): Promise<readonly string[]> {
  const marion = await product.signIn('marion', passwordOf('marion'))
  const listed = await product.data<readonly Named[]>(marion, 'GET', `company/${marion.userId}/all`)
  return listed.map(({ name }) => name)
}

test('a start after a clean end takes up the read models as they were kept, and follows the log from there', async () => {
  const { dataDir, file } = await withOneClient()
  // No event says so: a reader of this value has not folded the log.
  const kept = file('read-models.sqlite')
  const rows = kept
    .prepare<[], { rowid: number; collection: string; body: Buffer }>(
      'SELECT rowid, collection, body FROM documents',
    )
    .all()
  const ending: (() => unknown)[] = []
  const cipher = snapshotCipher(await openKeys({ DATA_DIR: dataDir }, ending))
  for (const end of ending) await end()
  const decrypt = await cipher.opened(String(kept.prepare('SELECT key FROM origin').pluck().get()))
  const fresh = await cipher.fresh()
  kept.prepare('UPDATE origin SET key = ?').run(fresh.wrapped)
  for (const { rowid, collection, body } of rows) {
    expect(body.includes('Atelier Brumaire')).toBe(false)
    // Each collection has few documents here, so one row.
    const other = decrypt(`${collection} 0`, body)
      .toString()
      .replace('Atelier Brumaire', 'Atelier Vendémiaire')
    const encrypted = fresh.encrypt(`${collection} 0`, Buffer.from(other))
    kept.prepare('UPDATE documents SET body = ? WHERE rowid = ?').run(encrypted, rowid)
  }
  kept.close()
  const second = await startProduct({ dataDir })
  expect(await clientsOf(second)).toEqual(['Atelier Vendémiaire'])
  const marion = await second.signIn('marion', passwordOf('marion'))
  const { position } = await second.data(marion, 'POST', `company/${marion.userId}`, {
    name: 'Hydravion SAS',
  })
  await second.as(marion, 'GET', `company/${marion.userId}/all`, undefined, {
    'x-min-position': position,
  })
  expect([...(await clientsOf(second))].sort()).toEqual(['Atelier Vendémiaire', 'Hydravion SAS'])
  await second.stop()

  // The file may be deleted at any time.
  rmSync(path.join(dataDir, 'read-models.sqlite'))
  const third = await startProduct({ dataDir })
  expect([...(await clientsOf(third))].sort()).toEqual(['Atelier Brumaire', 'Hydravion SAS'])
  await third.stop()
})

test('a damaged log is refused, though nothing of it has to be folded again', async () => {
  const { dataDir, file } = await withOneClient()
  const log = file('events.sqlite')
  log.exec(
    `UPDATE events SET body = replace(body, 'Atelier Brumaire', 'Atelier Brumeuse') WHERE body LIKE '%Atelier Brumaire%'`,
  )
  log.close()
  await expect(startProduct({ dataDir })).rejects.toThrow(
    /is damaged: position \d+ .* does not match its checksum/,
  )
})
