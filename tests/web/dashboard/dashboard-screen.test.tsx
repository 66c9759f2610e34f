// @vitest-environment jsdom
import { drawSignedIn, at, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldDashboard } from '../told.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dashboard } from '#contract/dashboard/dashboard.contract.ts'
import { setPreferences } from '#web/kernel/words/preferences.ts'
import { DashboardScreen } from '#web/dashboard/dashboard-screen.tsx'
import { useWaiting } from '#web/kernel/shell/pending-counts.ts'

const server = fakeServer()
const BILL = '01J00000000000000000000009'
const late = {
  kind: 'lateBill',
  severity: 'late',
  entity: 'bill',
  id: BILL,
  amount: 3120,
  currency: 'EUR',
  facts: {
    ref: '2026-0018',
    client: 'Coopérative Lampadaire',
    dueDate: 1,
    daysLate: 21,
    penalty: 61.81,
  },
} as const
const gap = (path: string) =>
  ({
    kind: 'setup',
    severity: 'blocking',
    entity: 'professionalInfo',
    id: PROFILE,
    amount: 0,
    currency: 'EUR',
    facts: { code: 'X', path },
  }) as const
const unfilled = {
  kind: 'unfilledDays',
  severity: 'next',
  entity: 'timesheet',
  id: '2026-10',
  amount: 0,
  currency: 'EUR',
  facts: { days: 1, year: 2026, month: 10 },
} as const

const answers = (data: Dashboard) =>
  server.use(
    ...session(),
    http.get(at(`/dashboard/${USER}/${PROFILE}`), () => ok(data)),
  )
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
})

const freelancer = [
  'perm_dashboard_menu',
  'perm_professional_info_menu',
  'perm_professional_info_update',
]

