// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Checklist } from '#contract/billing/billing.schemas.ts'
import { at, ok, PROFILE, refused, USER } from '../signed-in.tsx'
import { toldProfile } from '../told.ts'
import { bill, blocked, day, draft, id, item, paper, ready } from './answers.ts'
import { answers, base, field, pdf, put, server, show, userRests, written } from './bill-page.tsx'

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
    put(await field(/^Bon de commande/), 'X')
    userRests()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Le serveur ne répond pas')
    let saved = 0
    server.use(http.put(at(`/bill/${USER}`), () => ((saved += 1), written(2))))
    // The pause may begin after the alert is drawn.
    await waitFor(() => {
      userRests()
      expect(screen.queryByRole('alert')).toBeNull()
    })
    expect(saved).toBe(1)
  })

  test('is saved at once when the network is back, whatever is left of the pause', async () => {
    answers({ bill: draft(1) })
    server.use(http.put(at(`/bill/${USER}`), () => HttpResponse.error()))
    await show()
    put(await field(/^Bon de commande/), 'X')
    userRests()
    await screen.findByRole('alert')
    let saved = 0
    server.use(http.put(at(`/bill/${USER}`), () => ((saved += 1), written(2))))
    // The draft may begin to wait after the alert is drawn.
    await waitFor(() => {
      act(() => void window.dispatchEvent(new Event('online')))
      expect(screen.queryByRole('alert')).toBeNull()
    })
    expect(saved).toBe(1)
  })

  test('is not sent again after a refusal, which time does not mend', async () => {
    let sent = 0
    answers({ bill: draft(1) })
    server.use(
      http.put(at(`/bill/${USER}`), () => ((sent += 1), refused(422, 'BILL_PRICE_DECIMALS'))),
    )
    await show()
    put(await field(/^Bon de commande/), 'X')
    userRests()
    await screen.findByRole('alert')
    userRests()
    userRests()
    expect(sent).toBe(1)
  })

  describe('in two tabs', () => {
    /** The other tab saved version 2 just before this one saves. */
    const overtaken = async (theirs: object) => {
      const bodies: { version: number; purchaseOrder: string; serviceName: string }[] = []
      const now = answers({ bill: draft(1) })
      server.use(
        http.put(at(`/bill/${USER}`), async ({ request }) => {
          const body = (await request.json()) as (typeof bodies)[number]
          bodies.push(body)
          return body.version < 2 ? refused(412, 'STALE_VERSION') : written(3)
        }),
      )
      await show()
      put(await field(/^Bon de commande/), 'MINE')
      now.bill = draft(1, { version: 2, ...theirs })
      userRests()
      return bodies
    }
    const order = async () => ((await field(/^Bon de commande/)) as HTMLInputElement).value

    test('another field that they saved is taken in, and both are saved', async () => {
      const bodies = await overtaken({ serviceName: 'THEIRS' })
      await waitFor(() => expect(bodies.at(-1)?.version).toBe(2))
      expect(bodies.at(-1)).toMatchObject({ purchaseOrder: 'MINE', serviceName: 'THEIRS' })
      expect(screen.queryByRole('alert')).toBeNull()
    })

    test('the same field waits for a choice, with their value beside mine', async () => {
      const bodies = await overtaken({ purchaseOrder: 'THEIRS' })
      expect(await screen.findByText('THEIRS')).toBeTruthy()
      expect(await order()).toBe('MINE')
      userRests()
      expect(bodies).toHaveLength(1)
      // The draft is not issued until the choice is made, and the button says why.
      const issue = () => screen.getByRole('button', { name: 'Émettre' })
      expect(issue().getAttribute('title')).toContain('a été modifié ailleurs')
      await userEvent.click(screen.getByRole('button', { name: 'Garder ma saisie' }))
      await waitFor(() => expect(bodies).toHaveLength(2))
      expect(issue().getAttribute('title') ?? '').not.toContain('ailleurs')
      expect(bodies[1]).toMatchObject({ version: 2, purchaseOrder: 'MINE' })
      await waitFor(() => expect(screen.queryByText('THEIRS')).toBeNull())
    })

    test('their value is taken into the field', async () => {
      const bodies = await overtaken({ purchaseOrder: 'THEIRS' })
      await userEvent.click(await screen.findByRole('button', { name: /Prendre/ }))
      expect(await order()).toBe('THEIRS')
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
      expect(bodies).toHaveLength(1)
    })
  })

  test('offers to reload when another user was faster, and then shows their version', async () => {
    const now = answers({ bill: draft(1) })
    server.use(http.put(at(`/bill/${USER}`), () => refused(412, 'STALE_VERSION')))
    await show()
    put(await field(/^Bon de commande/), 'X')
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
    put(price, '10,001')
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

  test.each([
    ['goods', 'piece'],
    ['services', 'day'],
  ] as const)('a new line of %s is counted in the unit “%s”', async (operation, unit) => {
    answers({ bill: draft(1, { operation }) })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Ajouter une ligne' }))
    const added = await screen.findByRole('combobox', { name: /^Unité, ligne 2/ })
    expect((added as HTMLSelectElement).value).toBe(unit)
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

  test.each([
    ['97400', 'RE', '8.5'],
    ['69001', 'FR', '20'],
  ])(
    'begins the line that the checklist wants at the rate of %s',
    async (postalCode, country, rate) => {
      answers({
        bill: draft(1, { lines: [], clientId: 0 }),
        checklist: {
          ...ready,
          ready: false,
          items: [
            item('BILL_NEEDS_LINES', false, { path: 'lines', message: 'Il faut une ligne.' }),
          ],
        },
      })
      const address = { street: '', postalCode, city: '', country }
      server.use(
        http.get(at(`/professionalInfo/${USER}/all`), () =>
          ok([toldProfile({ id: PROFILE, address })]),
        ),
      )
      await show()
      const points = await screen.findByText('Il faut une ligne.')
      await userEvent.click(within(points.closest('li') ?? points).getByRole('button'))
      expect(await screen.findByRole('combobox', { name: 'TVA, ligne 1' })).toHaveProperty(
        'value',
        rate,
      )
    },
  )

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
      await userEvent.click(screen.getByRole('button', { name: 'Dater du 1ᵉʳ au 30 novembre' }))
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
      await userEvent.click(dialog.getByRole('button', { name: 'Dater du 1ᵉʳ au 30 novembre' }))
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
