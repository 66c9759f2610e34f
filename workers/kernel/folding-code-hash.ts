import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
/** The code that decides how an event becomes a document: shapes, rules, folds, upcasters. */
const FOLDING = ['domain', 'projections', 'commands/event-store']

/**
 * Identifies the code that folds events, and its runtime: another hash may fold them differently.
 * Takes some 5 ms.
 * @returns SHA-256, hexadecimal
 */
export function foldingCodeHash(): string {
  const hash = createHash('sha256').update(process.version)
  for (const folder of FOLDING)
    for (const file of readdirSync(path.join(ROOT, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort())
      if (file.endsWith('.ts'))
        hash.update(`\0${folder}/${file}\0`).update(readFileSync(path.join(ROOT, folder, file)))
  return hash.digest('hex')
}
