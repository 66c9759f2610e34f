// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldCompany, toldProfile } from '../told.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { type ReactNode, useEffect, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BillMail, Mail } from '#contract/mail/mail.contract.ts'
import type { Bill, Checklist } from '#contract/billing/billing.schemas.ts'
import { BillScreen } from '#web/billing/bill-screen.tsx'
import { bill, blocked, day, draft, history, id, item, paper, ready } from './answers.ts'

const rest = vi.hoisted(() => ({ save: () => {} }))
vi.mock('#web/kernel/data/rest.ts', () => ({
  afterRest(_pause: number, save: () => void) {
    rest.save = save
    return () => {
      rest.save = () => {}
    }
  },
}))
// jsdom has no canvas: the pages are their bytes. The browser tests see them drawn.
vi.mock('#web/kernel/ui/pdf-pages.tsx', () => ({
  PdfPages({ paper, loading }: { paper: Blob | undefined; loading: ReactNode }) {
    const [text, setText] = useState<string>()
    useEffect(() => void paper?.text().then(setText), [paper])
    return text === undefined ? loading : <p>{text}</p>
  },
}))
/** A PDF, by the address it is asked at. */
const pdf = ({ request }: { request: Request }) =>
  new HttpResponse(`PDF ${new URL(request.url).search}`.trim(), {
    headers: { 'content-type': 'application/pdf' },
  })

/** The pause after which a draft saves by itself is over. */
const userRests = () => act(() => rest.save())
beforeEach(() => {
  rest.save = () => {}
})

const server = fakeServer()
const base = `/bill/${USER}/${PROFILE}/${id(1)}`
const writtenAt = (version: number) => ({
  id: id(1),
  version,
  position: `0000000000000000000${version}`,
})
const written = (version: number) => ok(writtenAt(version))
const paid = (version: number) => ok({ ...writtenAt(version), paymentId: 'payment-1' })

/** Answers a bill that stays what `now` holds, and what the page asks beside it. */
function answers(
  now: {
    bill: Bill
    checklist?: Checklist
    deposits?: readonly object[]
    mails?: readonly Mail[]
    reminder?: object
  },
  options: Parameters<typeof session>[0] = {},
) {
  server.use(
    ...session(options),
    http.get(at(`/professionalInfo/${USER}/all`), () => ok([toldProfile({ id: PROFILE })])),
    http.get(at(`/company/${USER}/suggestions`), () =>
      ok([
        { id: id(50), name: 'Atelier Brumaire' },
        { id: id(51), name: 'Hydravion SAS' },
      ]),
    ),
    http.get(at(`/company/${USER}/:id`), ({ params }) =>
      ok(
        toldCompany({
          id: String(params['id']),
          name: params['id'] === id(51) ? 'Hydravion SAS' : 'Atelier Brumaire',
        }),
      ),
    ),
    http.get(at(`/project/${USER}/one/${PROFILE}/:id`), () => refused(404, 'NOT_FOUND')),
    http.get(at(`/project/${USER}/all/${PROFILE}`), () => ok([])),
    http.get(at(base), () => ok(now.bill)),
    http.get(at(`${base}/checklist`), () => ok(now.checklist ?? ready)),
    http.get(at(`${base}/paper`), () => ok(paper)),
    http.get(at(`${base}/pdf`), pdf),
    http.get(at(`/bill/${USER}/lines/${PROFILE}`), () =>
      ok([
        {
          description: 'Développement du portail',
          unit: 'day',
          unitPrice: 475.5,
          tva: 20,
          currency: 'EUR',
        },
      ]),
    ),
    http.get(at(`/history/${USER}/bill/${id(1)}`), () => ok(history)),
    http.get(at(`/mail/${USER}/all`), () => ok(now.mails ?? [])),
    http.get(at(`/reminder/${USER}/bill/${id(1)}`), () =>
      ok(now.reminder ?? { step: null, stopped: '' }),
    ),
    http.get(at(`/bill/${USER}/deposits/${PROFILE}/:clientId`), () => ok(now.deposits ?? [])),
  )
  return now
}
/** The screen at its address: the bill's id is in it. */
const show = (query = '') =>
  drawSignedIn(<BillScreen />, { path: '/billing/:id', at: `/billing/${id(1)}${query}` })
const field = (name: RegExp | string) => screen.findByRole('textbox', { name })

