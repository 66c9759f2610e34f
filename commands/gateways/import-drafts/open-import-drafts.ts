import { openFileImportDrafts } from './import-drafts-files.ts'
import type { ImportDrafts } from './import-drafts.ts'

/**
 * Imports under way by their address: MongoDB where processes share one, else files of the data
 * directory.
 */
export async function openImportDrafts(
  {
    DATA_DIR,
    MONGODB_URL,
  }: { readonly DATA_DIR: string; readonly MONGODB_URL?: string | undefined },
  ending: (() => unknown)[],
  until: <T>(engine: string, work: () => Promise<T>) => Promise<T>,
): Promise<ImportDrafts> {
  if (MONGODB_URL === undefined) return openFileImportDrafts(DATA_DIR)
  const drafts = await until('MongoDB', async () =>
    (await import('./import-drafts-mongodb.ts')).openMongoImportDrafts(MONGODB_URL),
  )
  ending.push(() => drafts.close())
  return drafts
}
