import type { z } from 'zod'
import type { BillCommands } from '#commands/billing/bills.ts'
import type { LineToCredit } from '#commands/billing/credit-note-lines.ts'
import { codePicture } from '#commands/kernel/typeset/code-picture.ts'
import { facturXOf } from '#commands/billing/document/factur-x.ts'
import { type BillIssuance, PDF } from '#commands/billing/issue-bill.ts'
import {
  type BILL_ORDERS,
  type BillListQuery,
  BillPatch,
  type Outcome,
} from '#contract/billing/billing.schemas.ts'
import { billRoutes } from '#contract/billing/billing.contract.ts'
import type { Route } from '#contract/kernel/contract.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { derivedUuid } from '#commands/kernel/ids.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { type Bill, billRefusal, type IssuedBill } from '#domain/billing/bill-facts.ts'
import { dueDateOf } from '#domain/billing/content.ts'
import type { PaymentMeans, PaymentMethod } from '#domain/billing/payment.values.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { paperOf } from '#domain/billing/paper/paper.ts'
import { paymentCodeOf } from '#domain/billing/paper/payment-code.ts'
import { Refusal, refusal } from '#domain/kernel/errors.ts'
import type { Position } from '#domain/kernel/event.ts'
import { fromRate, toMajor } from '#domain/kernel/money.ts'
import { type Day, dayIn, dayOrNone, epochOfDay } from '#domain/kernel/time.ts'
import { BILL_LIST_FILTERS } from '#contract/kernel/list-filters.ts'
import { filtersOf } from '../kernel/list-filters.ts'
import { storedOn } from './stored-fields.ts'
import {
  BILL_SORTS,
  billFilter,
  type BillQuery,
  bills,
  billTotals,
} from '#projections/billing/bills.ts'
import {
  billsOfClient,
  openDeposits,
  pastLines,
  paymentHabitOf,
} from '#projections/billing/client-bills.queries.ts'
import type { Api, BinaryReply, Call } from '../kernel/api.ts'
import { listHeaders, sortOf } from '../kernel/lists.ts'
import { docAt } from '../kernel/past.ts'
import { changesIn, isPast } from '../kernel/read-back.ts'
import { message } from '#api/kernel/messages.ts'
import { zipOf } from '../kernel/zip.ts'
import { correctionToWire } from './corrections.ts'
import { billSummary } from '#projections/billing/bill-summary.queries.ts'
import {
  billToWire,
  changesOf,
  depositToWire,
  minorOf,
  newBillOf,
  paperToWire,
  priceIn,
  priceToWire,
  quantityOf,
  sumToWire,
  totalsToWire,
} from './wire.ts'
import { written } from '../kernel/audit-fields.ts'

export type BillsDeps = { readonly bills: BillCommands; readonly issuance: BillIssuance }

/** How a payment came, as far as it was said. */
const meansOf = (
  body:
    | {
        readonly method?: PaymentMethod | '' | undefined
        readonly bankReference?: string | undefined
      }
    | undefined,
): PaymentMeans => ({
  ...(body?.method && { method: body.method }),
  ...(body?.bankReference && { bankReference: body.bankReference }),
})

const todayOf = (call: Pick<Call, 'now' | 'caller'>): Day => dayIn(call.now, call.caller.timeZone)

type LiveBill = Exclude<Bill, { status: 'none' | 'removed' }>
/** @throws NOT_FOUND for a bill of another profile */
function ofProfile(state: Bill, profileId: string, id: string): LiveBill {
  if (
    state.status === 'none' ||
    state.status === 'removed' ||
    state.content.profileId !== profileId
  )
    throw refusal('NOT_FOUND', { id })
  return state
}

/** Column of the list → field it sorts by. */
const SORTS: Readonly<Record<(typeof BILL_ORDERS)[number], string>> = BILL_SORTS