describe('the editor of a draft', () => {
  test('computes as the server does, VAT once a rate on the summed base (BI6)', async () => {
    const three = [33.33, 33.33, 33.33].map((price) => ({
      description: 'Part',
      quantity: 1,
      unit: '' as const,
      unitPrice: price,
      tva: 20,
      amountHT: price,
      creditedLine: null,
    }))
    answers({
      bill: draft(1, {
        lines: [
          ...three,
          {
            description: 'Livre',
            quantity: 1.5,
            unit: '',
            unitPrice: 100.1,
            tva: 5.5,
            amountHT: 150.15,
            creditedLine: null,
          },
        ],
      }),
    })
    await show()
    await field('Désignation, ligne 1')
    const totals = document.querySelector('[aria-live="polite"][aria-atomic]')?.textContent
    expect(totals).toContain('250,14')
    // base of 20 %, then its VAT: 20.00, not 3 × 6.67
    expect(totals).toContain('99,99\u00A0€20,00\u00A0€')
    expect(totals).toContain('150,15\u00A0€8,26\u00A0€')
  })

  test('saves what is typed by itself, under the version it was read at', async () => {
    const sent: Record<string, unknown>[] = []
    const now = answers({ bill: draft(1) })
    server.use(
      http.put(at(`/bill/${USER}`), async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>
        sent.push(body)
        now.bill = { ...now.bill, version: 2, purchaseOrder: String(body['purchaseOrder']) }
        return written(2)
      }),
    )
    await show()
    await userEvent.type(await field(/^Bon de commande/), 'BC-7')
    expect(screen.getByText('Pas encore enregistré.')).toBeDefined()
    userRests()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      id: id(1),
      profileId: PROFILE,
      version: 1,
      purchaseOrder: 'BC-7',
      lines: [{ quantity: 2, unitPrice: 500, tva: 20 }],
    })
    expect(sent[0]).toMatchObject({ dueDate: 0, includePenalty: true })
    expect(await screen.findByText(/^Enregistré à/)).toBeDefined()
  })

  test('keeps what was typed while the server answered', async () => {
    const sent: string[] = []
    const now = answers({ bill: draft(1) })
    server.use(
      http.put(at(`/bill/${USER}`), async ({ request }) => {
        const { purchaseOrder, version } = (await request.json()) as {
          purchaseOrder: string
          version: number
        }
        sent.push(`${version} ${purchaseOrder}`)
        if (sent.length === 1)
          await userEvent.type(screen.getByRole('textbox', { name: /^Bon de commande/ }), '-B')
        now.bill = { ...now.bill, version: version + 1, purchaseOrder }
        return written(version + 1)
      }),
    )
    await show()
    const order = (await field(/^Bon de commande/)) as HTMLInputElement
    await userEvent.type(order, 'A')
    userRests()
    await waitFor(() => expect(order.value).toBe('A-B'))
    userRests()
    await waitFor(() => expect(sent).toEqual(['1 A', '2 A-B']))
    expect(order.value).toBe('A-B')
  })

  test('is saved by itself once a server that was away is back', async () => {
    answers({ bill: draft(1) })
    server.use(http.put(at(`/bill/${USER}`), () => HttpResponse.error()))
    await show()
    await userEvent.type(await field(/^Bon de commande/), 'X')
    userRests()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Le serveur ne répond pas')
    let saved = 0
    server.use(http.put(at(`/bill/${USER}`), () => ((saved += 1), written(2))))
    userRests()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(saved).toBe(1)
  })

  test('is not sent again after a refusal, which time does not mend', async () => {
    let sent = 0
    answers({ bill: draft(1) })
    server.use(
      http.put(at(`/bill/${USER}`), () => ((sent += 1), refused(422, 'BILL_PRICE_DECIMALS'))),
    )
    await show()
    await userEvent.type(await field(/^Bon de commande/), 'X')
    userRests()
    await screen.findByRole('alert')
    userRests()
    userRests()
    expect(sent).toBe(1)
  })

  test('offers to reload when another user was faster, and then shows their version', async () => {
    const now = answers({ bill: draft(1) })
    server.use(http.put(at(`/bill/${USER}`), () => refused(412, 'STALE_VERSION')))
    await show()
    await userEvent.type(await field(/^Bon de commande/), 'X')
    userRests()
    expect(
      (await screen.findByText('Ce brouillon a changé ailleurs.')).closest('[role="alert"]')
        ?.textContent,
    ).toContain('because STALE_VERSION')
    now.bill = draft(1, { version: 5, purchaseOrder: 'THEIRS' })
    await userEvent.click(screen.getByRole('button', { name: 'Recharger' }))
    await waitFor(async () =>
      expect(((await field(/^Bon de commande/)) as HTMLInputElement).value).toBe('THEIRS'),
    )
    expect(screen.queryByText('Ce brouillon a changé ailleurs.')).toBeNull()
  })

  test('shows the server’s refusals at their fields', async () => {
    answers({ bill: draft(1) })
    server.use(
      http.put(at(`/bill/${USER}`), () =>
        refused(422, 'BILL_PRICE_DECIMALS', {
          fields: [{ path: 'lines.0.unitPrice', message: 'Trop de décimales.' }],
        }),
      ),
    )
    await show()
    const price = await field('Prix HT, ligne 1')
    await userEvent.clear(price)
    await userEvent.type(price, '10,001')
    userRests()
    expect(await screen.findByText('Trop de décimales.')).toBeDefined()
    expect(price.getAttribute('aria-invalid')).toBe('true')
  })

  test('adds a line with Enter and moves it with Alt and the arrows', async () => {
    answers({ bill: draft(1) })
    server.use(http.put(at(`/bill/${USER}`), () => written(2)))
    await show()
    await userEvent.type(await field('Désignation, ligne 1'), '{Enter}')
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('textbox', { name: 'Désignation, ligne 2' }),
      ),
    )
    await userEvent.keyboard('Suite{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() =>
      expect(
        (screen.getByRole('textbox', { name: 'Désignation, ligne 1' }) as HTMLTextAreaElement)
          .value,
      ).toBe('Suite'),
    )
  })

  test('names what blocks the issue, leads to where it is mended, and does not issue (BI4)', async () => {
    answers({ bill: draft(1), checklist: blocked })
    await show()
    expect(
      await screen.findByRole('heading', { name: '2 points empêchent l’émission' }),
    ).toBeDefined()
    const side = within(screen.getByRole('complementary', { name: 'Avant d’émettre' }))
    expect(side.getByRole('link', { name: 'Corriger' }).getAttribute('href')).toBe(
      `/admin/customer/company?open=${id(50)}&view=form`,
    )
    await userEvent.click(side.getByRole('button', { name: 'Corriger' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('textbox', { name: 'Prix HT, ligne 1' }),
      ),
    )
    const issue = screen.getByRole('button', { name: 'Émettre' })
    expect(issue.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(issue)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('issues once the paper was shown and said to be final (BI1)', async () => {
    const sent: unknown[] = []
    const now = answers({ bill: draft(1) })
    server.use(
      http.put(at(`${base}/issue`), async ({ request }) => {
        sent.push(await request.json())
        now.bill = bill(1)
        return written(3)
      }),
    )
    await show()
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: 'Émettre' }).getAttribute('aria-disabled'),
      ).toBeNull(),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Émettre' }))
    const dialog = within(
      await screen.findByRole('dialog', {
        name: /^Émettre 2026-0042, 1\s200,00\s€ à .*Atelier Brumaire.*\?$/,
      }),
    )
    expect(dialog.getByText(/L’émission est définitive/)).toBeDefined()
    expect((await dialog.findByText('PDF ?asIssued=true')).closest('article')?.ariaLabel).toBe(
      'Document',
    )
    expect(sent).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Émettre' }))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Facture 2026-0001' }),
    ).toBeDefined()
    expect(sent).toEqual([{ version: 1 }])
  })

  test('takes a line billed before by Tab, with its price, unit and VAT', async () => {
    const blank = {
      description: '',
      quantity: 1,
      unit: '' as const,
      unitPrice: 0,
      tva: 10,
      amountHT: 0,
    }
    answers({ bill: draft(1, { lines: [{ ...blank, creditedLine: null }] }) })
    await show()
    await userEvent.type(await field('Désignation, ligne 1'), 'dév')
    expect(await screen.findByText('Développement du portail')).toBeDefined()
    await userEvent.keyboard('{Tab}')
    await waitFor(async () =>
      expect(((await field('Désignation, ligne 1')) as HTMLTextAreaElement).value).toBe(
        'Développement du portail',
      ),
    )
    expect(((await field('Prix HT, ligne 1')) as HTMLInputElement).value).toMatch(/^475,50?$/)
    expect(screen.getByRole('combobox', { name: 'TVA, ligne 1' })).toHaveProperty('value', '20')
    expect(screen.getByRole('combobox', { name: 'Unité, ligne 1' })).toHaveProperty('value', 'day')
  })

  describe('without the date of the service', () => {
    const asks: Checklist = {
      ...ready,
      items: [
        item('BILL_NEEDS_SERVICE_DATE', true, {
          asks: true,
          path: 'startDate',
          corrections: [
            {
              name: 'period',
              changes: { startDate: day('2026-11-01'), endDate: day('2026-11-30') },
            },
            {
              name: 'issueDay',
              changes: { startDate: day('2026-11-20'), endDate: day('2026-11-20') },
            },
          ],
        }),
      ],
    }
    test('is dated in one stroke', async () => {
      const sent: unknown[] = []
      answers({ bill: draft(1, { startDate: 0, endDate: 0 }), checklist: asks })
      server.use(
        http.put(
          at(`/bill/${USER}`),
          async ({ request }) => (sent.push(await request.json()), written(2)),
        ),
      )
      await show()
      expect(
        await screen.findByRole('button', { name: 'Dater du jour de l’émission' }),
      ).toBeDefined()
      // Not everything is in order while a question is open.
      expect(screen.getByRole('heading', { name: 'Un point à confirmer' })).toBeDefined()
      await userEvent.click(screen.getByRole('button', { name: 'Dater du 1er au 30 novembre' }))
      await waitFor(() =>
        expect(sent).toMatchObject([{ startDate: day('2026-11-01'), endDate: day('2026-11-30') }]),
      )
    })
    test('is told to be of the day of issue before it is issued, and can be dated there too', async () => {
      const sent: unknown[] = []
      answers({ bill: draft(1, { startDate: 0, endDate: 0 }), checklist: asks })
      server.use(
        http.put(
          at(`/bill/${USER}`),
          async ({ request }) => (sent.push(await request.json()), written(2)),
        ),
      )
      await show()
      await waitFor(() =>
        expect(
          screen.getByRole('button', { name: 'Émettre' }).getAttribute('aria-disabled'),
        ).toBeNull(),
      )
      await userEvent.click(screen.getByRole('button', { name: 'Émettre' }))
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText('La prestation est datée du jour de l’émission.')).toBeDefined()
      await userEvent.click(dialog.getByRole('button', { name: 'Dater du 1er au 30 novembre' }))
      await waitFor(() =>
        expect(sent).toMatchObject([
          { version: 1, startDate: day('2026-11-01'), endDate: day('2026-11-30') },
        ]),
      )
    })
  })

  test('deducts a deposit of the client once it is ticked, and says what is left to pay', async () => {
    const sent: Record<string, unknown>[] = []
    const deposit = {
      id: id(7),
      ref: '2026-0007',
      date: day('2026-10-01'),
      amountHT: 250,
      amountTTC: 300,
      tvaBreakdown: [{ rate: 20, base: 250, amount: 50 }],
    }
    const now = answers({
      bill: draft(1, { clientId: id(50) }),
      deposits: [
        { ...deposit, projectId: 0, currency: 'EUR' },
        { ...deposit, id: id(8), ref: '2026-0008', projectId: 0, currency: 'CHF' },
      ],
    })
    server.use(
      http.put(at(`/bill/${USER}`), async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>)
        now.bill = { ...now.bill, version: 2, deposits: [deposit] }
        return written(2)
      }),
    )
    await show()
    // 1 200 € of lines. A deposit in another currency is not offered.
    expect(await screen.findByRole('link', { name: '2026-0007' })).toBeDefined()
    expect(screen.queryByText('2026-0008')).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Déduire' }))
    const left = (await screen.findByText('À payer, acomptes déduits')).closest('.leader')
    expect(left?.textContent).toContain('900,00')
    userRests()
    await waitFor(() => expect(sent[0]).toMatchObject({ deposits: [id(7)] }))
  })

  test('deducts deposits of several rates by rate, and says at which they are too much', async () => {
    const line = { description: 'Part', quantity: 1, unit: '' as const, creditedLine: null }
    const deposit = (n: number, rows: readonly (readonly [number, number, number])[]) => ({
      id: id(n),
      ref: `2026-000${n}`,
      date: day('2026-10-01'),
      amountHT: rows.reduce((sum, [, base]) => sum + base, 0),
      amountTTC: rows.reduce((sum, [, base, vat]) => sum + base + vat, 0),
      tvaBreakdown: rows.map(([rate, base, amount]) => ({ rate, base, amount })),
      projectId: 0,
      currency: 'EUR',
    })
    const needs = item('BILL_NEEDS_DEPOSITS_BELOW', false, {
      path: 'deposits',
      message: 'Trop d’acomptes. Retirez-en un.',
    })
    answers({
      bill: draft(1, {
        clientId: id(50),
        lines: [
          { ...line, unitPrice: 1000, tva: 20, amountHT: 1000 },
          { ...line, unitPrice: 200, tva: 5.5, amountHT: 200 },
        ],
      }),
      deposits: [
        deposit(7, [
          [20, 300, 60],
          [5.5, 50, 2.75],
        ]),
        deposit(8, [[5.5, 160, 8.8]]),
      ],
      checklist: { ...ready, ready: false, items: [needs] },
    })
    server.use(http.put(at(`/bill/${USER}`), () => written(2)))
    await show()
    await screen.findByRole('link', { name: '2026-0008' })
    // The checklist leads to the first deposit, from where the keyboard goes on.
    const side = within(screen.getByRole('complementary', { name: 'Avant d’émettre' }))
    await userEvent.click(await side.findByRole('button', { name: 'Corriger' }))
    const first = screen.getByRole('checkbox', { name: 'Déduire', description: /^2026-0007/ })
    await waitFor(() => expect(document.activeElement).toBe(first))
    const taken = first.closest('li')?.textContent
    expect(taken).toContain('20\u00A0% 300,00\u00A0€ + 60,00\u00A0€')
    expect(taken).toContain('5,5\u00A0% 50,00\u00A0€ + 2,75\u00A0€')
    await userEvent.keyboard(' ')
    const left = () =>
      screen.getByText('À payer, acomptes déduits').closest('[aria-live]')?.textContent
    expect(left()).toContain('Reste HT850,00\u00A0€')
    expect(left()).toContain('sur 700,00\u00A0€140,00\u00A0€')
    expect(left()).toContain('sur 150,00\u00A0€8,25\u00A0€')
    expect(left()).toContain('acomptes déduits998,25\u00A0€')
    expect(screen.queryByText(/les acomptes dépassent/)).toBeNull()
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(
      screen.getByText(/^À 5,5\s%, les acomptes dépassent ce que porte la facture\.$/),
    ).toBeDefined()
  })

  describe('by the keyboard alone', () => {
    /** Answers a draft, and what is saved of it. */
    const saving = (more: Partial<Bill> = {}, checklist?: Checklist) => {
      const sent: Record<string, unknown>[] = []
      const now = answers({ bill: draft(1, more), ...(checklist && { checklist }) })
      server.use(
        http.put(at(`/bill/${USER}`), async ({ request }) => {
          sent.push((await request.json()) as Record<string, unknown>)
          now.bill = { ...now.bill, version: now.bill.version + 1 }
          return written(now.bill.version)
        }),
      )
      return sent
    }
    /** As they read: of one kind of space, and a plain sign. */
    const totals = () =>
      document
        .querySelector('[aria-live="polite"][aria-atomic]')
        ?.textContent.replaceAll(/\s/g, ' ')
        .replaceAll('−', '-')
    /** Opens a menu or a list of choices, and takes the one of that name. */
    async function choose(opener: HTMLElement, role: 'menuitem' | 'option', name: string) {
      opener.focus()
      await userEvent.keyboard('{Enter}')
      const wanted = await screen.findByRole(role, { name })
      const list = wanted.closest<HTMLElement>('[role="menu"], [role="listbox"]') ?? document.body
      const at = within(list).getAllByRole(role).indexOf(wanted)
      await userEvent.keyboard(`{Home}${'{ArrowDown}'.repeat(at)}{Enter}`)
    }

    test('a line is reduced, by a percentage or an amount, and no more', async () => {
      const sent = saving()
      await show()
      await choose(
        await screen.findByRole('button', { name: 'Déplacer ou dupliquer la ligne 1' }),
        'menuitem',
        'Accorder une remise',
      )
      const group = await screen.findByRole('group', { name: 'Remise, ligne 1' })
      const value = () => within(group).getByRole('textbox', { name: 'Montant de la remise' })
      await waitFor(() => expect(document.activeElement).toBe(value()))
      await userEvent.keyboard('12,5')
      expect(totals()).toContain('Total HT875,00 €')
      await userEvent.tab()
      await userEvent.keyboard('Fidélité')
      userRests()
      const [reduced] = await waitFor(() => {
        expect(sent).toHaveLength(1)
        return (sent[0]?.['lines'] ?? []) as object[]
      })
      expect(reduced).toMatchObject({
        discount: 12.5,
        discountKind: 'percent',
        discountReason: 'Fidélité',
      })

      await userEvent.tab({ shift: true })
      await userEvent.tab({ shift: true })
      await userEvent.keyboard('{ArrowRight}')
      expect(totals()).toContain('Total HT987,50 €')
      await userEvent.tab()
      await userEvent.clear(value())
      await userEvent.keyboard('un peu')
      await userEvent.tab()
      expect(value().getAttribute('aria-invalid')).toBe('true')
      userRests()
      expect(
        await screen.findByText('Un champ est à corriger avant l’enregistrement.'),
      ).toBeDefined()
      expect(sent).toHaveLength(1)

      // The cross gives the line back as it was, and the focus stays at it.
      within(group).getByRole('button', { name: 'Retirer la remise' }).focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() =>
        expect(document.activeElement).toBe(
          screen.getByRole('textbox', { name: 'Prix HT, ligne 1' }),
        ),
      )
      expect(totals()).toContain('Total HT1 000,00 €')
    })

    test('the whole bill is reduced, and the reduction taken back', async () => {
      const sent = saving(
        {},
        {
          ...ready,
          ready: false,
          items: [
            item('BILL_NEEDS_DISCOUNT_BELOW', false, {
              path: 'discount',
              message: 'La remise dépasse. Diminuez-la.',
            }),
          ],
        },
      )
      await show()
      const add = await screen.findByRole('button', { name: 'Remise sur le total' })
      add.focus()
      await userEvent.keyboard('{Enter}')
      const value = await screen.findByRole('textbox', { name: 'Montant de la remise' })
      await waitFor(() => expect(document.activeElement).toBe(value))
      await userEvent.keyboard('10')
      expect(totals()).toContain('Total des lignes HT1 000,00 €')
      expect(totals()).toContain('Remise-100,00 €')
      expect(totals()).toContain('Total TTC1 080,00 €')
      userRests()
      await waitFor(() =>
        expect(sent.at(-1)).toMatchObject({ discount: 10, discountKind: 'percent' }),
      )
      // The checklist leads to it.
      const side = within(screen.getByRole('complementary', { name: 'Avant d’émettre' }))
      side.getByRole('button', { name: 'Corriger' }).focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(document.activeElement).toBe(value))
      screen.getByRole('button', { name: 'Retirer la remise' }).focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() =>
        expect(document.activeElement).toBe(
          screen.getByRole('button', { name: 'Remise sur le total' }),
        ),
      )
      userRests()
      await waitFor(() => expect(sent.at(-1)).toMatchObject({ discount: 0, discountReason: '' }))
    })

    test('a refused reduction is told where it was typed', async () => {
      answers({ bill: draft(1, { discount: 5, discountKind: 'amount' }) })
      server.use(
        http.put(at(`/bill/${USER}`), () =>
          refused(422, 'BILL_PRICE_DECIMALS', {
            fields: [{ path: 'discount', message: 'Trop de décimales.' }],
          }),
        ),
      )
      await show()
      const value = await field('Montant de la remise')
      await userEvent.clear(value)
      await userEvent.keyboard('5,001')
      userRests()
      expect(await screen.findByText('Trop de décimales.')).toBeDefined()
      expect(value.getAttribute('aria-invalid')).toBe('true')
    })

    test('the reason for no VAT is chosen, and then a line may be without VAT', async () => {
      const sent = saving(
        {},
        {
          ...ready,
          ready: false,
          items: [
            item('BILL_NEEDS_NO_VAT', false, {
              path: 'includeTva',
              corrections: [{ name: 'excludeVat', changes: { includeTva: false } }],
            }),
          ],
        },
      )
      await show()
      const rates = () =>
        within(screen.getByRole('combobox', { name: 'TVA, ligne 1' }))
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
      const reason = await screen.findByRole('button', { name: /^Sans TVA parce que/ })
      expect(rates()).not.toContain('0\u00A0%')
      await choose(reason, 'option', 'Formation professionnelle (261, 4-4° a)')
      await waitFor(() => expect(reason.textContent).toContain('Formation'))
      expect(document.activeElement).toBe(reason)
      expect(rates()).toContain('0\u00A0%')
      userRests()
      await waitFor(() =>
        expect(sent.at(-1)).toMatchObject({ vatReason: 'training', includeTva: true }),
      )
      // The checklist says that all of it owes none, and mends it in one stroke.
      screen.getByRole('button', { name: 'Facturer sans TVA' }).focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() =>
        expect(sent.at(-1)).toMatchObject({ vatReason: 'training', includeTva: false }),
      )
      expect(screen.queryByRole('combobox', { name: 'TVA, ligne 1' })).toBeNull()
      expect(totals()).toContain('Total sans TVA1 000,00 €')
    })

    test('prices are typed with VAT, and the total is what was typed', async () => {
      const sent = saving()
      await show()
      const price = await field('Prix HT, ligne 1')
      const withVat = screen.getByRole('switch', { name: 'Prix TTC' })
      withVat.focus()
      await userEvent.keyboard(' ')
      expect(withVat.getAttribute('aria-checked')).toBe('true')
      expect(screen.getByRole('textbox', { name: 'Prix TTC, ligne 1' })).toBe(price)
      await userEvent.clear(price)
      await userEvent.type(price, '99,99')
      expect(totals()).toContain('Total HT166,65 €')
      expect(totals()).toContain('33,33 €')
      expect(totals()).toContain('Total TTC199,98 €')
      userRests()
      await waitFor(() =>
        expect(sent.at(-1)).toMatchObject({
          pricesTTC: true,
          lines: [{ quantity: 2, unitPrice: 99.99 }],
        }),
      )
    })

    test('a bill in another currency tells its VAT in euros', async () => {
      const sent = saving(
        { currency: 'CHF' },
        {
          ...ready,
          ready: false,
          items: [
            item('BILL_NEEDS_EXCHANGE_RATE', false, {
              path: 'exchangeRate',
              message: 'La TVA se dit en euros. Indiquez.',
            }),
          ],
        },
      )
      await show()
      const rate = await field(/^1 CHF en euros/)
      expect(totals()).not.toContain('en euros')
      const side = within(screen.getByRole('complementary', { name: 'Avant d’émettre' }))
      ;(await side.findByRole('button', { name: 'Corriger' })).focus()
      await userEvent.keyboard('{Enter}')
      await waitFor(() => expect(document.activeElement).toBe(rate))
      await userEvent.keyboard('0,94123456')
      await userEvent.tab()
      expect(rate.getAttribute('aria-invalid')).toBe('true')
      await userEvent.clear(rate)
      await userEvent.type(rate, '0,9412')
      expect(rate.getAttribute('aria-invalid')).toBeNull()
      // 200 CHF of VAT.
      expect(totals()).toContain('dont TVA, en euros188,24 €')
      await userEvent.tab()
      await userEvent.keyboard('20/11/2026{Enter}')
      ;(await field(/^Source du cours/)).focus()
      await userEvent.keyboard('BCE')
      userRests()
      await waitFor(() =>
        expect(sent.at(-1)).toMatchObject({
          exchangeRate: 0.9412,
          exchangeDate: day('2026-11-20'),
          exchangeSource: 'BCE',
        }),
      )
    })
  })

  test('has no VAT to fill in under the franchise, and says so in the law’s words', async () => {
    answers({ bill: draft(1, { includeTva: false }) })
    server.use(
      http.get(at(`/professionalInfo/${USER}/all`), () =>
        ok([toldProfile({ id: PROFILE, tvaRegime: 'franchise' })]),
      ),
    )
    await show()
    expect(await screen.findByText('TVA non applicable, article 293 B du CGI')).toBeDefined()
    expect(screen.queryByRole('combobox', { name: 'TVA, ligne 1' })).toBeNull()
    expect(screen.queryByRole('switch', { name: 'Facturer la TVA' })).toBeNull()
  })

  test('is found in whichever of the user’s profiles it is, and is saved there (PR6)', async () => {
    const other = '01J00000000000000000000003'
    answers({ bill: draft(1) })
    server.use(
      http.get(at(`/professionalInfo/${USER}/all`), () =>
        ok([toldProfile({ id: PROFILE }), toldProfile({ id: other, name: 'Éditions du Cadran' })]),
      ), // prettier-ignore
      http.get(at(base), () => refused(404, 'NOT_FOUND')),
      http.get(at(`/bill/${USER}/${other}/${id(1)}`), () => ok(draft(1, { profileId: other }))),
      http.get(at(`/bill/${USER}/${other}/${id(1)}/checklist`), () => ok(ready)),
      http.get(at(`/bill/${USER}/${other}/${id(1)}/paper`), () => ok(paper)),
      http.get(at(`/bill/${USER}/${other}/${id(1)}/pdf`), pdf),
      http.get(at(`/bill/${USER}/lines/${other}`), () => ok([])),
      http.get(at(`/bill/${USER}/deposits/${other}/:clientId`), () => ok([])),
      http.get(at(`/project/${USER}/all/${other}`), () => ok([])),
    )
    await show()
    expect(await screen.findByText(/Ce brouillon appartient à Éditions du Cadran/)).toBeDefined()
  })
})

