import { LogDamaged } from '../commands/operations/export-archive.ts'
import { BackupIncomplete, backUp } from '../workers/operations/backup.ts'
import { Unusable, tool } from './tool.ts'

/**
 * `npm run backup -- <folder>`: a copy of the embedded engines' data directory, also while Carnet
 * runs. Exits 1 when the log is damaged, or when parts are missing that the log needs.
 */
await tool(async ({ configuration, args }) => {
  const [folder, ...others] = args
  if (folder === undefined || others.length > 0)
    throw new Unusable('Usage: npm run backup -- <folder>, which is not there yet.')
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL, PERSONAL_KEY, KEYS_VAULT_URL } = configuration
  if (EVENTSTORE_URL || MONGODB_URL)
    throw new Unusable(
      'What is on servers is backed up with npm run export, or with their own tools.',
    )
  try {
    const { events, streams, documents, root } = await backUp(configuration, folder)
    console.log(
      `${folder}: ${events} events in ${streams} streams, ${documents} documents and the accounts, verified. Its root: ${events}:${root}`,
    )
    if (PERSONAL_KEY === undefined && KEYS_VAULT_URL === undefined)
      console.log(
        'The master key lies beside the data in it: whoever has the backup reads everything.',
      )
    console.log(
      `To restore it, stop Carnet: npm run restore -- ${folder} puts it in the place of ${DATA_DIR}.`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof LogDamaged || error instanceof BackupIncomplete)) throw error
    console.error(error.message)
    return 1
  }
}, 'any')
