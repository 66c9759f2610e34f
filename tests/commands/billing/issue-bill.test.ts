import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { billDecider } from '#domain/billing/bill.ts'
import { mentionsOf } from '#domain/billing/paper/mentions.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { Refusal } from '#domain/kernel/errors.ts'
import { billsDue, unbookedPayments, unfinishedIssuances } from '#projections/billing/todo-lists.ts'
import { line, PROFILE, PROJECT } from '#tests/domain/billing/builders.ts'
import { memoryDocuments } from '#tests/doubles/documents.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { foldAll } from '#tests/projections/kernel/projection-spec.ts'
import { finishIssuance } from '#workers/billing/billing-reactors.ts'
import { billId, crashing, meta, OWNER, sha256, TODAY, world, type World } from './fixture.ts'

const refused = async (act: Promise<unknown>): Promise<Refusal> => {
  const error = await act.then(
    () => null,
    (e: unknown) => e,
  )
  if (error instanceof Refusal) return error
  throw error ?? new Error('Nothing was refused')
}
const events = async (w: World) => (await w.store.readAll('0'.repeat(20), { limit: 10_000 })).events
const range = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
const sqlite = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bills-'))
  folders.push(folder)
  return openSqliteEventStore(join(folder, 'events.db'))
}

describe('issuing a bill', () => {
  test('gives it the next number, and keeps the paper that shows it', async () => {
    const w = world()
    await w.draft(1)
    await w.draft(2)
    await w.issue(billId(2))
    await w.issue(billId(1))
    const [first, second] = [await w.bill(billId(2)), await w.bill(billId(1))]
    expect([first.frozen.ref, second.frozen.ref]).toEqual(['2026-0001', '2026-0002'])
    const paper = await w.documents.read(first.documentSha256)
    expect(sha256(paper?.bytes ?? new Uint8Array())).toBe(first.documentSha256)
    expect(JSON.parse(new TextDecoder().decode(paper?.bytes))).toEqual(first.frozen)
  })
  test('freezes the parties: what changes later changes nothing on it', async () => {
    const w = world()
    await w.draft(1)
    await w.issue(billId(1))
    w.parties.buyer = {
      ...w.parties.buyer,
      address: { ...w.parties.buyer.address, street: 'ailleurs' },
      language: 'de',
    }
    w.parties.seller = { ...w.parties.seller, iban: 'autre' }
    expect((await w.bill(billId(1))).frozen).toMatchObject({
      language: 'fr',
      buyer: { address: { street: '2 rue du Client' } },
      seller: { iban: 'FR7630006000011234567890189' },
    })
  })
  test('writes its paper in the client’s language', async () => {
    const w = world()
    await w.draft(1)
    w.parties.buyer = { ...w.parties.buyer, language: 'de' }
    await w.issue(billId(1))
    const { frozen } = await w.bill(billId(1))
    expect(frozen.language).toBe('de')
    expect(frozen.buyer).not.toHaveProperty('language')
  })
  test('is refused with what is missing, and then nothing is written', async () => {
    const w = world()
    await w.draft(1, { penaltyRate: 100 })
    w.parties.buyer = { ...w.parties.buyer, siren: '' }
    const refusal = await refused(w.issue(billId(1)))
    expect({ code: refusal.code, paths: refusal.fields.map((f) => f.path) }).toEqual({
      code: 'BILL_INCOMPLETE',
      paths: ['company.siren', 'penaltyRate'],
    })
    expect([await w.status(billId(1)), await w.numbers()]).toEqual(['draft', []])
  })
  test('asked again by the same command answers the same; by another, that it is issued', async () => {
    const w = world()
    await w.draft(1)
    const command = meta()
    const first = await w.issue(billId(1), '', command)
    expect(await w.issue(billId(1), '', command)).toEqual(first)
    expect((await refused(w.issue(billId(1)))).code).toBe('BILL_ALREADY_ISSUED')
  })
  test('is refused before the series’ last date, and for the version that has moved on', async () => {
    const w = world()
    await w.draft(1)
    await w.draft(2)
    await w.issue(billId(1), '2026-11-10')
    expect((await refused(w.issue(billId(2), '2026-11-09'))).fields).toMatchObject([
      { code: 'BILL_NEEDS_ISSUE_ORDER', path: 'issueDate' },
    ])
    expect((await refused(w.issue(billId(2), '', meta({ version: 7 })))).code).toBe('STALE_VERSION')
    await w.issue(billId(2), '2026-11-10', meta({ version: 1 }))
  })
  test('starts at 1 in another year', async () => {
    const w = world()
    for (const n of [1, 2]) await w.draft(n, { serviceStart: '', serviceEnd: '' })
    await w.issue(billId(1), '2025-12-31')
    await w.issue(billId(2), '2026-01-02')
    expect([(await w.bill(billId(1))).frozen.ref, (await w.bill(billId(2))).frozen.ref]).toEqual([
      '2025-0001',
      '2026-0001',
    ])
  })
  test('is not done for another user', async () => {
    const w = world()
    await w.draft(1)
    expect((await refused(w.issue(billId(1), '', meta({ owner: 'user-2' })))).code).toBe(
      'NOT_FOUND',
    )
  })
})

