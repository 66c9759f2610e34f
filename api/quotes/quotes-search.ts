import { toMajor } from '#domain/kernel/money.ts'
import { quotes } from '#projections/quotes/quotes.ts'
import { defineSearch, lookInto } from '#api/kernel/search.ts'

/** Quotes by number, client, subject or amount. */
export const quotesSearch = defineSearch({
  entity: 'quote',
  permission: 'perm_quote_menu',
  reads: { quotes },
  async find(read, search) {
    const { owner, profileId } = search
    const found = await lookInto(read.quotes, search, {
      where: { owner, ...(profileId === undefined ? {} : { profileId }) },
      fields: ['ref', 'clientName', 'serviceName'],
      amounts: ['grossMinor', 'netMinor'],
      sort: [['listOrder', -1]],
    })
    return found.map((quote) => ({
      id: quote._id,
      title: quote.ref || quote.serviceName,
      detail: quote.clientName,
      amount: { value: toMajor(quote.grossMinor, quote.currency), currency: quote.currency },
      status: quote.state,
      changedAt: quote.lastModificationDate,
    }))
  },
})
