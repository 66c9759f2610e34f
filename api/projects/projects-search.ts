import { fromQuantity } from '#domain/kernel/money.ts'
import { projectClients, projects } from '#projections/projects/projects.ts'
import { daysByProject, timesheetMonths } from '#projections/timesheets/months.ts'
import { defineSearch, hasWords, SHOWN } from '../kernel/search.ts'

/** Contracts by reference, title or client. A user has tens of them, so all are looked at. */
export const projectsSearch = defineSearch({
  entity: 'project',
  permission: 'perm_contract_menu',
  reads: { projects, projectClients, timesheetMonths },
  async find(read, question) {
    const { owner, profileId } = question
    const where = { owner, ...(profileId === undefined ? {} : { profileId }) }
    const docs = (await read.projects.find({ filter: { where } })).items
    const clients = await read.projectClients.load([
      ...new Set(docs.flatMap(({ terms }) => terms?.clientId ?? [])),
    ])
    const clientOf = ({ terms }: (typeof docs)[number]): string => {
      const client = clients.get(terms?.clientId ?? '')
      return client?.owner === owner ? client.name : ''
    }
    const found = docs
      .filter(
        (doc) => question.text === '' || hasWords(question, doc.ref, doc.title, clientOf(doc)),
      )
      .toSorted((a, b) => b.lastModificationDate - a.lastModificationDate)
    const shown = new Set(
      found.slice(0, SHOWN).flatMap((doc) => (doc.terms?.soldDays ? doc.profileId : [])),
    )
    const months = await Promise.all(
      [...shown].map((profile) => daysByProject(read.timesheetMonths, owner, profile)),
    )
    const done = new Map(months.flatMap((days) => [...days]))
    return found.map((doc) => ({
      id: doc._id,
      title: doc.title || doc.ref,
      detail: clientOf(doc),
      ...(doc.terms?.soldDays
        ? {
            days: {
              done: fromQuantity(done.get(doc._id) ?? 0),
              of: fromQuantity(doc.terms.soldDays),
            },
          }
        : {}),
      ...(doc.archived ? { status: 'archived' } : {}),
      changedAt: doc.lastModificationDate,
    }))
  },
})
