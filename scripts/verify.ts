import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { scanSqliteLog } from '../commands/event-store/sqlite-scan.ts'
import { verifyEntries } from '../commands/kernel/verify.ts'

/** `npm run verify`: walks every chain of the data directory's event log. Exits 1 on damage, 2 when there is no log. */
const SHOWN = 50
const file = join(process.env['DATA_DIR'] ?? './data', 'events.sqlite')

if (!existsSync(file)) {
  console.error(`There is no event log at ${file}. Set DATA_DIR to the data directory you mean.`)
  process.exit(2)
}

const { events, streams, damages, durationMs } = await verifyEntries(scanSqliteLog(file), { gapless: true })
console.log(`${file}: ${events} events in ${streams} streams, read in ${(durationMs / 1000).toFixed(1)} s.`)
if (damages.length === 0) console.log('Every event is what was written, in its place.')
else {
  for (const { what, stream, revision, position, detail } of damages.slice(0, SHOWN)) {
    const place = [position && `position ${Number(position)}`, stream, revision !== undefined && `revision ${revision}`].filter(Boolean).join(', ')
    console.error(`  ${what}${place && ` at ${place}`}: ${detail}`)
  }
  if (damages.length > SHOWN) console.error(`  and ${damages.length - SHOWN} more`)
  console.error(`${damages.length} damage${damages.length === 1 ? '' : 's'} found. Stop the product, keep a copy of this directory, and restore it from a backup.`)
  process.exitCode = 1
}
