import type { Facts, Mailing } from '#commands/facts.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { MailTemplate } from '#domain/mail/mail-template.record.ts'
import { type Stored, titleOf } from '#domain/kernel/records/record.ts'
import { type BillDoc, bills, NEVER } from '#projections/billing/bills.ts'
import { users } from '#projections/identity/users.ts'
import type { Read, ReadModel } from '#projections/kernel/read-models.ts'
import type { BillRemindersDoc } from './reminders.ts'
import { type MailDoc, mails } from './mails.ts'
import { projects } from '#projections/projects/projects.ts'
import { recordsOf } from '#projections/records.ts'

export const mailingReads = {
  users,
  companies: recordsOf(Company),
  contacts: recordsOf(Contact),
  templates: recordsOf(MailTemplate),
  projects,
  bills,
  mails,
}
type MailingRead = Read<typeof mailingReads>

/** More contacts than one client has, and more templates than one user writes. */
const MOST = 200
/** Bills of a client that are looked through for the last one that was sent. */
const LAST_BILLS = 20

async function lastRecipients(
  read: MailingRead,
  owner: string,
  clientId: string,
): Promise<readonly string[]> {
  const recent = await read.bills.find({
    filter: { where: { owner, clientId } },
    sort: [['listDate', -1]],
    limit: LAST_BILLS,
  })
  const ids = recent.items.map(({ _id }: BillDoc) => _id)
  if (ids.length === 0) return []
  const sent = await read.mails.find({
    filter: { where: { owner, billId: { $in: ids } } },
    sort: [['requestedAt', -1]],
    limit: 1,
  })
  return sent.items.flatMap(({ recipients }: MailDoc) => recipients)
}

/**
 * People at a client by their names, then the client's own address unless one of them has the same.
 */
async function contactsOf(
  read: MailingRead,
  owner: string,
  clientId: string,
): Promise<Mailing['contacts']> {
  const [people, client] = await Promise.all([
    read.contacts.find({
      filter: { where: { owner, 'values.companyId': clientId } },
      sort: [['sorted.lastName.fr', 1]],
      limit: MOST,
    }),
    read.companies.get(clientId),
  ])
  const contacts = people.items.flatMap(({ values }) =>
    values['email'] === ''
      ? []
      : [
          {
            name: titleOf(Contact, values),
            role: String(values['role']),
            address: String(values['email']),
          },
        ],
  )
  const own = client?.owner === owner ? String(client.values['email']) : ''
  return client === null || own === '' || contacts.some(({ address }) => address === own)
    ? contacts
    : [...contacts, { name: titleOf(Company, client.values), role: '', address: own }]
}

/** Sources of a mail to a client. */
export async function mailingOf(
  read: MailingRead,
  owner: string,
  { clientId, projectId }: { readonly clientId: string; readonly projectId: string },
): Promise<Mailing> {
  const [user, contacts, templates, project] = await Promise.all([
    read.users.get(owner),
    clientId === '' ? [] : contactsOf(read, owner, clientId),
    read.templates.find({
      filter: { where: { owner } },
      sort: [['sorted.name.fr', 1]],
      limit: MOST,
    }),
    projectId === '' ? null : read.projects.get(projectId),
  ])
  const { firstName = '', lastName = '', mail = '' } = user?.profile ?? {}
  return {
    sender: {
      name: [firstName, lastName].filter(Boolean).join(' ') || (user?.userName ?? ''),
      address: mail,
    },
    contacts,
    // a record's values are those of its declared fields
    templates: templates.items.map(({ _id, values }) => ({
      id: _id,
      ...(values as Stored<typeof MailTemplate>),
    })),
    contractTemplates: project?.owner === owner ? project.templates : [],
    lastRecipients: clientId === '' ? [] : await lastRecipients(read, owner, clientId),
  }
}

const PAGE = 500

type Told = Awaited<ReturnType<Facts['owedBills']>>[number] &
  Pick<BillDoc, 'ref' | 'clientName' | 'currency' | 'outstandingMinor'>

/** Issued bills of a profile that are owed, the first due first. */
export async function owedBills(
  read: { readonly bills: ReadModel<BillDoc>; readonly billReminders: ReadModel<BillRemindersDoc> },
  owner: string,
  profileId: string,
): Promise<readonly Told[]> {
  const owed: Told[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read.bills.find({
      filter: { where: { owner, profileId, lateFrom: { $lt: NEVER } } },
      sort: [['lateFrom', 1]],
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    cursor = page.next
    const ids = page.items.map(({ _id }) => _id)
    const found = await read.billReminders.find({
      filter: { where: { owner, _id: { $in: ids } } },
      limit: PAGE,
    })
    const reminders = new Map(found.items.map((one) => [one._id, one]))
    for (const { _id: id, dueDate, ref, clientName, currency, outstandingMinor } of page.items)
      if (dueDate !== '') {
        const { step: proposed = null, state, stopped } = reminders.get(id) ?? {}
        const waits = state === 'waiting' && stopped === ''
        owed.push({ id, dueDate, proposed, waits, ref, clientName, currency, outstandingMinor })
      }
  }
  return owed
}
