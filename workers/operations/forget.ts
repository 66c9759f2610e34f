import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openFileDocuments } from '#commands/gateways/documents/documents-files.ts'
import { openExportFiles } from '#commands/gateways/documents/export-files.ts'
import { removeFromOutbox } from '#commands/gateways/mail/mail-outbox.ts'
import { openKeys } from '#commands/gateways/keys/open-keys.ts'
import { openImportDrafts } from '#commands/gateways/import-drafts/open-import-drafts.ts'
import { accessEnding } from '#commands/gateways/accounts/access-ending.ts'
import type { SignInAddresses } from '#commands/gateways/accounts/open-sign-in.ts'
import { openPayments, type PaymentAddresses } from '#commands/gateways/payments/open-payments.ts'
import { commonTexts } from '#commands/identity/common-texts.ts'
import { createErasure } from '#commands/identity/erase.ts'
import type { KeptPapers, Person } from '#commands/identity/person-survey.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { type VerifyReport, verifyLog } from '#commands/kernel/verify.ts'
import { subscriptionCommands } from '#commands/subscription/subscriptions.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { ForgettingPlan } from '#domain/identity/forgetting.ts'
import { purgeUser } from '#projections/purge.ts'
import type { EngineAddresses } from '#workers/kernel/engines.ts'
import { removeReadModels } from '#workers/kernel/own-read-models.ts'
import { openGridFs, openLog } from './archive.ts'

export type Forgotten = {
  readonly plan: ForgettingPlan
  /** Papers of a client that stay, by law. */
  readonly kept: KeptPapers
  readonly verified: VerifyReport
  /**
   * Files of the data directory that still contain texts naming the person, with the number of such
   * texts.
   */
  readonly left: readonly { readonly file: string; readonly texts: number }[]
  /** Texts that named the person, and that are words of other data too. */
  readonly common: number
}

type Ending = (() => unknown)[]

/**
 * Forgets a person in the configured Carnet, and searches for remains. With the embedded engines
 * the product must not run.
 *
 * @param ending receives what has to be closed
 * @throws EventStoreLocked · NOT_FOUND · LAST_ADMIN · errors of the engines; the same command then
 * continues
 */
export async function forgetConfigured(
  addresses: EngineAddresses & SignInAddresses & PaymentAddresses,
  person: Person,
  ending: Ending,
  { clock }: { readonly clock: Clock },
): Promise<Forgotten> {
  const { DATA_DIR, MONGODB_URL } = addresses
  const keyring = await openKeys(addresses, ending)
  const store = await openLog(addresses, ending, keyring)
  const handler = createHandler({ store, clock, schemaOf: upcasters.schemaOf })
  const documents = MONGODB_URL
    ? await openGridFs(MONGODB_URL, ending)
    : openFileDocuments(DATA_DIR)
  const { payments } = openPayments(addresses, { now: clock.now })
  const readStore = MONGODB_URL
    ? await (await import('#projections/read-store/mongodb.ts')).mongoReadStore(MONGODB_URL)
    : null
  ending.push(() => readStore?.close())
  const importDrafts = await openImportDrafts(addresses, ending, (_engine, work) => work())
  async function purge(userId: string, names: ReadonlySet<string>): Promise<void> {
    await importDrafts.removeAll(userId)
    await openExportFiles(DATA_DIR).removeAll(userId)
    if (readStore) await purgeUser(readStore, userId, names)
    // The next start folds the log.
    else removeReadModels(DATA_DIR)
  }

  const { plan, texts, kept } = await createErasure({
    handler,
    store,
    keyring,
    documents,
    purge,
    clock,
    removeMail: (key) => removeFromOutbox(DATA_DIR, key),
    endAccess: accessEnding(addresses, keyring),
    endPlan: (userId) => subscriptionCommands(handler, payments, clock).close(userId),
  }).forget(person, {
    commandId: newUlid(),
    actor: { kind: 'system', id: 'forget' },
    cause: 'process',
  })
  // Rows of bills, quotes and tasks still name the person; the next start folds the log.
  if (person.kind !== 'user' && !readStore) removeReadModels(DATA_DIR)
  const common = await commonTexts(store, person, texts)
  return {
    plan,
    kept,
    verified: await verifyLog(store),
    left: await filesNaming(DATA_DIR, texts.difference(common)),
    common: common.size,
  }
}

const BEYOND_ASCII = /[\u0080-\uffff]/g
const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Files under a directory that contain one of the texts: plain, or escaped as JSON in ASCII. */
export async function filesNaming(
  directory: string,
  texts: ReadonlySet<string>,
): Promise<Forgotten['left']> {
  const forms = [...texts].map((text) => [
    text,
    JSON.stringify(text).slice(1, -1).replace(BEYOND_ASCII, escapeOf),
  ])
  const found: { file: string; texts: number }[] = []
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    const count = forms.filter((forms) => forms.some((form) => bytes.includes(form))).length
    if (count > 0) found.push({ file: path.relative(directory, file), texts: count })
  }
  return found
}