describe('the dashboard', () => {
  test('states that all is up to date when there is nothing to do', async () => {
    answers(toldDashboard())
    await drawSignedIn(<DashboardScreen />)
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty(
      'textContent',
      expect.stringMatching(/Vendredi, tout est à jour$/),
    )
    expect(screen.getByText('20 jours ouvrés en novembre, 12,5 saisis.')).toBeDefined()
  })

  test('hides the penalty of a late bill by a bar, as every other amount', async () => {
    setPreferences({ discreet: true })
    try {
      answers(toldDashboard({ next: [late] }))
      server.use(...session({ isDiscreet: true }))
      await drawSignedIn(<DashboardScreen />)
      const interest = await screen.findByText(/Pénalités et indemnité à ce jour/)
      expect(interest.querySelector('.amount .sr-only')?.textContent).toBe('montant masqué')
    } finally {
      setPreferences({ discreet: false })
    }
  })

  test('counts the gaps of the set-up as one thing, and names them (PR3)', async () => {
    answers(toldDashboard({ next: [gap('bankNumber'), gap('siren'), late] }))
    await drawSignedIn(<DashboardScreen />)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(
      'Terminer votre fiche entreprise',
    )
    expect(screen.getByText('Une autre chose attend.', { exact: false })).toBeDefined()
    expect(screen.getByText('Il manque pour facturer : IBAN et SIREN')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Compléter' }).getAttribute('href')).toBe(
      '/bienvenue?step=bank',
    )
  })

  test('says the one thing worth doing in its title, whose button does it', async () => {
    answers(toldDashboard({ next: [late, unfilled] }))
    await drawSignedIn(<DashboardScreen />)
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(
      /Coopérative Lampadaire.* n’a pas payé, 3\s120,00/,
    )
    const act = screen.getByRole('link', { name: 'Enregistrer le paiement' })
    expect(act.getAttribute('href')).toBe(`/admin/management/billing/${BILL}?do=payment`)
    expect(act.className).toContain('btn-primary')
    // The list leaves out the step that the title names.
    expect(screen.getAllByRole('link', { name: 'Enregistrer le paiement' })).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Saisir' }).getAttribute('href')).toBe(
      '/admin/management/timesheets?month=2026-10',
    )
  })

  test('leads money to give back, and days of a month, to the act that settles them', async () => {
    const refund = {
      ...late,
      kind: 'refund',
      severity: 'next',
      amount: 1440,
      facts: { ref: '2026-0018', client: 'Nova' },
    } as const
    const days = {
      ...unfilled,
      kind: 'unbilledDays',
      entity: 'project',
      amount: 2600,
      facts: { client: 'Nova', days: 4, year: 2026, month: 9 },
    } as const
    const sent: unknown[] = []
    answers(toldDashboard({ next: [late, refund, days] }))
    server.use(
      http.post(
        at(`/bill/${USER}`),
        async ({ request }) => (
          sent.push(await request.json()), ok({ id: BILL, version: 1, position: '1' })
        ),
      ),
    )
    await drawSignedIn(<DashboardScreen />)
    expect((await screen.findByRole('link', { name: 'Rembourser' })).getAttribute('href')).toBe(
      `/admin/management/billing/${BILL}?do=refund`,
    )
    expect(screen.getByRole('link', { name: 'Rembourser' }).closest('li')?.textContent).toContain(
      '440,00',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Facturer' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { profileId: PROFILE, fromTimesheet: { projectId: days.id, year: 2026, month: 9 } },
      ]),
    )
  })

  test('makes the bill of an agreed deposit, and opens it', async () => {
    const deposit = {
      ...late,
      kind: 'deposit',
      severity: 'next',
      entity: 'quote',
      amount: 828,
      facts: { ref: 'D2026-0004', client: 'Nova', acceptedDate: Date.UTC(2026, 10, 18) },
    } as const
    answers(toldDashboard({ next: [late, deposit] }))
    server.use(
      http.put(at(`/quote/${USER}/${PROFILE}/${deposit.id}/deposit`), () =>
        ok({ id: deposit.id, version: 5, position: '5', billId: BILL }),
      ),
    )
    const { router } = await drawSignedIn(<DashboardScreen />)
    const act = await screen.findByRole('button', { name: 'Facturer l’acompte' })
    expect(act.closest('li')?.textContent).toMatch(
      /acompte de \u2068Nova\u2069Devis \u2068D2026-0004\u2069, accepté le 18 novembre 2026\..*828,00/,
    )
    await userEvent.click(act)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/admin/management/billing/${BILL}`),
    )
  })

  test('offers no act that is not permitted', async () => {
    server.use(
      ...session({ permissions: ['perm_dashboard_menu'] }),
      http.get(at(`/dashboard/${USER}/${PROFILE}`), () => ok(toldDashboard({ next: [late] }))),
    )
    await drawSignedIn(<DashboardScreen />)
    await screen.findByRole('heading', { name: /Coopérative Lampadaire/ })
    expect(screen.queryByRole('link', { name: 'Enregistrer le paiement' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Nouvelle facture' })).toBeNull()
  })

  describe('of a new business', () => {
    const none = { clientId: 0, client: '', contractId: 0, month: null, draftId: 0 } as const
    test('leads to the first bill in four steps, of which one can be done', async () => {
      answers(toldDashboard({ firstSteps: none, next: [unfilled] }))
      await drawSignedIn(<DashboardScreen />)
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(
        'Vendredi, quatre pas jusqu’à la première facture',
      )
      const step = await screen.findByRole('listitem', { current: 'step' })
      expect(step.textContent).toContain('Un client')
      expect(within(step).getByRole('combobox', { name: 'Chercher au registre' })).toBeDefined()
      // Empty fields of a new account are no reproach.
      expect(screen.queryByText(/Il manque 1 jour/)).toBeNull()
    })
    test.each([
      [{ clientId: PROFILE }, 'trois pas'],
      [{ clientId: PROFILE, contractId: PROFILE }, 'deux pas'],
      [{ draftId: PROFILE }, 'un pas'],
    ])('with %j is %s from it', async (done, said) => {
      answers(toldDashboard({ firstSteps: { ...none, ...done } }))
      await drawSignedIn(<DashboardScreen />)
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(
        `Vendredi, ${said} jusqu’à la première facture`,
      )
    })
    test('makes the client that is picked in the registry', async () => {
      const sent: unknown[] = []
      answers(toldDashboard({ firstSteps: none }))
      server.use(
        http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
          ok([
            {
              name: 'Atelier Brumaire',
              legalStatus: 'SARL',
              siren: '732829320',
              siret: '73282932000074',
              TvaNumber: 'FR44732829320',
              sector: '',
              address: {
                street: '4 rue des Tanneurs',
                postalCode: '44000',
                city: 'Nantes',
                country: 'FR',
              },
              startDate: 0,
              active: true,
              closedOn: 0,
            },
          ]),
        ),
        http.post(
          at(`/company/${USER}`),
          async ({ request }) => (
            sent.push(await request.json()), ok({ id: BILL, version: 1, position: '1' })
          ),
        ),
      )
      await drawSignedIn(<DashboardScreen />)
      await userEvent.type(
        await screen.findByRole('combobox', { name: 'Chercher au registre' }),
        '732829320',
      )
      await userEvent.click(await screen.findByRole('option', { name: /Atelier Brumaire/ }))
      await waitFor(() =>
        expect(sent).toMatchObject([
          { kind: 'customer', siren: '732829320', TvaNumber: 'FR44732829320' },
        ]),
      )
    })
    test('bills the days in one stroke', async () => {
      const sent: unknown[] = []
      const month = { year: 2026, month: 11, projectId: 'c', days: 15 }
      answers(
        toldDashboard({
          firstSteps: { ...none, clientId: 'k', client: 'Nova', contractId: 'c', month },
        }),
      )
      server.use(
        http.post(
          at(`/bill/${USER}`),
          async ({ request }) => (
            sent.push(await request.json()), ok({ id: BILL, version: 1, position: '1' })
          ),
        ),
      )
      await drawSignedIn(<DashboardScreen />)
      await userEvent.click(await screen.findByRole('button', { name: 'Facturer ces 15 jours' }))
      await waitFor(() =>
        expect(sent).toEqual([
          { profileId: PROFILE, fromTimesheet: { projectId: 'c', year: 2026, month: 11 } },
        ]),
      )
    })
  })

  test('gives the chart’s figures as a table whose total is their sum (FI2)', async () => {
    answers(toldDashboard())
    await drawSignedIn(<DashboardScreen />, { at: '/?view=table' })
    const table = await screen.findByRole('table')
    expect(within(table).getByRole('row', { name: /octobre/ }).textContent).toContain(
      '1\u00A0000,00',
    )
    expect(table.querySelector('tfoot')?.textContent).toContain('1\u00A0200,00')
    await userEvent.click(screen.getByRole('radio', { name: 'Facturé' }))
    expect(screen.getByText('La première facture émise dessinera ce graphique.')).toBeDefined()
  })

  test('says what is owed and totals it', async () => {
    answers(
      toldDashboard({
        owed: {
          count: 1,
          amount: 3120,
          lateCount: 1,
          lateAmount: 3120,
          penalty: 21.81,
          indemnity: 40,
          bills: [
            {
              id: BILL,
              ref: '2026-0018',
              client: 'Coopérative Lampadaire',
              dueDate: Date.UTC(2026, 9, 30),
              currency: 'EUR',
              outstanding: 3120,
              late: true,
              daysLate: 21,
              penalty: 21.81,
              indemnity: 40,
            },
          ],
        },
      }),
    )
    await drawSignedIn(<DashboardScreen />)
    const owed = await screen.findByRole('region', { name: 'À encaisser' })
    expect(within(owed).getByText('en retard de 21 jours')).toBeDefined()
    expect(
      within(owed)
        .getByRole('link', { name: /2026-0018/ })
        .getAttribute('href'),
    ).toContain(BILL)
  })

  test('that cannot be read says so and can be asked again', async () => {
    let times = 0
    server.use(
      ...session(),
      http.get(at(`/dashboard/${USER}/${PROFILE}`), () =>
        ++times === 1 ? refused(500, 'BROKEN') : ok(toldDashboard()),
      ),
    )
    await drawSignedIn(<DashboardScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByText(/tout est à jour/)).toBeDefined()
  })

  test('of a user without a business leads to the first steps, once', async () => {
    server.use(
      ...session({ profileId: 0, permissions: freelancer }),
      http.get(at(`/professionalInfo/${USER}/all`), () => ok([])),
    )
    const { router } = await drawSignedIn(<DashboardScreen />)
    await waitFor(() => expect(router.state.location.pathname).toBe('/bienvenue'))
  })

  test('of an administrator without a business is that of the installation', async () => {
    server.use(
      ...session({ profileId: 0 }),
      http.get(at(`/professionalInfo/${USER}/all`), () => ok([])),
    )
    const { router } = await drawSignedIn(<DashboardScreen />)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin/dashboard/installation'),
    )
  })

  test('of a user who put the first steps off shows the way back', async () => {
    localStorage.setItem('carnet.welcome.skipped', JSON.stringify({ [USER]: true }))
    server.use(
      ...session({ profileId: 0, permissions: freelancer }),
      http.get(at(`/professionalInfo/${USER}/all`), () => ok([])),
    )
    await drawSignedIn(<DashboardScreen />)
    expect(
      (await screen.findByRole('link', { name: 'Présenter mon entreprise' })).getAttribute('href'),
    ).toBe('/bienvenue')
  })

  test('reads in Arabic, with its dual', async () => {
    server.use(
      ...session({ language: 'ar' }),
      http.get(at(`/dashboard/${USER}/${PROFILE}`), () =>
        ok(toldDashboard({ next: [late, unfilled, { ...unfilled, id: '2026-9' }] })),
      ),
    )
    await drawSignedIn(<DashboardScreen />, { language: 'ar' })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('لم يدفع')
    expect(screen.getByText('أمران آخران ينتظران.', { exact: false })).toBeDefined()
  })
})

function BesideMenu() {
  const waiting = useWaiting()
  return (
    <>
      <p>{`${waiting.bills ?? 0} waiting`}</p>
      <DashboardScreen />
    </>
  )
}

test('the menu and the dashboard send one request at their first load', async () => {
  const asked = vi.fn()
  server.use(
    ...session(),
    http.get(at(`/dashboard/${USER}/${PROFILE}`), async () => {
      asked()
      await delay(50)
      return ok(toldDashboard({ next: [late] }))
    }),
  )
  await drawSignedIn(<BesideMenu />)
  expect(await screen.findByText('1 waiting')).toBeDefined()
  await screen.findByRole('heading', { name: /Coopérative Lampadaire/ })
  expect(asked).toHaveBeenCalledOnce()
})

test('a business without VAT sees what to set aside in its place', async () => {
  answers(toldDashboard({ exemption: { urssaf: 2580, reached: 10_000, limit: 37_500 } }))
  await drawSignedIn(<DashboardScreen />)
  expect(await screen.findByText('Urssaf à mettre de côté')).toBeDefined()
  expect(screen.queryByText('TVA encaissée')).toBeNull()
})
