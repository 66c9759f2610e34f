// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Bill } from '#contract/billing/billing.schemas.ts'
import { BillsScreen } from '#web/billing/bills-screen.tsx'
import { bill, day, draft, id } from './answers.ts'
import { billList } from './list-answers.ts'

const server = fakeServer()
const LATE = bill(2, {
  state: 'late',
  client: 'Coopérative Lampadaire',
  issueDate: day('2026-09-30'),
  dueDate: day('2026-10-30'),
})
const CREDIT = bill(3, {
  type: 'creditNote',
  ref: 'AV2026-0001',
  outstanding: 0,
  totalHT: 100,
  totalTTC: 120,
  creditNoteOf: id(1),
  creditNoteOfRef: '2026-0001',
  issueDate: day('2026-10-12'),
  dueDate: 0,
})
const COLLECTED = bill(4, {
  state: 'collected',
  outstanding: 0,
  paidAmount: 1200,
  collectDate: day('2026-10-30'),
  issueDate: day('2025-12-01'),
  client: 'Hydravion SAS',
  clientId: id(51),
})
const ALL = [draft(9), bill(1), CREDIT, LATE, COLLECTED]
const answers = (list: readonly Bill[], options: Parameters<typeof session>[0] = {}) =>
  server.use(
    ...session(options),
    ...billList(list),
    http.get(at(`/timesheet/${USER}/${PROFILE}/billable`), () => ok([])),
  )
const table = () => screen.findByRole('table')
const rows = async () =>
  [...(await table()).querySelectorAll('tr[data-row]')].map((row) => row.textContent ?? '')
const tab = (name: RegExp) => screen.getByRole('link', { name })

