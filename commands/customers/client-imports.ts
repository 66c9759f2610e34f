import type { Facts } from '#commands/facts.ts'
import type { CommandHandler, CommandMeta } from '#commands/kernel/command.ts'
import { readTable } from '#commands/kernel/csv-table.ts'
import { derivedUuid, ulidFrom } from '#commands/kernel/ids.ts'
import type { RecordCommands } from '#commands/records.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { ClientAct } from '#domain/customers/import.values.ts'
import {
  type ClientRow,
  type ClientTable,
  clientsIn,
} from '#domain/customers/import/client-rows.ts'
import { catalogue } from '#domain/kernel/errors.ts'
import { type Position, START } from '#domain/kernel/event.ts'
import { foldText } from '#domain/kernel/fold-text.values.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'

/** A client of a file, and its outcome. */
export type PlannedClient = ClientRow & { readonly id: string; readonly act: ClientAct }
export type PlannedClients = Omit<ClientTable, 'clients'> & {
  readonly clients: readonly PlannedClient[]
}

const importRefusal = catalogue({
  CLIENT_FILE_TOO_LARGE: 'too-large',
  CLIENT_FILE_UNREADABLE: 'invalid',
})

/** Lists of clients that other programs wrote. */
export function clientImportCommands(
  handler: CommandHandler,
  records: Pick<RecordCommands, 'add' | 'restore'>,
  facts: Pick<Facts, 'recordsLike'>,
) {
  const idOf = (owner: string, { siren, name, address }: ClientRow['values']): string =>
    ulidFrom(`client import ${owner} ${siren || `${foldText(name)} ${foldText(address.city)}`}`)

  async function isHere(owner: string, { siren, name }: ClientRow['values']): Promise<boolean> {
    const likes = siren === '' ? [{ name }] : [{ siren }, { name, siren: '' }]
    for (const like of likes)
      if ((await facts.recordsLike(owner, Company.name, like)).length > 0) return true
    return false
  }

  /**
   * The clients of a table; nothing is written.
   *
   * @throws CLIENT_FILE_TOO_LARGE · CLIENT_FILE_UNREADABLE
   */
  async function plan(owner: string, bytes: Uint8Array): Promise<PlannedClients> {
    const table = await readTable(bytes)
    if (table === 'size') throw importRefusal('CLIENT_FILE_TOO_LARGE')
    const found = table === 'form' ? null : clientsIn(table)
    if (found === null) throw importRefusal('CLIENT_FILE_UNREADABLE')
    const seen = new Set<string>()
    const clients: PlannedClient[] = []
    for (const client of found.clients) {
      const id = idOf(owner, client.values)
      const isKnown = seen.has(id) || (await isHere(owner, client.values))
      seen.add(id)
      clients.push({ ...client, id, act: isKnown ? 'known' : 'add' })
    }
    return { ...found, clients }
  }

  async function addClient(
    { id, values, more }: PlannedClient,
    meta: CommandMeta,
  ): Promise<Position> {
    const own = (...key: readonly string[]) => ({
      ...meta,
      commandId: derivedUuid(meta.commandId, id, ...key),
    })
    const before = await handler.load(recordDecider(Company), id, meta.owner)
    if (before?.state.status === 'removed')
      return (await records.restore(Company, id, own())).position
    let { position } = await records.add(Company, id, { ...values, kind: 'customer' }, own())
    for (const email of more) {
      const contact = ulidFrom(`client import ${id} ${email}`)
      const lastName = email.split('@', 1)[0] ?? email
      const person = { lastName: lastName.slice(0, 100), companyId: id, email }
      position = (await records.add(Contact, contact, person, own(email))).position
    }
    return position
  }

  return {
    plan,
    /**
     * Adds the chosen clients, or all; further mail addresses become contacts. A client that is
     * here stays as it is.
     *
     * @throws as `plan`
     */
    async import(
      bytes: Uint8Array,
      chosen: readonly string[] | undefined,
      meta: CommandMeta,
    ): Promise<{ added: number; known: number; position: Position }> {
      const { clients } = await plan(meta.owner, bytes)
      const wanted = clients.filter(({ id }) => chosen === undefined || chosen.includes(id))
      const toAdd = wanted.filter(({ act }) => act === 'add')
      let position = START
      for (const client of toAdd) position = await addClient(client, meta)
      return { added: toAdd.length, known: wanted.length - toAdd.length, position }
    },
  }
}
export type ClientImportCommands = ReturnType<typeof clientImportCommands>