export function billsApi(api: Api, { bills: commands, issuance }: BillsDeps): void {
  const { deps } = api
  const reads = { bills }

  /** The bill from its stream, not from its read model: a decision needs its latest state. */
  const live = async (owner: string, profileId: string, id: string): Promise<LiveBill> =>
    ofProfile((await issuance.load(id, owner)).state, profileId, id)

  const queryOf = (
    profileId: string,
    query: Partial<z.output<typeof BillListQuery>>,
    { now, caller }: Pick<Call, 'now' | 'caller'>,
  ): BillQuery => {
    const { status, year, clientId, projectId, quoteId, ids, q, filters = {} } = query
    return {
      profileId,
      further: filtersOf(
        filters,
        BILL_LIST_FILTERS,
        storedOn(todayOf({ now, caller })),
        caller.timeZone,
      ),
      ...Object.fromEntries(
        Object.entries({ status, year, clientId, projectId, quoteId, ids, q }).filter(
          ([, value]) => value !== undefined,
        ),
      ),
    }
  }
  const list = async (
    call: Pick<
      Call<Route, typeof reads>,
      'owner' | 'now' | 'caller' | 'reply' | 'read' | 'language'
    >,
    query: z.output<typeof BillListQuery>,
    profileId: string,
  ) => {
    const today = todayOf(call)
    const filter = billFilter(call.owner, queryOf(profileId, query, call), today)
    const { limit, cursor } = query
    const page = await call.read.bills.find({
      filter,
      sort: sortOf(query.sort, SORTS, [['listDate', -1]]),
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      counted: true,
    })
    listHeaders(call.reply, page)
    const rates = await issuance.legalRates()
    return page.items.map((doc) => billToWire(doc, today, call.language, rates))
  }

  api.serve(billRoutes.list, { reads }, (call) => list(call, call.query, call.params.profileId))
  api.serve(billRoutes.ofProject, { reads }, (call) =>
    list(call, { ...call.query, projectId: call.params.projectId }, call.params.profileId),
  )
  api.serve(billRoutes.totals, { reads }, async (call) => {
    const today = todayOf(call)
    const sums = await billTotals(
      call.read.bills,
      call.owner,
      queryOf(call.params.profileId, call.query, call),
      today,
    )
    return totalsToWire(sums)
  })
  api.serve(billRoutes.summary, { reads }, async (call) => {
    const today = todayOf(call)
    const query = queryOf(call.params.profileId, call.query, call)
    const { views, months, totals, profile } = await billSummary(
      call.read.bills,
      call.owner,
      query,
      today,
    )
    return {
      views,
      months: months.map((sum) => ({ month: sum.month, ...sumToWire(sum) })),
      totals: totals.map(sumToWire),
      profile: {
        ...profile,
        years: [...profile.years],
        clients: [...profile.clients],
        totals: totalsToWire(profile.totals),
      },
    }
  })
  api.serve(billRoutes.clientLedger, { reads }, async (call) => {
    const { profileId, clientId } = call.params
    const today = todayOf(call)
    const issued = { ...queryOf(profileId, { clientId }, call), status: 'issued' as const }
    const [sums, docs] = await Promise.all([
      billTotals(call.read.bills, call.owner, issued, today),
      billsOfClient(call.read.bills, call.owner, profileId, clientId),
    ])
    return {
      totals: [...sums].map(([currency, sum]) => ({
        currency,
        billedHT: toMajor(sum.netMinor, currency),
        outstanding: toMajor(sum.outstandingMinor, currency),
        lateCount: sum.lateCount,
        lateAmount: toMajor(sum.lateMinor, currency),
      })),
      ...paymentHabitOf(docs),
    }
  })
  api.serve(billRoutes.deposits, { reads }, async (call) => {
    const { profileId, clientId } = call.params
    const docs = await openDeposits(call.read.bills, call.owner, profileId, clientId)
    return docs.map(({ projectId, currency, deposit }) => ({
      ...depositToWire(deposit, currency),
      projectId: projectId || 0,
      currency,
    }))
  })
  api.serve(billRoutes.pastLines, { reads }, async (call) =>
    (await pastLines(call.read.bills, call.owner, call.params.profileId)).map(
      ({ description, unit, rate, currency, ...price }) => ({
        description,
        unit,
        unitPrice: priceToWire(price, currency),
        tva: fromRate(rate),
        currency,
      }),
    ),
  )
  api.serve(billRoutes.get, { reads }, async (call) => {
    const { profileId, id } = call.params
    const { at } = call.query
    const past = { projection: bills, category: billDecider.category, id }
    const doc =
      at === undefined
        ? await call.read.bills.get(id)
        : await docAt(deps.store, past, call.owner, at)
    if (doc?.owner !== call.owner || doc.profileId !== profileId) throw refusal('NOT_FOUND', { id })
    return billToWire(
      doc,
      at === undefined ? todayOf(call) : dayIn(at, call.caller.timeZone),
      call.language,
      await issuance.legalRates(),
    )
  })

  api.serve(billRoutes.checklist, {}, async (call) => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    if (state.status !== 'draft')
      return {
        ready: false,
        issueDate: epochOfDay(state.frozen.issueDate),
        dueDate: 0,
        nextRef: '',
        items: [],
      }
    const { issueDate, items, nextRef } = await issuance.prepare(
      id,
      state,
      call.owner,
      todayOf(call),
      dayOrNone(call.query.issueDate ?? 0),
    )
    return {
      ready: items.every((item) => item.ok),
      issueDate: epochOfDay(issueDate),
      dueDate:
        state.billType === 'creditNote' ? 0 : epochOfDay(dueDateOf(state.content, issueDate)),
      nextRef,
      items: items.map((item) => ({
        ...item,
        asks: item.asks ?? false,
        corrections: (item.corrections ?? []).map(correctionToWire),
        details: { ...item.details },
        message: message(call.language, item.code, item.details),
      })),
    }
  })

  const dataUrl = (bytes: Uint8Array | null, mediaType: string): string | null =>
    bytes && `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
  const picture = async (sha256: string): Promise<string | null> => {
    const kept = sha256 === '' ? null : await deps.documents.read(sha256)
    return kept && dataUrl(kept.bytes, kept.mediaType)
  }
  /** What a bill's paper says: now, at an instant, or of a draft as it would be issued. */
  const shown = async (
    {
      owner,
      caller,
      now,
      query: { at, asIssued },
    }: Pick<Call<typeof billRoutes.pdf>, 'owner' | 'caller' | 'now' | 'query'>,
    id: string,
    state: Exclude<Bill, { status: 'none' | 'removed' }>,
  ): Promise<FrozenBill> => {
    const frozen =
      at !== undefined
        ? await issuance.previewedAt(id, owner, dayIn(at, caller.timeZone), at)
        : state.status === 'draft'
          ? await issuance.previewed(
              id,
              state,
              owner,
              todayOf({ now, caller }),
              asIssued ? 'issued' : 'draft',
            )
          : state.frozen
    if (frozen === null) throw refusal('NOT_FOUND', { id })
    return frozen
  }
  api.serve(billRoutes.paper, {}, async (call) => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    const frozen = await shown(call, id, state)
    const [logo, signature] = await Promise.all([
      picture(frozen.seller.logoSha256),
      picture(frozen.seller.signatureSha256),
    ])
    const code = paymentCodeOf(frozen)
    return {
      ...paperToWire(paperOf(frozen)),
      logo,
      signature,
      code: dataUrl(code === null ? null : codePicture(code), 'image/svg+xml'),
      sha256: state.status === 'issued' && frozen.ref !== '' ? state.documentSha256 : '',
    }
  })

  async function paperOfIssued(id: string, { documentSha256 }: IssuedBill) {
    const stored = await deps.documents.read(documentSha256)
    if (stored === null) throw new Error(`The paper of bill ${id} is not where it was kept`)
    return stored
  }

  api.serve(billRoutes.pdf, {}, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    let state = await live(call.owner, profileId, id)
    if (state.status === 'issuing') {
      await issuance.finish(id, call.meta())
      state = await live(call.owner, profileId, id)
    }
    const frozen = await shown(call, id, state)
    if (state.status !== 'issued' || frozen.ref === '')
      return {
        bytes: await issuance.preview(frozen, call.owner, call.closed),
        mediaType: PDF,
        fileName: 'brouillon.pdf',
      }
    const { bytes, mediaType } = await paperOfIssued(id, state)
    return { bytes, mediaType, fileName: `${state.frozen.ref}.pdf` }
  })

  api.serve(billRoutes.xml, {}, async (call): Promise<BinaryReply> => {
    const { profileId, id } = call.params
    const state = await live(call.owner, profileId, id)
    if (state.status !== 'issued') throw billRefusal('BILL_NOT_ISSUED')
    const bytes = facturXOf((await paperOfIssued(id, state)).bytes)
    if (bytes === null) throw billRefusal('BILL_WITHOUT_XML')
    return {
      bytes,
      mediaType: 'application/xml',
      fileName: `${state.frozen.ref}.xml`,
      disposition: 'attachment',
    }
  })

  api.serve(billRoutes.pdfs, {}, async (call): Promise<BinaryReply> => {
    const { profileId } = call.params
    const issued: { readonly ref: string; readonly sha256: string }[] = []
    for (const id of new Set(call.query.ids)) {
      const state = await live(call.owner, profileId, id)
      if (state.status !== 'issued') throw billRefusal('BILL_NOT_ISSUED')
      issued.push({ ref: state.frozen.ref, sha256: state.documentSha256 })
    }
    async function* files() {
      for (const { ref, sha256 } of issued) {
        const stored = await deps.documents.read(sha256)
        if (stored === null) throw new Error(`The paper of bill ${ref} is not where it was kept`)
        yield { name: `${ref}.pdf`, bytes: stored.bytes }
      }
    }
    return {
      stream: zipOf(files()),
      mediaType: 'application/zip',
      fileName: 'factures.zip',
      disposition: 'attachment',
    }
  })

  api.serve(billRoutes.add, { reads }, async (call) => {
    const asked = newBillOf(call.body)
    // Without days to pay in this bill or its contract, those of the client's last bill are taken.
    const isKnown =
      asked.clientId && !asked.projectId && !asked.fromTimesheet && asked.paymentDays === undefined
    const [last] = isKnown
      ? await billsOfClient(call.read.bills, call.owner, asked.profileId, asked.clientId ?? '')
      : []
    const terms = last && last.type !== 'creditNote' ? { paymentDays: last.paymentDays } : {}
    return written(
      await commands.draft(
        call.body.id ?? call.newId(),
        { ...terms, ...asked },
        todayOf(call),
        call.meta(),
      ),
    )
  })
  api.serve(billRoutes.change, {}, async (call) => {
    const { id, profileId } = call.body
    const loaded = await issuance.load(id, call.owner)
    const { content, status } = ofProfile(loaded.state, profileId, id)
    const meta = call.meta()
    const isDecided = status !== 'draft' || isPast(call.body, loaded, meta.commandId)
    const body = await changesIn(call.body, BillPatch, async () => {
      if (isDecided) return call.body
      const doc = await docAt(
        deps.store,
        { projection: bills, category: billDecider.category, id },
        call.owner,
        call.now,
      )
      const bill = billToWire(doc, todayOf(call), call.language, await issuance.legalRates())
      return { ...bill, deposits: bill.deposits.map((deposit) => deposit.id) }
    })
    return written(await commands.change(id, changesOf(body, content), meta))
  })
  api.serve(billRoutes.remove, {}, async (call) =>
    written(await commands.remove(call.params.id, call.params.profileId, call.meta())),
  )
  api.serve(billRoutes.issue, {}, async (call) =>
    written(
      await commands.issue(
        call.params.id,
        call.params.profileId,
        todayOf(call),
        dayOrNone(call.body?.issueDate ?? 0),
        call.meta(),
      ),
    ),
  )

  api.serve(billRoutes.paid, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const amount = call.body?.amount
    const amountMinor = amount === undefined ? null : minorOf(amount, content.currency, 'amount')
    const day = dayOrNone(call.body?.date ?? 0) || todayOf(call)
    const collected = call.body?.collected ?? false
    const matched = call.body?.transactionId
    // The payment removes this transaction.
    if (matched !== undefined && !call.can('perm_transaction_delete')) throw refusal('FORBIDDEN')
    const means = { ...meansOf(call.body), ...(matched !== undefined && { matched }) }
    const paid = await commands.pay(id, profileId, amountMinor, day, call.meta(), {
      collected,
      means,
    })
    return { ...written(paid), paymentId: paid.paymentId }
  })

  /** One act on several bills: each is tried by itself, and a refusal is told beside its bill. */
  async function together(
    call: Pick<Call, 'language' | 'owner' | 'meta'>,
    profileId: string,
    ids: readonly string[],
    act: (
      id: string,
      meta: CommandMeta,
    ) => Promise<{ readonly position: Position; readonly paymentId: string }>,
  ) {
    const meta = call.meta()
    let last: Position = ''
    const outcomes: Outcome[] = []
    for (const id of new Set(ids)) {
      let ref = ''
      try {
        const state = await live(call.owner, profileId, id)
        if (state.status !== 'draft') ref = state.frozen.ref
        const { position, paymentId } = await act(id, {
          ...meta,
          commandId: derivedUuid(meta.commandId, id),
        })
        if (position > last) last = position
        outcomes.push({ id, ref, paymentId, code: '', message: '' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, details } = error
        outcomes.push({
          id,
          ref,
          paymentId: '',
          code,
          message: message(call.language, code, details),
        })
      }
    }
    return { position: last, outcomes }
  }
  api.serve(billRoutes.paidTogether, {}, async (call) => {
    const { profileId } = call.params
    const { ids, date = 0 } = call.body
    const day = dayOrNone(date) || todayOf(call)
    const means = meansOf(call.body)
    return together(call, profileId, ids, (id, meta) =>
      commands.pay(id, profileId, null, day, meta, { means }),
    )
  })
  api.serve(billRoutes.unpaidTogether, {}, async (call) => {
    const { profileId } = call.params
    const payments = new Map(call.body.payments.map(({ id, paymentId }) => [id, paymentId]))
    return together(call, profileId, [...payments.keys()], async (id, meta) => {
      const paymentId = payments.get(id) ?? null
      return {
        position: (await commands.unpay(id, profileId, paymentId, meta)).position,
        paymentId: paymentId ?? '',
      }
    })
  })
  api.serve(billRoutes.unpaid, {}, async (call) =>
    written(
      await commands.unpay(
        call.params.id,
        call.params.profileId,
        call.body?.paymentId ?? null,
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.refunded, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const amount = call.body?.amount
    const amountMinor = amount === undefined ? null : minorOf(amount, content.currency, 'amount')
    const day = dayOrNone(call.body?.date ?? 0) || todayOf(call)
    return written(await commands.refund(id, profileId, amountMinor, day, call.meta()))
  })
  api.serve(billRoutes.unrefunded, {}, async (call) =>
    written(
      await commands.unrefund(
        call.params.id,
        call.params.profileId,
        call.body?.refundId ?? null,
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.collected, {}, async (call) =>
    written(
      await commands.collect(
        call.params.id,
        call.params.profileId,
        dayOrNone(call.body?.date ?? 0) || todayOf(call),
        call.meta(),
      ),
    ),
  )
  api.serve(billRoutes.uncollected, {}, async (call) =>
    written(await commands.uncollect(call.params.id, call.params.profileId, call.meta())),
  )

  api.serve(billRoutes.creditNote, {}, async (call) => {
    const { profileId, id } = call.params
    const { content } = await live(call.owner, profileId, id)
    const lines = call.body?.lines?.map(
      (line, i): LineToCredit => ({
        line: line.line,
        ...(line.quantity === undefined
          ? {}
          : { quantity: quantityOf(line.quantity, `lines.${i}.quantity`) }),
        ...(line.unitPrice === undefined
          ? {}
          : priceIn(line.unitPrice, content.currency, `lines.${i}.unitPrice`)),
      }),
    )
    return written(
      await commands.creditNote(
        id,
        profileId,
        {
          ...(call.body?.id === undefined ? {} : { id: call.body.id }),
          ...(lines === undefined ? {} : { lines }),
        },
        call.meta(),
      ),
    )
  })
}