describe.each([
  ['in memory', async () => eventLog()],
  ['on SQLite', sqlite],
])('fifty bills issued at once, %s', (_, open) => {
  test('take fifty numbers without a gap, also when each is asked twice', async () => {
    const w = world({ store: await open() })
    await Promise.all(range(50).map((n) => w.draft(n)))
    const outcomes = await Promise.allSettled(
      range(50).flatMap((n) => [w.issue(billId(n)), w.issue(billId(n))]),
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect((outcome.reason as Refusal).code).toBe('BILL_ALREADY_ISSUED')
    expect((await w.numbers()).map((s) => s.number)).toEqual(range(50))
    const refs = await Promise.all(range(50).map(async (n) => (await w.bill(billId(n))).frozen.ref))
    expect([...refs].sort()).toEqual(range(50).map((n) => `2026-${String(n).padStart(4, '0')}`))
    await w.store.close()
  })
})

describe('a crash between any two steps', () => {
  // By stream: freeze, paper, number, issued, books. Atomic: freeze, paper, all the rest.
  const casesOf = (operations: Record<'atomic' | 'by stream', number>) =>
    (['atomic', 'by stream'] as const).flatMap((log) =>
      (['before', 'after'] as const).flatMap((when) =>
        range(operations[log]).map((operation) => ({ log, operation, when })),
      ),
    )
  test.each(casesOf({ atomic: 3, 'by stream': 5 }))(
    '($when operation $operation, on a log that writes $log) leaves a bill that the worker finishes, once',
    async (at) => {
      const [log, kept] = [eventLog(), memoryDocuments()]
      const broken = crashing(log, kept, at, at.log)
      const before = world({ store: broken.store, documents: broken.documents })
      await before.draft(1)
      await before.draft(2)
      broken.arm()
      const retried = meta()
      await expect(before.issue(billId(1), '', retried)).rejects.toThrow('crash')

      const after = world({ store: log, documents: kept })
      const pending = foldAll(unfinishedIssuances, await events(after))
      for (const work of pending)
        await finishIssuance(after.issuance).perform(
          work,
          meta({ actor: { kind: 'process', id: 'worker' } }),
          new AbortController().signal,
        )
      if (pending.length === 0 && at.operation === 1 && at.when === 'before')
        expect(await after.status(billId(1))).toBe('draft')
      else expect(await after.status(billId(1))).toBe('issued')

      // The user, whose request failed, asks again; then another bill is issued.
      await after.issue(billId(1), '', retried)
      await after.issue(billId(2))
      expect((await after.numbers()).map((s) => s.number)).toEqual([1, 2])
      expect(foldAll(unfinishedIssuances, await events(after))).toEqual([])
      expect((await events(after)).filter((event) => event.type === 'BillIssued')).toHaveLength(2)
      expect(
        await after.documents.read((await after.bill(billId(1))).documentSha256),
      ).not.toBeNull()
    },
  )

  // By stream: hold, freeze, paper, number, issued, credited, books.
  test.each(casesOf({ atomic: 3, 'by stream': 7 }))(
    '($when operation $operation, on a log that writes $log) of a credit note credits its bill once',
    async (at) => {
      const [log, kept] = [eventLog(), memoryDocuments()]
      const broken = crashing(log, kept, at, at.log)
      const before = world({ store: broken.store, documents: broken.documents })
      await before.draft(1)
      await before.issue(billId(1))
      await before.commands.creditNote(billId(1), PROFILE, { id: billId(9) }, meta())
      broken.arm()
      const retried = meta()
      await expect(before.issue(billId(9), '', retried)).rejects.toThrow('crash')

      const after = world({ store: log, documents: kept })
      for (const work of foldAll(unfinishedIssuances, await events(after)))
        await finishIssuance(after.issuance).perform(work, meta(), new AbortController().signal)
      // The worker alone has told the bill of every credit note that has its number.
      const freeze = at.log === 'atomic' ? 1 : 2
      const frozen = at.operation > freeze || (at.operation === freeze && at.when === 'after')
      expect(await after.status(billId(9))).toBe(frozen ? 'issued' : 'draft')
      if (frozen)
        expect((await after.bill(billId(1))).credits).toMatchObject([{ ref: 'AV2026-0001' }])
      await after.issue(billId(9), '', retried)
      expect((await after.bill(billId(1))).credits).toMatchObject([
        { creditNoteId: billId(9), ref: 'AV2026-0001', grossMinor: 120_000 },
      ])
      expect(foldAll(unfinishedIssuances, await events(after))).toEqual([])
    },
  )

  test('never leaves a number without its bill, on a log that writes all of it at once', async () => {
    for (const when of ['before', 'after'] as const)
      for (const operation of range(3)) {
        const [log, kept] = [eventLog(), memoryDocuments()]
        const broken = crashing(log, kept, { operation, when }, 'atomic')
        const w = world(broken)
        await w.draft(1)
        broken.arm()
        await expect(w.issue(billId(1))).rejects.toThrow('crash')
        const written = (await events(w)).map(({ type }) => type)
        expect(written.includes('NumberAllotted')).toBe(written.includes('BillIssued'))
      }
  })

  test('between two bills of other dates makes the earlier one a draft again, which can be issued', async () => {
    // Another process issues a later bill between this one's freezing and its number.
    const log = eventLog()
    const other = world({ store: log })
    let meanwhile: (() => Promise<unknown>) | null = () => other.issue(billId(2), '2026-11-12')
    const append: typeof log.append = async (stream, expected, added) => {
      const act = stream.startsWith('billSeries') ? meanwhile : null
      if (act) meanwhile = null
      await act?.()
      return log.append(stream, expected, added)
    }
    const w = world({ store: { ...log, append } })
    await w.draft(1)
    await w.draft(2)
    const refusal = await refused(w.issue(billId(1), '2026-11-11'))
    expect(refusal.code).toBe('BILL_BACK_DATED')
    expect(await w.status(billId(1))).toBe('draft')
    await w.issue(billId(1), '2026-11-12')
    expect((await w.numbers()).map((s) => s.number)).toEqual([1, 2])
  })
})

describe('the days of a month', () => {
  const october = { projectId: PROJECT, year: 2026, month: 10 }
  const fromMonth = (w: World, n: number) =>
    w.commands.draft(
      billId(n),
      { profileId: PROFILE, billType: 'invoice', fromTimesheet: october },
      TODAY,
      meta(),
    )

  test('are issued on one bill; a second one names it, and a bill of the same contract by hand is none of them', async () => {
    const w = world()
    await fromMonth(w, 1)
    await fromMonth(w, 2)
    await w.draft(3, { projectId: PROJECT })
    await w.issue(billId(1))
    expect((await refused(w.issue(billId(2)))).fields).toMatchObject([
      {
        path: 'lines',
        code: 'BILL_NEEDS_UNBILLED_DAYS',
        details: { month: '2026-10', ref: '2026-0001' },
      },
    ])
    await w.issue(billId(3))
    expect((await w.numbers()).map((s) => s.billId)).toEqual([billId(1), billId(3)])
  })

  test.each([
    ['refuses', 'a part of the bill', true, [{ line: 0, quantity: 10_000 }]],
    ['lets', 'the whole bill, to bill again,', true, undefined],
    ['refuses', 'the whole bill, not to bill again,', false, undefined],
  ] as const)('%s another bill: a credit note of %s', async (outcome, _, daysAgain, lines) => {
    const w = world()
    await fromMonth(w, 1)
    await w.issue(billId(1))
    await w.commands.creditNote(
      billId(1),
      PROFILE,
      { id: billId(9), daysAgain, ...(lines && { lines }) },
      meta(),
    )
    await fromMonth(w, 2)
    // A credit note that is not issued gives nothing back yet.
    expect((await refused(w.issue(billId(2)))).code).toBe('BILL_INCOMPLETE')
    await w.issue(billId(9))
    if (outcome === 'lets') await w.issue(billId(2))
    else await refused(w.issue(billId(2)))
    expect(await w.status(billId(2))).toBe(outcome === 'lets' ? 'issued' : 'draft')
  })

  test('are held by an attempt: one that was given up frees them', async () => {
    const w = world()
    await fromMonth(w, 1)
    await fromMonth(w, 2)
    await w.draft(3)
    // The first froze and took the days, then its number came too late.
    let meanwhile: (() => Promise<unknown>) | null = () => w.issue(billId(3))
    const append = w.store.append.bind(w.store)
    const slow = world({
      store: {
        ...w.store,
        append: async (stream, expected, added) => {
          const act = stream.startsWith('billSeries') ? meanwhile : null
          if (act) meanwhile = null
          await act?.()
          return append(stream, expected, added)
        },
      },
    })
    expect((await refused(slow.issue(billId(1), '2026-11-11'))).code).toBe('BILL_BACK_DATED')
    await w.issue(billId(2))
    expect((await refused(w.issue(billId(1)))).fields).toMatchObject([
      { code: 'BILL_NEEDS_UNBILLED_DAYS' },
    ])
  })

  test('go to one of many drafts issued at once; the others are drafts again and no number is lost', async () => {
    const w = world()
    for (const n of range(6)) await fromMonth(w, n)
    const outcomes = await Promise.allSettled(range(6).map((n) => w.issue(billId(n))))
    expect(outcomes.filter((one) => one.status === 'fulfilled').length).toBe(1)
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect(['BILL_MONTH_ALREADY_BILLED', 'BILL_INCOMPLETE']).toContain(
          (one.reason as Refusal).code,
        )
    const statuses = await Promise.all(range(6).map((n) => w.status(billId(n))))
    expect(statuses.filter((status) => status !== 'draft')).toEqual(['issued'])
    expect((await w.numbers()).map((s) => s.number)).toEqual([1])
  })

  // freeze, hold, number, paper, issued.
  const cases = (['before', 'after'] as const).flatMap((when) =>
    range(5).map((operation) => ({ operation, when })),
  )
  test.each(cases)('are billed once after a crash ($when operation $operation)', async (at) => {
    const [log, kept] = [eventLog(), memoryDocuments()]
    const broken = crashing(log, kept, at)
    const before = world({ store: broken.store, documents: broken.documents })
    await fromMonth(before, 1)
    await fromMonth(before, 2)
    broken.arm()
    await expect(before.issue(billId(1))).rejects.toThrow('crash')
    const after = world({ store: log, documents: kept })
    for (const work of foldAll(unfinishedIssuances, await events(after)))
      await finishIssuance(after.issuance).perform(work, meta(), new AbortController().signal)
    const second = after.issue(billId(2))
    const begun = at.operation > 1 || at.when === 'after'
    if (begun) await refused(second)
    else await second
    expect(await after.status(billId(1))).toBe(begun ? 'issued' : 'draft')
    expect((await after.numbers()).map((s) => s.number)).toEqual([1])
  })
})

describe('a credit note', () => {
  const issued = async () => {
    const w = world()
    await w.draft(1, { lines: [line(1, 3333), line(1, 3333), line(1, 3333)] })
    await w.issue(billId(1))
    return w
  }
  test('of one line has the totals of example INV-12, its own series, and names the bill and its day', async () => {
    const w = await issued()
    const { id } = await w.commands.creditNote(
      billId(1),
      PROFILE,
      { id: billId(2), lines: [{ line: 1 }] },
      meta(),
    )
    await w.issue(id)
    expect((await w.bill(id)).frozen).toMatchObject({
      type: 'creditNote',
      ref: 'AV2026-0001',
      creditNoteOf: { ref: '2026-0001', issueDate: TODAY },
      totalNetMinor: 3333,
      totalVatMinor: 667,
      totalGrossMinor: 4000,
      indemnity: false,
    })
    expect((await w.bill(billId(1))).credits).toMatchObject([
      { creditNoteId: id, ref: 'AV2026-0001', grossMinor: 4000 },
    ])
  })
  test('of all that is left takes the last cent, then there is nothing left', async () => {
    const w = await issued()
    const part = await w.commands.creditNote(
      billId(1),
      PROFILE,
      { lines: [{ line: 0, unitPriceMinor: 1000 }] },
      meta(),
    )
    await w.issue(part.id)
    const rest = await w.commands.creditNote(billId(1), PROFILE, {}, meta())
    await w.issue(rest.id)
    expect(
      (await w.bill(part.id)).frozen.totalGrossMinor +
        (await w.bill(rest.id)).frozen.totalGrossMinor,
    ).toBe(11_999)
    expect((await refused(w.commands.creditNote(billId(1), PROFILE, {}, meta()))).code).toBe(
      'BILL_NOTHING_TO_CREDIT',
    )
  })
  test('of more than there was, or than others left, is refused before it is drafted', async () => {
    const w = await issued()
    const credit = (quantity: number) =>
      w.commands.creditNote(billId(1), PROFILE, { lines: [{ line: 0, quantity }] }, meta())
    const { quantity } = (await w.bill(billId(1))).frozen.lines[0] ?? { quantity: 0 }
    expect((await refused(credit(2 * quantity))).code).toBe('BILL_CREDIT_ABOVE_REST')
    // Two drafts of the whole may stand side by side: only one of them can be issued.
    const [first] = [await credit(quantity), await credit(quantity)]
    await w.issue(first.id)
    expect((await refused(credit(quantity))).code).toBe('BILL_CREDIT_ABOVE_REST')
  })
  test('shows before it is issued the very totals it will have', async () => {
    const w = await issued()
    const part = await w.commands.creditNote(
      billId(1),
      PROFILE,
      { lines: [{ line: 0, unitPriceMinor: 1000 }] },
      meta(),
    )
    await w.issue(part.id)
    const rest = await w.commands.creditNote(billId(1), PROFILE, {}, meta())
    const { state } = await w.issuance.load(rest.id, OWNER)
    if (state.status !== 'draft') throw new Error('it is a draft')
    const { vat } = await w.issuance.previewed(rest.id, state, OWNER, TODAY, 'issued')
    await w.issue(rest.id)
    expect((await w.bill(rest.id)).frozen.vat).toEqual(vat)
  })
  test('gives back the VAT of its bill when the seller charges none any more', async () => {
    const w = await issued()
    Object.assign(w.parties.seller, { regime: 'franchise', vatNumber: '' })
    const { id } = await w.commands.creditNote(billId(1), PROFILE, {}, meta())
    await w.issue(id)
    const { frozen } = await w.bill(id)
    expect(frozen).toMatchObject({
      totalVatMinor: 2000,
      seller: { regime: 'normal', vatNumber: 'FR44732829320' },
    })
    expect(mentionsOf(frozen).map((mention) => mention.kind)).toEqual(['creditNoteOf'])
    // A new bill carries none.
    await w.draft(3)
    expect((await refused(w.issue(billId(3)))).fields).toMatchObject([
      { code: 'BILL_NEEDS_NO_VAT' },
    ])
  })
  test('and another together never give back more than the bill, however they race', async () => {
    const w = await issued()
    const [a, b] = await Promise.all(
      [0, 0].map(() => w.commands.creditNote(billId(1), PROFILE, { lines: [{ line: 0 }] }, meta())),
    )
    if (!a || !b) throw new Error('two were asked')
    const outcomes = await Promise.allSettled([w.issue(a.id), w.issue(b.id)])
    expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected'])
    const loser = outcomes[0]?.status === 'rejected' ? a.id : b.id
    await w.commands.remove(loser, PROFILE, meta())
    expect((await w.bill(billId(1))).credits).toHaveLength(1)
    expect((await w.numbers(2026, 'creditNote')).map((s) => s.number)).toEqual([1])
  })
  test('draft removed gives back what it held', async () => {
    const w = await issued()
    const first = await w.commands.creditNote(billId(1), PROFILE, {}, meta())
    const last = await w.commands.creditNote(billId(1), PROFILE, {}, meta())
    // The first held its part and crashed before it was frozen.
    const of = await w.bill(billId(1))
    await w.handler.run(
      billDecider,
      billId(1),
      {
        type: 'ReserveCredit',
        creditNoteId: first.id,
        lines: of.frozen.lines.map((l, i) => ({ line: i, rate: l.rate, netMinor: l.netMinor })),
        gone: [],
      },
      meta(),
    )
    expect((await refused(w.issue(last.id))).fields).toMatchObject([
      { code: 'BILL_NEEDS_CREDIT_LEFT' },
    ])
    await w.commands.remove(first.id, PROFILE, meta())
    await w.issue(last.id)
  })
})

describe('drafting', () => {
  test('from the timesheet takes the month’s days and the contract’s terms', async () => {
    const w = world()
    await w.commands.draft(
      billId(1),
      {
        profileId: PROFILE,
        billType: 'invoice',
        fromTimesheet: { projectId: '01JD0000000000000000000PJ1', year: 2026, month: 10 },
      },
      TODAY,
      meta(),
    )
    const loaded = await w.issuance.load(billId(1), OWNER)
    expect(loaded.state).toMatchObject({
      status: 'draft',
      content: {
        serviceName: 'Régie',
        clientName: 'Client Exemple SAS',
        paymentDays: 45,
        penaltyRate: 1000,
        serviceStart: '2026-10-01',
        serviceEnd: '2026-10-30',
        includeVat: true,
        lines: [{ quantity: 175_000, unitPriceMinor: 47_550, rate: 2000, unit: 'day' }],
      },
    })
    await w.issue(billId(1))
    expect((await w.bill(billId(1))).frozen).toMatchObject({
      totalNetMinor: 832_125,
      totalGrossMinor: 998_550,
      dueDate: '2027-01-04',
    })
  })
  test('from a month without a billable day is refused', async () => {
    const asked = {
      profileId: PROFILE,
      billType: 'invoice',
      fromTimesheet: { projectId: '01JD0000000000000000000PJ1', year: 2026, month: 9 },
    } as const
    expect((await refused(world().commands.draft(billId(1), asked, TODAY, meta()))).code).toBe(
      'BILL_NOTHING_TO_BILL',
    )
  })
  test('for a profile, client or contract that is not there names the field', async () => {
    const w = world()
    for (const [changes, path] of [
      [{ profileId: 'none' }, 'profileId'],
      [{ clientId: 'none' }, 'clientId'],
      [{ projectId: 'none' }, 'projectId'],
    ] as const)
      expect((await refused(w.draft(1, changes))).fields).toMatchObject([
        { path, code: 'REFERENCE_UNKNOWN' },
      ])
  })
  test('in franchise starts without VAT', async () => {
    const w = world()
    w.parties.seller = { ...w.parties.seller, regime: 'franchise' }
    await w.commands.draft(billId(1), { profileId: PROFILE, billType: 'invoice' }, TODAY, meta())
    expect((await w.issuance.load(billId(1), OWNER)).state).toMatchObject({
      content: { includeVat: false },
    })
  })
})

describe('paying', () => {
  const paidWorld = async (ports: Parameters<typeof world>[0] = {}) => {
    const w = world(ports)
    await w.draft(1)
    await w.issue(billId(1))
    return w
  }
  test('books it, taking it back reverses it, and the answer’s position is the last written', async () => {
    const w = await paidWorld()
    const paid = await w.commands.pay(billId(1), PROFILE, null, TODAY, meta())
    const all = await events(w)
    expect(all.find((event) => event.type === 'TransactionBooked')?.data).toMatchObject({
      externalId: billId(1),
      grossMinor: 120_000,
      reference: '2026-0001',
    })
    expect(paid.position).toBe(all.at(-1)?.position)
    const unpaid = await w.commands.unpay(billId(1), PROFILE, null, meta())
    expect((await events(w)).map((event) => event.type)).toContain('TransactionReversed')
    expect(unpaid.position).toBe((await events(w)).at(-1)?.position)
    expect(foldAll(unbookedPayments, await events(w))).toEqual([])
  })
  test('by the same command again books once', async () => {
    const w = await paidWorld()
    const command = meta()
    await w.commands.pay(billId(1), PROFILE, 50_000, TODAY, command)
    await w.commands.pay(billId(1), PROFILE, 50_000, TODAY, command)
    expect((await events(w)).filter((event) => event.type === 'TransactionBooked')).toHaveLength(1)
  })
  test('that the books refuse is not recorded', async () => {
    const w = await paidWorld()
    const before = await events(w)
    const bookPayment = () => Promise.reject(new Error('refused'))
    const broken = world({ store: w.store, documents: w.documents, ports: { bookPayment } })
    await expect(broken.commands.pay(billId(1), PROFILE, null, TODAY, meta())).rejects.toThrow(
      'refused',
    )
    expect(await events(w)).toEqual(before)
  })
  test('is booked by the worker when a crash fell between the bill and its books', async () => {
    const w = await paidWorld()
    const broken = crashing(w.store, w.documents, { operation: 2, when: 'before' })
    broken.arm()
    await expect(
      world(broken).commands.pay(billId(1), PROFILE, null, TODAY, meta()),
    ).rejects.toThrow('crash')
    expect((await events(w)).some((event) => event.type === 'BillPaid')).toBe(true)
    for (const work of foldAll(unbookedPayments, await events(w)))
      await w.commands.finishBooking(work._id, work.billId, meta())
    expect((await events(w)).filter((event) => event.type === 'TransactionBooked')).toHaveLength(1)
    expect(foldAll(unbookedPayments, await events(w))).toEqual([])
  })
  test('a bill takes it off the list of what falls due', async () => {
    const w = await paidWorld()
    const due = async () => foldAll(billsDue, await events(w)).map((row) => row.dueAt)
    expect(await due()).toEqual([Date.UTC(2026, 11, 21)])
    await w.commands.pay(billId(1), PROFILE, null, TODAY, meta())
    expect((await due())[0]).toBeGreaterThan(Date.UTC(2100, 0, 1))
    await w.commands.unpay(billId(1), PROFILE, null, meta())
    expect(await due()).toEqual([Date.UTC(2026, 11, 21)])
  })
})

test('the preview of a draft has no number and lacks what is missing', async () => {
  const w = world()
  await w.commands.draft(billId(1), { profileId: PROFILE, billType: 'invoice' }, TODAY, meta())
  w.parties.seller = { ...w.parties.seller, regime: '' }
  const { state } = await w.issuance.load(billId(1), OWNER)
  if (state.status !== 'draft') throw new Error('a draft')
  const paper = JSON.parse(
    new TextDecoder().decode(
      await w.issuance.preview(
        await w.issuance.previewed(billId(1), state, OWNER, TODAY, 'draft'),
        { owner: OWNER },
      ),
    ),
  ) as FrozenBill
  expect(paper).toMatchObject({ ref: '', buyer: { name: '' }, issueDate: TODAY })
})

describe('a bill whose paper cannot be drawn', () => {
  const failing = () => {
    const drawing = { fails: true }
    const w = world({
      ports: {
        renderPdf: async (bill) => {
          if (drawing.fails) throw new Error('A picture of the profile is damaged')
          return new TextEncoder().encode(JSON.stringify(bill))
        },
      },
    })
    return { w, drawing }
  }

  test('is a draft again, with the reason and without a number', async () => {
    const { w } = failing()
    await w.draft(1)
    const error = await refused(w.issue(billId(1)))
    expect(error.code).toBe('BILL_PAPER_FAILED')
    expect(await w.numbers()).toEqual([])
    const given = (await events(w)).find(({ type }) => type === 'BillIssuanceAbandoned')
    expect(given?.data).toMatchObject({ reason: 'BILL_PAPER_FAILED' })
  })

  test('is refused again when the same request comes again, and issued by another one', async () => {
    const { w, drawing } = failing()
    await w.draft(1)
    const request = meta()
    await refused(w.issue(billId(1), '', request))
    drawing.fails = false
    expect((await refused(w.issue(billId(1), '', request))).code).toBe('BILL_ISSUANCE_ABANDONED')
    await w.issue(billId(1))
    expect((await w.bill(billId(1))).frozen.ref).toBe('2026-0001')
  })

  test('that a crash left frozen leaves the worker’s list', async () => {
    const { w } = failing()
    await w.draft(1)
    await refused(w.issue(billId(1)))
    const frozen = (await events(w)).filter(
      ({ type }) => type !== 'BillIssuanceAbandoned' && type !== 'NumberWaived',
    )
    expect([...foldAll(unfinishedIssuances, frozen).values()]).toHaveLength(1)
    expect([...foldAll(unfinishedIssuances, await events(w)).values()]).toEqual([])
  })

  test('keeps the number it was given: the worker goes on', async () => {
    const { w, drawing } = failing()
    drawing.fails = false
    await w.draft(1)
    await w.draft(2)
    // The first is numbered while the second is drawn, whose paper is then drawn again and fails.
    let drawn = 0
    const other = world({
      store: w.store,
      documents: w.documents,
      ports: {
        renderPdf: async (bill) => {
          if (++drawn > 1) throw new Error('A picture of the profile is damaged')
          await w.issue(billId(1))
          return new TextEncoder().encode(JSON.stringify(bill))
        },
      },
    })
    await expect(other.issue(billId(2))).rejects.toThrow('damaged')
    expect(await w.status(billId(2))).toBe('issuing')
    await w.issuance.finish(billId(2), meta())
    expect((await w.bill(billId(2))).frozen.ref).toBe('2026-0002')
  })
})

test('bills that are issued at once are each drawn once, under their own number', async () => {
  const drawn: string[] = []
  const w = world({
    ports: {
      renderPdf: async (bill) => {
        drawn.push(bill.ref)
        await new Promise((resolve) => setImmediate(resolve))
        return new TextEncoder().encode(JSON.stringify(bill))
      },
    },
  })
  for (let n = 1; n <= 5; n++) await w.draft(n)
  await Promise.all([1, 2, 3, 4, 5].map((n) => w.issue(billId(n))))
  expect(drawn).toEqual(['2026-0001', '2026-0002', '2026-0003', '2026-0004', '2026-0005'])
})
