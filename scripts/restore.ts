import { LogDamaged } from '../commands/operations/export-archive.ts'
import { CopyUnusable, restore } from '../workers/operations/restore.ts'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run restore -- <folder>`: puts a backup in the place of the data directory, which is set
 * aside. Exits 1 when the backup is not whole, 2 while a process uses the data directory.
 */
await tool(async ({ configuration, args }) => {
  const [folder, ...others] = args
  if (folder === undefined || others.length > 0)
    throw new Unusable('Usage: npm run restore -- <folder>, as npm run backup wrote it.')
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = configuration
  if (EVENTSTORE_URL || MONGODB_URL)
    throw new Unusable(
      'What is on servers is restored with npm run import, or with their own tools.',
    )
  try {
    const restored = await restore(configuration, folder, Date.now())
    const { events, streams, documents, accounts, newestAt, root } = restored
    const { aside, asideBefore, eventsBefore } = restored
    console.log(
      `${DATA_DIR} holds ${folder}: ${events} events in ${streams} streams, ${documents} documents` +
        `${accounts === null ? '' : ` and ${accounts} accounts`}, all read back.`,
    )
    if (newestAt !== null)
      console.log(`Its newest event is of ${new Date(newestAt).toISOString()}.`)
    if (aside !== null) console.log(`The data that was there is in ${aside}.`)
    if (asideBefore.length > 0)
      console.log(
        `Earlier restores left ${asideBefore.join(', ')} beside it. After one that was cut off, part of the data is there.`,
      )
    if (eventsBefore !== null && eventsBefore > events)
      console.log(
        `It has ${eventsBefore - events} events more: they are not in the restored data, and numbers ` +
          'of bills among them will be given again.',
      )
    console.log(`Read models are built by the next start. The root: ${events}:${root}`)
    return 0
  } catch (error) {
    if (!(error instanceof LogDamaged || error instanceof CopyUnusable)) throw error
    console.error(error.message)
    return 1
  }
}, 'any')