describe('the list of bills', () => {
  test('puts the drafts first, then the months, with what each comes to', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    expect(
      (await rows()).map((text) => /sans numéro|AV2026-0001|2026-\d{4}/.exec(text)?.[0]),
    ).toEqual(['sans numéro', '2026-0001', 'AV2026-0001', '2026-0002', '2026-0004'])
    const groups = [...(await table()).querySelectorAll('tr.group')].map(
      (row) => row.textContent ?? '',
    )
    expect(groups[0]).toContain('à finir1 brouillon')
    expect(groups[2]).toContain('oct.1 pièce')
    expect(groups[2]).toContain('\u2212120,00')
  })

  test('keeps what is picked while it turns the page', async () => {
    answers([...ALL, ...Array.from({ length: 21 }, (_, n) => bill(20 + n))])
    const asked: string[] = []
    server.use(
      http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push(`${query.get('sort')} ${query.get('limit')} ${query.get('cursor')}`)
        const data = query.has('cursor') ? [bill(2)] : [bill(1)]
        const headers = {
          'x-total-count': '26',
          ...(!query.has('cursor') && { 'x-next-cursor': 'second' }),
        }
        return HttpResponse.json({ status: 0, result: { data } }, { headers })
      }),
    )
    await drawSignedIn(<BillsScreen />)
    await table()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner 2026-0001' }))
    await userEvent.click(screen.getByRole('button', { name: 'Page suivante' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner 2026-0002' }))
    expect(screen.getByRole('toolbar').textContent).toContain(
      '2 lignes sélectionnées2\u00A0400,00\u00A0€',
    )
    await userEvent.click(screen.getByRole('button', { name: /^État/ }))
    await screen.findByRole('checkbox', { name: 'Sélectionner 2026-0001' })
    expect(asked).toEqual(['-number 25 null', '-number 25 second', 'status 25 null'])
  })

  test('says in figures what is owed and what of it is late', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    await table()
    expect(
      screen.getByRole('heading', { level: 1 }).parentElement?.parentElement?.textContent,
    ).toContain('2\u00A0400,00\u00A0€ à encaisser, dont 1\u00A0200,00\u00A0€ en retard')
  })

  test('totals what is shown, drafts left out and credit notes taken off', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    const foot = (await table()).querySelector('tfoot')?.textContent
    expect(foot).toContain('Total des 4 pièces, hors brouillons')
    expect(foot).toContain('3\u00A0480,00')
  })

  test('counts each view, and narrows by view, year, client and words together', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    await table()
    expect(
      ['Toutes', 'Brouillons', 'En attente', 'Impayées', 'Payées', 'Encaissées'].map(
        (name) => tab(new RegExp(`^${name}`)).textContent,
      ),
    ).toEqual(['Toutes5', 'Brouillons1', 'En attente1', 'Impayées1', 'Payées1', 'Encaissées1'])
    await userEvent.click(tab(/^Impayées/))
    expect(await rows()).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox'), 'brumaire')
    expect(await screen.findByText('Aucune ligne ne correspond à ces filtres')).toBeDefined()
    // the one of the list
    await userEvent.click(screen.getAllByRole('button', { name: 'Effacer les filtres' }).at(-1)!)
    expect(await rows()).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'Année' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '2025' }))
    expect((await rows()).join()).toContain('Hydravion')
  })

  test('tells one muted fact beside a state', async () => {
    answers([
      bill(1, { state: 'partlyPaid', paidAmount: 600, outstanding: 600 }),
      CREDIT,
      COLLECTED,
    ])
    await drawSignedIn(<BillsScreen />)
    const all = (await rows()).join(' ')
    expect(all).toContain('Payée en partie600,00\u00A0€ reçus')
    expect(all).toContain('Avoirsur 2026-0001')
    expect(all).toContain('Encaisséele 30 oct.')
  })

  test('sums the rows picked', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    await table()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner 2026-0001' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner AV2026-0001' }))
    expect(screen.getByRole('toolbar').textContent).toContain(
      '2 lignes sélectionnées1\u00A0080,00\u00A0€',
    )
  })

  test('marks the bills picked as paid, tells which could not be, and takes the others back', async () => {
    const sent: unknown[] = []
    answers(ALL)
    const position = '00000000000000000002'
    const paid = { id: id(1), ref: '2026-0001', paymentId: 'p1', code: '', message: '' }
    const failed = {
      id: id(2),
      ref: '2026-0002',
      paymentId: '',
      code: 'BILL_ALREADY_PAID',
      message: 'Déjà payée.',
    }
    const together = (action: string, outcomes: readonly object[]) =>
      http.put(at(`/bill/${USER}/${PROFILE}/${action}`), async ({ request }) => {
        sent.push(await request.json())
        return ok({ position, outcomes })
      })
    server.use(together('paid', [paid, failed]), together('unpaid', [paid]))
    await drawSignedIn(<BillsScreen />)
    await table()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner 2026-0001' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner 2026-0002' }))
    await userEvent.click(screen.getByRole('button', { name: 'Marquer payées' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Marquer 2 factures payées/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Marquer payées' }))
    expect(await screen.findByText('Déjà payée.')).toBeTruthy()
    expect(sent).toMatchObject([{ ids: [id(1), id(2)], method: '' }])
    await userEvent.click(screen.getByRole('button', { name: 'Annuler les paiements' }))
    await waitFor(() => expect(sent[1]).toEqual({ payments: [{ id: id(1), paymentId: 'p1' }] }))
  })

  test('has the PDFs of the issued bills picked, and says why a draft has none', async () => {
    answers(ALL)
    await drawSignedIn(<BillsScreen />)
    await table()
    await userEvent.click(
      screen.getByRole('checkbox', { name: /Sélectionner brouillon pour Atelier Brumaire/ }),
    )
    const pdfs = screen.getByRole('button', { name: 'PDF en ZIP' })
    expect(pdfs.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner 2026-0001' }))
    expect(
      screen.getByRole('button', { name: 'PDF en ZIP' }).getAttribute('aria-disabled'),
    ).toBeNull()
  })

  test('asks before a draft goes', async () => {
    const asked: string[] = []
    answers(ALL)
    server.use(
      http.delete(
        at(`/bill/${USER}/${PROFILE}/${id(9)}`),
        ({ request }) => (
          asked.push(request.method),
          ok({ id: id(9), version: 2, position: '00000000000000000002' })
        ),
      ),
    )
    await drawSignedIn(<BillsScreen />)
    await table()
    await userEvent.click(
      screen.getByRole('button', { name: /^Actions.*brouillon pour Atelier Brumaire/ }),
    )
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Supprimer le brouillon' }))
    expect(asked).toEqual([])
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Supprimer' }),
    )
    expect(asked).toEqual(['DELETE'])
  })

  test('offers nothing that is not permitted', async () => {
    answers(ALL, { permissions: ['perm_billing_menu'] })
    await drawSignedIn(<BillsScreen />)
    await table()
    expect(screen.queryByRole('button', { name: /Nouvelle facture|Facturer/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /: 2026-0001$/ }))
    expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
      'Ouvrir',
      'Télécharger le PDF',
    ])
  })

  test('when empty says what will be there and offers the first', async () => {
    answers([])
    await drawSignedIn(<BillsScreen />)
    expect(
      await screen.findByRole('heading', { name: 'Aucune facture pour l’instant' }),
    ).toBeDefined()
    // One primary act: the head has none to repeat it, and nothing to search or export.
    expect(screen.getAllByRole('button', { name: 'Nouvelle facture' })).toHaveLength(1)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('when it cannot be read says why and tries again', async () => {
    server.use(
      ...session(),
      http.get(at(`/bill/${USER}/all/${PROFILE}`), () => refused(400, 'STORE_AWAY')),
      http.get(at(`/bill/${USER}/summary/${PROFILE}`), () => refused(400, 'STORE_AWAY')),
    )
    await drawSignedIn(<BillsScreen />)
    expect((await screen.findByRole('alert')).textContent).toContain('because STORE_AWAY')
    answers(ALL)
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(await rows()).toHaveLength(5)
  })

  test('speaks Arabic, with figures left to right', async () => {
    answers(ALL, { language: 'ar' })
    await drawSignedIn(<BillsScreen />, { language: 'ar' })
    expect(await screen.findByRole('heading', { level: 1, name: 'الفوترة' })).toBeDefined()
    expect((await table()).querySelector('tr.group')?.textContent).toContain('مسودة واحدة')
    expect((await table()).querySelector('.amount')?.getAttribute('dir')).toBe('ltr')
  })
})
