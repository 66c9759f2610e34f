// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldCompany } from '../told.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { CompaniesScreen } from '#web/customers/companies-screen.tsx'
import { ProspectsScreen } from '#web/customers/prospects-screen.tsx'

const server = fakeServer()
const COMPANY = '01J00000000000000000000010'
const BILL = '01J00000000000000000000099'
const company = toldCompany({ id: COMPANY, name: 'Atelier Brumaire' })
const found = {
  name: 'ATELIER BRUMAIRE',
  legalStatus: 'SAS',
  siren: '732829320',
  siret: '73282932000074',
  address: { street: '4 RUE DES TANNEURS', postalCode: '44000', city: 'NANTES', country: 'FR' },
  sector: 'software',
  startDate: 0,
  active: true,
  closedOn: 0,
  TvaNumber: 'FR44732829320',
}

function answers(list: readonly object[] = [company], options: Parameters<typeof session>[0] = {}) {
  const requests: string[] = []
  const sent: unknown[] = []
  const standings: string[] = []
  server.use(
    ...session(options),
    http.get(at(`/bill/${USER}/ledger/${PROFILE}/${COMPANY}`), () =>
      ok({
        totals: [
          { currency: 'EUR', billedHT: 12_000, outstanding: 3120, lateCount: 1, lateAmount: 1560 },
        ],
        averageDays: 34,
        paidBills: 3,
      }),
    ),
    http.get(at(`/bill/${USER}/ledgers/${PROFILE}`), ({ request }) => {
      standings.push(new URL(request.url).searchParams.get('ids') ?? '')
      return ok([
        {
          clientId: COMPANY,
          totals: [
            {
              currency: 'EUR',
              billedHT: 12_000,
              outstanding: 3120,
              lateCount: 1,
              lateAmount: 1560,
            },
          ],
          averageDays: 34,
          paidBills: 3,
          lastBillDate: Date.UTC(2026, 9, 31),
        },
      ])
    }),
    http.get(at(`/bill/${USER}/all/${PROFILE}`), () => ok([])),
    http.get(at(`/project/${USER}/all/${PROFILE}`), () => ok([])),
    http.get(at(`/contact/${USER}/all`), () => ok([])),
    http.get(at(`/company/${USER}/all`), ({ request }) => {
      requests.push(new URL(request.url).searchParams.get('kind') ?? '')
      return ok(list)
    }),
    http.get(at(`/company/${USER}/summary`), () =>
      ok({ count: list.length, sums: [], references: {} }),
    ),
    http.get(at(`/professionalInfo/insee/${USER}/find`), () => ok([found])),
    http.post(at(`/company/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: COMPANY, version: 1, position: '00000000000000000009' })
    }),
  )
  return { requests, sent, standings }
}

describe('client companies', () => {
  test('asks for customers only, and prospects for prospects only', async () => {
    const { requests } = answers()
    await drawSignedIn(<CompaniesScreen />, { words: ['customers'] })
    await screen.findByRole('rowheader', { name: 'Atelier Brumaire' })
    expect(requests).toEqual(['customer'])
    await drawSignedIn(<ProspectsScreen />)
    await screen.findByRole('heading', { name: 'Sociétés à prospecter' })
    await waitFor(() => expect(requests).toEqual(['customer', 'prospect']))
  })

  test('says beside each name what is owed, late and billed, by one call for the page', async () => {
    const { standings } = answers([company, { ...company, id: BILL, name: 'Lampadaire' }])
    await drawSignedIn(<CompaniesScreen />, { words: ['customers'] })
    await screen.findByRole('cell', { name: /3\s120,00/ })
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads.filter((head) => head !== 'Marge' && head !== 'Actions').slice(1)).toEqual([
      'Reste dû',
      'En retard',
      'Délai moyen',
      'Facturé HT',
      'Dernière facture',
    ])
    expect(screen.getByRole('cell', { name: /1\s560,00/ })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '34 jours' })).toBeTruthy()
    expect(standings).toEqual([`${COMPANY},${BILL}`])
  })

  test('says that there is none and offers to add one', async () => {
    answers([])
    await drawSignedIn(<CompaniesScreen />)
    expect(await screen.findByRole('heading', { name: 'Aucune société cliente' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Ajouter une société' })).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Exporter' })).toBeNull()
  })

  test('is a page of the ledger before it is a form: what is owed, what is late, how it pays', async () => {
    answers()
    await drawSignedIn(<CompaniesScreen />, { at: `/?open=${COMPANY}` })
    const page = within(await screen.findByRole('dialog', { name: 'Atelier Brumaire' }))
    expect(await page.findByText('34 jours')).toBeDefined()
    expect(page.getByText('sur 3 factures')).toBeDefined()
    expect(page.getByText('1 facture')).toBeDefined()
    expect(page.getByRole('link', { name: 'Nouveau contrat' }).getAttribute('href')).toBe(
      `/admin/management/contracts/new?client=${COMPANY}`,
    )
    expect(page.queryByRole('textbox')).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'Modifier' }))
    expect(await page.findByRole('textbox', { name: /Dénomination/ })).toBeDefined()
  })

  test('shows country, numbers and the addresses of papers and goods', async () => {
    const hamburg = { street: 'Kai 1', postalCode: '20457', city: 'Hamburg', country: 'DE' }
    answers([
      {
        ...company,
        siren: '',
        TvaNumber: 'DE136695976',
        address: hamburg,
        billingAddress: hamburg,
      },
    ])
    await drawSignedIn(<CompaniesScreen />, { at: `/?open=${COMPANY}` })
    const page = within(await screen.findByRole('dialog', { name: 'Atelier Brumaire' }))
    const told = await page.findAllByText(/Hamburg|^DE.?136/)
    const facts = told.map((one) => one.closest('p')?.textContent)
    expect(facts).toHaveLength(3)
    expect(facts[0]).toBe('Kai 1, 20457 Hamburg, Allemagne')
    expect(facts[1]).toMatch(/^Numéro de TVA DE/)
    expect(facts[2]).toMatch(/^Adresse de facturation Kai 1/)
    expect(page.queryByText(/SIREN|Livraison|Adresse de livraison/)).toBeNull()
  })

  test('that was billed stays: it says why, and is archived instead', async () => {
    answers()
    const put: unknown[] = []
    const fields = [
      { path: `bills.${PROFILE}.${BILL}`, code: 'COMPANY_HAS_BILL_LINES', message: '2026-0001' },
    ]
    server.use(
      http.delete(at(`/company/${USER}/${COMPANY}`), () =>
        refused(409, 'COMPANY_HAS_BILL_LINES', { fields }),
      ),
      http.put(at(`/company/${USER}`), async ({ request }) => {
        put.push(await request.json())
        return ok({ id: COMPANY, version: 2, position: '0' })
      }),
    )
    const { router } = await drawSignedIn(<CompaniesScreen />, {
      at: `/?open=${COMPANY}&view=form`,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }))
    const dialog = within(await screen.findByRole('dialog', { name: /supprimer/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Supprimer' }))
    expect(await dialog.findByText(/La loi fait garder les factures émises/)).toBeDefined()
    expect(dialog.getByRole('link', { name: '2026-0001' })).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Archiver' }))
    await waitFor(() => expect(put).toEqual([{ id: COMPANY, kind: 'former' }]))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('archived are a list of their own, from where they come back', async () => {
    const { requests } = answers([{ ...company, kind: 'former' }])
    await drawSignedIn(<CompaniesScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Sociétés archivées' }))
    await waitFor(() => expect(requests).toContain('former'))
    await userEvent.click(await screen.findByRole('rowheader', { name: 'Atelier Brumaire' }))
    expect(await screen.findByRole('button', { name: 'Désarchiver' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Facturer' })).toBeNull()
  })

  test('offers nothing to change without the permission', async () => {
    answers([company], { permissions: ['perm_company_menu'] })
    await drawSignedIn(<CompaniesScreen />, { at: `/?open=${COMPANY}` })
    await screen.findByRole('dialog', { name: 'Atelier Brumaire' })
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Supprimer' })).toBeNull()
  })

  test('says what failed and reads again on demand', async () => {
    answers()
    server.use(http.get(at(`/company/${USER}/all`), () => refused(500, 'INTERNAL'), { once: true }))
    await drawSignedIn(<CompaniesScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByRole('rowheader', { name: 'Atelier Brumaire' })).toBeDefined()
  })

  test.each([
    { legalStatus: '', isOpen: false },
    { legalStatus: 'SARL', isOpen: true },
  ])(
    'the optional fields of a client are open when one is filled: %o',
    async ({ legalStatus, isOpen }) => {
      answers([{ ...company, legalStatus }])
      await drawSignedIn(<CompaniesScreen />, { at: `/?open=${COMPANY}&view=form` })
      const form = within(await screen.findByRole('dialog', { name: 'Atelier Brumaire' }))
      expect(
        (await form.findByText('12 champs facultatifs de plus')).closest('details')?.open,
      ).toBe(isOpen)
    },
  )

  test('fills the form from the register, then adds the company as a customer (PR1)', async () => {
    const { sent } = answers([])
    await drawSignedIn(<CompaniesScreen />, { at: '/?open=new' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Chercher au registre' }),
      'brumaire',
    )
    await userEvent.click(await screen.findByRole('option', { name: /ATELIER BRUMAIRE/ }))
    const panel = within(screen.getByRole('dialog', { name: 'Ajouter une société' }))
    // Rare fields stay closed; values from the register are sent all the same.
    const more = panel.getByText('12 champs facultatifs de plus')
    expect(more.closest('details')?.open).toBe(false)
    await userEvent.click(more)
    expect(
      (panel.getByRole('textbox', { name: 'SIRET' }) as HTMLInputElement).value.replace(/\s/g, ''),
    ).toBe('73282932000074')
    await userEvent.click(panel.getByRole('button', { name: 'Ajouter' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      name: 'ATELIER BRUMAIRE',
      kind: 'customer',
      siren: '732829320',
      TvaNumber: 'FR44732829320',
      address: { city: 'NANTES' },
    })
  })

  test('begins in France, and is sent so when nothing else is said', async () => {
    const { sent } = answers([])
    await drawSignedIn(<CompaniesScreen />, { at: '/?open=new' })
    const panel = within(await screen.findByRole('dialog', { name: 'Ajouter une société' }))
    // The second addresses, which are folded, begin without a country.
    const countries = await panel.findAllByRole<HTMLInputElement>('combobox', { name: 'Pays' })
    expect(countries.map(({ value }) => value)).toEqual(['France', '', ''])
    await userEvent.type(panel.getByRole('textbox', { name: /Dénomination/ }), 'Atelier du Quai')
    await userEvent.click(panel.getByRole('button', { name: 'Ajouter' }))
    await waitFor(() =>
      expect(sent[0]).toMatchObject({ name: 'Atelier du Quai', address: { country: 'FR' } }),
    )
  })

  test('says that the register is out of reach and leaves the fields to be typed', async () => {
    answers([])
    server.use(
      http.get(at(`/professionalInfo/insee/${USER}/find`), () =>
        refused(503, 'REGISTRY_UNAVAILABLE'),
      ),
    )
    await drawSignedIn(<CompaniesScreen />, { at: '/?open=new' })
    await userEvent.type(
      await screen.findByRole('combobox', { name: 'Chercher au registre' }),
      '732829320',
    )
    expect(await screen.findByText('because REGISTRY_UNAVAILABLE')).toBeDefined()
    expect(
      (screen.getByRole('textbox', { name: /Dénomination/ }) as HTMLInputElement).readOnly,
    ).toBe(false)
  })

  test('a company on bills stays, and the question links to each bill (CO5)', async () => {
    answers()
    server.use(
      http.delete(at(`/company/${USER}/${COMPANY}`), () =>
        refused(409, 'COMPANY_HAS_BILL_LINES', {
          fields: [{ path: `bills.${USER}.${BILL}`, message: '2026-0023' }],
        }),
      ),
    )
    await drawSignedIn(<CompaniesScreen />, { at: `/?open=${COMPANY}&view=form` })
    await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }))
    const question = within(
      await screen.findByRole('dialog', { name: /^Êtes-vous sûr de vouloir supprimer/ }),
    )
    expect(question.getByText('Société \u2068Atelier Brumaire\u2069')).toBeDefined()
    await userEvent.click(question.getByRole('button', { name: 'Supprimer' }))
    expect((await question.findByRole('link', { name: '2026-0023' })).getAttribute('href')).toBe(
      `/admin/management/billing/${BILL}`,
    )
    expect(question.getByRole('button', { name: /^Supprimer/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('counts in Arabic, from right to left', async () => {
    answers([company, { ...company, id: '01J00000000000000000000011', name: 'Hydravion' }], {
      language: 'ar',
    })
    await drawSignedIn(<CompaniesScreen />, { language: 'ar' })
    expect(await screen.findByText('شركتان')).toBeDefined()
    expect(document.documentElement.dir).toBe('rtl')
  })
})