describe('an issued bill', () => {
  test('shows its paper and its proof, its penalty by the formula, and no way to edit it (BI2, BI6)', async () => {
    answers({
      bill: bill(1, {
        state: 'late',
        dueDate: day('2026-10-30'),
        outstanding: 3120,
        totalTTC: 3120,
        penaltyAmount: 21.81,
        penaltyDays: 21,
        penaltyBase: 3120,
        penaltyIndemnity: 40,
      }),
    })
    await show()
    expect(
      await within(await screen.findByRole('article', { name: 'Document' })).findByText('PDF'),
    ).toBeDefined()
    expect(screen.getByText('ab'.repeat(32))).toBeDefined()
    const strip = document.querySelector('dl')?.textContent
    expect(strip).toContain('12,15\u00A0% × 21\u00A0jours ÷ 365 × 3\u00A0120,00\u00A0€')
    expect(strip).toContain('40,00\u00A0€')
    expect(screen.queryAllByRole('textbox')).toEqual([])
    expect(
      ['Enregistrer un paiement', 'Faire un avoir', 'Dupliquer', 'Télécharger le PDF'].every(
        (name) => screen.getByRole('button', { name }),
      ),
    ).toBe(true)
  })

  test('tells by mails that it was sent and reminded of, and shows the next reminder before it goes', async () => {
    const sentOn = (text: string, purpose: Mail['purpose']): Mail => ({
      id: id(purpose === 'bill' ? 60 : 61),
      from: 'demo@carnet.example',
      recipients: ['compta@brumaire.example'],
      cc: [],
      subject: 'Facture',
      body: '<p>La voici.</p>',
      status: 'sent',
      tries: 1,
      error: '',
      refused: [],
      requestedAt: day(text),
      sentAt: day(text),
      billId: id(1),
      template: '',
      purpose,
      outbox: false,
      attachments: [],
    })
    answers({
      bill: bill(1, { state: 'late', dueDate: day('2026-10-30') }),
      mails: [sentOn('2026-11-06', 'reminderAfter'), sentOn('2026-11-03', 'bill')],
      reminder: { step: 15, stopped: '' },
    })
    const draft: BillMail = {
      from: 'demo@carnet.example',
      senderName: 'Carnet Exemple',
      recipients: ['compta@brumaire.example'],
      contacts: [{ name: 'Ruche', role: 'Direction', address: 'direction@brumaire.example' }],
      subject: 'Relance',
      body: '<p>Bonjour,</p>',
      purpose: 'reminderAfter',
      template: '',
      templates: [],
      attachments: [
        { kind: 'bill', id: id(1), name: '2026-0001.pdf', bytes: 44_000, type: 'application/pdf' },
      ],
    }
    const sent: unknown[] = []
    server.use(
      http.get(at(`/mail/${USER}/way`), () =>
        ok({ outbox: false, from: 'factures@carnet.example' }),
      ),
      http.get(at(`${base}/mail`), () => ok(draft)),
      http.get(at(`/bill/${USER}/all/${PROFILE}`), () => ok([])),
      http.get(at(`/quote/${USER}/all/${PROFILE}`), () => ok([])),
      http.post(at(`${base}/send`), async ({ request }) => {
        sent.push(await request.json())
        return written(4)
      }),
    )
    await show()
    expect(await screen.findByText('Envoyée')).toBeDefined()
    expect(screen.getByText('Relancée')).toBeDefined()
    await userEvent.click(await screen.findByRole('button', { name: 'Voir et envoyer' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Ruche' }))
    const subject = await field('Objet')
    await userEvent.clear(subject)
    await userEvent.type(subject, 'Troisième relance')
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer la relance' }))
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          recipients: ['compta@brumaire.example', 'direction@brumaire.example'],
          subject: 'Troisième relance',
          purpose: 'reminderAfter',
          attachments: [{ kind: 'bill', id: id(1) }],
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('notes a part that was paid, and says at the field when it is too much', async () => {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(at(`${base}/paid`), async ({ request }) => {
        const body = (await request.json()) as { amount: number }
        sent.push(body.amount)
        return body.amount > 1200
          ? refused(422, 'BILL_OVERPAID', {
              fields: [{ path: 'amount', message: 'Le paiement dépasse le reste.' }],
            })
          : paid(4)
      }),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer un paiement' }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = dialog.getByRole('textbox', { name: /^Montant reçu/ }) as HTMLInputElement
    expect(amount.value).toBe('1\u00A0200,00')
    const send = () =>
      userEvent.click(dialog.getByRole('button', { name: 'Enregistrer un paiement' }))
    await userEvent.clear(amount)
    await userEvent.type(amount, '1300')
    await send()
    expect(await dialog.findByText('Le paiement dépasse le reste.')).toBeDefined()
    await userEvent.clear(amount)
    await userEvent.type(amount, '600')
    await send()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([1300, 600])
  })

  test('takes back a payment only once asked', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'paid',
        outstanding: 0,
        paidAmount: 1200,
        paimentDate: day('2026-11-10'),
        payments: [
          { id: 'p1', amount: 1200, date: day('2026-11-10'), method: '', bankReference: '' },
        ],
      }),
    })
    server.use(
      http.put(
        at(`${base}/unpaid`),
        async ({ request }) => (sent.push(await request.json()), written(5)),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler le paiement' }))
    expect(sent).toEqual([])
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', {
        name: 'Annuler le paiement',
      }),
    )
    await waitFor(() => expect(sent).toEqual([{ paymentId: 'p1' }]))
  })

  test('gives back chosen lines and quantities', async () => {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(
        at(`${base}/credit-note`),
        async ({ request }) => (
          sent.push(await request.json()), refused(422, 'BILL_CREDIT_ABOVE_REST')
        ),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Faire un avoir' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole('radio', { name: /Tout ce qui reste, 1\s200,00\s€/ })).toBeDefined()
    await userEvent.click(dialog.getByRole('radio', { name: 'Certaines lignes' }))
    // The only line is taken from the start.
    expect(
      dialog.getByRole('button', { name: 'Créer l’avoir' }).getAttribute('aria-disabled'),
    ).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Conception' }))
    expect(
      dialog.getByRole('button', { name: 'Créer l’avoir' }).getAttribute('aria-disabled'),
    ).toBe('true')
    // A quantity that is typed takes its line.
    const quantity = dialog.getByRole('textbox', { name: 'Quantité, ligne 1' })
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '0,5')
    expect(dialog.getByText('Total HT de l’avoir').parentElement?.textContent).toContain('250,00')
    await userEvent.click(dialog.getByRole('button', { name: 'Créer l’avoir' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(
      'because BILL_CREDIT_ABOVE_REST',
    )
    expect(sent).toEqual([{ lines: [{ line: 0, quantity: 0.5 }] }])
  })

  test('offers only reading to a user without permission to change', async () => {
    answers({ bill: bill(1) }, { permissions: ['perm_billing_menu'] })
    server.use(http.get(at(`/professionalInfo/${USER}/all`), () => ok([])))
    await show()
    expect(await screen.findByRole('button', { name: 'Télécharger le PDF' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /paiement|avoir|Dupliquer/ })).toBeNull()
  })

  test('as it was lets nothing be changed', async () => {
    answers({ bill: bill(1, { paidAmount: 600, outstanding: 600, state: 'partlyPaid' }) })
    const then = day('2026-11-03')
    const asked: string[] = []
    server.use(
      http.get(at(base), ({ request }) => {
        const instant = new URL(request.url).searchParams.get('at')
        return ok(
          bill(
            1,
            instant
              ? { state: 'issued' }
              : { state: 'partlyPaid', paidAmount: 600, outstanding: 600 },
          ),
        )
      }),
      http.get(at(`${base}/pdf`), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('at') ?? '')
        return pdf({ request })
      }),
    )
    await show(`?at=${then}`)
    expect(await screen.findByText('Rien ne peut être modifié ici.')).toBeDefined()
    await waitFor(() => expect(document.querySelector('.tag')?.textContent).toBe('En attente'))
    await waitFor(() => expect(asked).toContain(String(then)))
    expect(screen.queryByRole('button', { name: /paiement|avoir|Dupliquer/ })).toBeNull()
  })

  test('that was paid too much says so, and gives it back', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'collected',
        paidAmount: 1200,
        outstanding: 0,
        creditedAmount: 120,
        toRefund: 120,
      }),
    })
    server.use(
      http.put(
        at(`${base}/refunded`),
        async ({ request }) => (sent.push(await request.json()), written(5)),
      ),
    )
    await show()
    expect((await screen.findByText('À rembourser')).nextSibling?.textContent).toMatch(
      /^120,00\s€$/,
    )
    expect(screen.getByText('Facturé').nextSibling?.textContent).toMatch(/^1\s200,00\s€$/)
    await userEvent.click(screen.getByRole('button', { name: 'Rembourser' }))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Remboursement à Atelier Brumaire' }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }))
    await waitFor(() => expect(sent).toEqual([{ amount: 120, date: expect.any(Number) }]))
  })

  test('that was given back can have it taken again', async () => {
    const sent: unknown[] = []
    answers({
      bill: bill(1, {
        state: 'collected',
        paidAmount: 1200,
        outstanding: 0,
        refundedAmount: 120,
        payments: [
          { id: 'p', amount: 1200, date: day('2026-11-03'), method: '', bankReference: '' },
        ],
        refunds: [{ id: 'r', amount: 120, date: day('2026-11-04') }],
      }),
    })
    server.use(
      http.put(
        at(`${base}/unrefunded`),
        async ({ request }) => (sent.push(await request.json()), written(6)),
      ),
    )
    await show()
    expect((await screen.findByText(/^Remboursement du/)).parentElement?.textContent).toContain(
      '\u2212120,00',
    )
    expect(screen.queryByRole('button', { name: 'Annuler le paiement' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler le remboursement' }))
    const question = within(
      await screen.findByRole('dialog', { name: 'Annuler ce remboursement\u202F?' }),
    )
    await userEvent.click(question.getByRole('button', { name: 'Annuler le remboursement' }))
    await waitFor(() => expect(sent).toEqual([{ refundId: 'r' }]))
  })

  test('that is a deposit drafts its final bill, which deducts it', async () => {
    const drafted: unknown[] = []
    answers({ bill: bill(1, { type: 'deposit' }) })
    server.use(
      http.post(at(`/bill/${USER}`), async ({ request }) => {
        drafted.push(await request.json())
        return ok({ id: id(9), version: 1, position: '00000000000000000009' })
      }),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Facture finale' }))
    await waitFor(() =>
      expect(drafted).toMatchObject([{ clientId: id(50), lines: [], deposits: [id(1)] }]),
    )
  })

  test('is paid and in the bank in one act', async () => {
    const sent: unknown[] = []
    answers({ bill: bill(1) })
    server.use(
      http.put(
        at(`${base}/paid`),
        async ({ request }) => (sent.push(await request.json()), paid(5)),
      ),
    )
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer un paiement' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Et c’est sur le compte' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer un paiement' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { amount: 1200, date: expect.any(Number), method: '', bankReference: '', collected: true },
      ]),
    )
  })

  test('that is gone says so and leads back', async () => {
    answers({ bill: bill(1) })
    server.use(http.get(at(base), () => refused(404, 'NOT_FOUND')))
    await show()
    expect(
      await screen.findByRole('heading', { name: 'Cette facture n’est plus là' }),
    ).toBeDefined()
  })
})
