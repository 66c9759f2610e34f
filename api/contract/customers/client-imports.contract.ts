import { z } from 'zod'
import { post } from '#contract/kernel/contract.ts'
import { Id, own } from '#contract/kernel/inputs.schemas.ts'
import { CLIENT_ACTS, CLIENT_FIELDS } from '#domain/customers/import.values.ts'
import { AnsweredAddress } from '#domain/kernel/address.ts'

/** Two megabytes in base64, and what it is padded by. @unit characters; bytes */
const MOST_CHARACTERS = 2_700_000
const MAX_BODY = 3_000_000
const MOST_ROWS = 5_000

const FileOf = z.strictObject({
  file: z.base64().max(MOST_CHARACTERS).describe('A CSV of clients, in base64'),
})
const access = { permission: 'perm_company_add' } as const

const ReadClient = z.object({
  id: z.string(),
  act: z.enum(CLIENT_ACTS).describe('`known`: a client of its number or name is here'),
  name: z.string(),
  siren: z.string(),
  siret: z.string(),
  TvaNumber: z.string(),
  email: z.string(),
  website: z.string(),
  address: AnsweredAddress,
  more: z.array(z.string()).describe('Further mail addresses, each of a contact'),
  wrong: z.array(z.enum(CLIENT_FIELDS)).describe('Fields whose value is none and is left out'),
})
export type ReadClient = z.output<typeof ReadClient>

export const clientImportRoutes = {
  read: post('/company/:userId/import/read', {
    summary: 'The clients of a CSV of another program; nothing is written',
    access,
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: FileOf,
    reply: z.object({
      clients: z.array(ReadClient),
      nameless: z.array(z.int()).describe('Numbers of rows without a name'),
      others: z.array(z.string()).describe('Columns that no field of a client is'),
    }),
  }),
  import: post('/company/:userId/import', {
    summary: 'Adds the clients of a CSV; those that are here stay as they are',
    access,
    maxBody: MAX_BODY,
    heavy: true,
    params: own,
    body: FileOf.extend({
      ids: z.array(Id).max(MOST_ROWS).optional().describe('Clients of `read`; all when absent'),
    }),
    reply: z.object({ added: z.int(), known: z.int(), position: z.string() }),
  }),
}
