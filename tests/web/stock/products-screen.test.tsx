// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { RecordSummary } from '#contract/kernel/records.schemas.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { ProductsScreen } from '#web/stock/products-screen.tsx'
import { SaleDialog } from '#web/stock/sale-dialog.tsx'
import { ageOf } from '#web/stock/sale-status.tsx'

const server = fakeServer()
const audit = {
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
}
const product = {
  id: '01J00000000000000000000020',
  name: 'Clavier',
  currency: 'EUR',
  color: '',
  size: '',
  purchaseDate: Date.UTC(2026, 9, 1),
  purchasePrice: 45,
  shippingFees: 5.9,
  advertisingCosts: 0,
  deliveryPrice: 0,
  sellingPrice: 89,
  sellingDate: 0,
  collectedPrice: 0,
  sold: false,
  image: '',
  costPrice: 50.9,
  margin: 38.1,
  ...audit,
}
const sold = {
  ...product,
  id: '01J00000000000000000000021',
  name: 'Écran',
  sold: true,
  costPrice: 135,
  margin: 64,
}

const found = (url: string) => {
  const wanted = new URL(url).searchParams.get('sold')
  return [product, sold].filter((one) => wanted === null || String(one.sold) === wanted)
}
const answers = () =>
  server.use(
    ...session(),
    http.get(at(`/product/${USER}/all`), ({ request }) => ok(found(request.url))),
    http.get(at(`/product/${USER}/summary`), ({ request }) => {
      const rows = found(request.url)
      const sum = (field: 'costPrice' | 'sellingPrice' | 'margin') =>
        rows.reduce((total, row) => total + row[field], 0)
      const amounts = {
        costPrice: sum('costPrice'),
        sellingPrice: sum('sellingPrice'),
        margin: sum('margin'),
      }
      const sums = [{ currency: 'EUR', count: rows.length, amounts }]
      return ok({ count: rows.length, sums, references: {} } satisfies RecordSummary)
    }),
  )
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)

test('shows the capital that waits, of the unsold alone (ST3)', async () => {
  answers()
  await drawSignedIn(<ProductsScreen />, { words: ['stock'] })
  const capital = await screen.findByText('Capital immobilisé')
  expect(capital.parentElement?.textContent?.replace(/\u00A0/g, ' ')).toContain('50,90 €')
  // The foot is of all that is found, the sold one too.
  const foot = within(screen.getByRole('table')).getAllByRole('row').at(-1)
  expect(foot?.textContent?.replace(/\u00A0/g, ' ')).toContain('185,90')
})

test('keeps the unsold filter in the address', async () => {
  answers()
  const { router } = await drawSignedIn(<ProductsScreen />)
  await screen.findByRole('rowheader', { name: 'Clavier' })
  expect(names()).toEqual(['Clavier', 'Écran'])
  await userEvent.click(screen.getByRole('radio', { name: 'Non vendus' }))
  expect(router.state.location.search).toBe('?state=unsold')
  await waitFor(() => expect(names()).toEqual(['Clavier']))
})

test('tells a margin by the sum that makes it (ST1)', async () => {
  answers()
  await drawSignedIn(<ProductsScreen />, { at: `/?open=${product.id}` })
  const formula = await screen.findByRole('region', { name: 'Marge' })
  const figures = [...formula.querySelectorAll('.amount')].map((figure) =>
    figure.textContent?.replace(/\u00A0/g, ' '),
  )
  expect(figures).toEqual(['89,00 €', '−45,00 €', '−5,90 €', '0,00 €', '0,00 €', '38,10 €'])
})

const written = { id: product.id, version: 2, position: '00000000000000000001' }

test('a product is sold in one step, with its income (ST2)', async () => {
  const told = vi.fn<(body: unknown) => void>()
  answers()
  server.use(
    http.put(at(`/product/${USER}/${product.id}/sold`), async ({ request }) => {
      told(await request.json())
      return ok(written)
    }),
  )
  const user = userEvent.setup()
  await drawSignedIn(<ProductsScreen />, { at: `/?open=${product.id}`, words: ['stock'] })
  await user.click(await screen.findByRole('button', { name: 'Marquer vendu' }))
  const dialog = await screen.findByRole('dialog', { name: /^Vendre/ })
  const collected = within(dialog).getByRole('textbox', { name: /Encaissé/ })
  await user.clear(collected)
  await user.type(collected, '80')
  await user.click(within(dialog).getByRole('button', { name: 'Marquer vendu' }))
  await waitFor(() =>
    expect(told).toHaveBeenCalledWith(
      expect.objectContaining({
        sellingPrice: 89,
        collectedPrice: 80,
        version: 1,
        income: { profileId: PROFILE },
      }),
    ),
  )
})

test('a sale is taken back after a question', async () => {
  const told = vi.fn<(body: unknown) => void>()
  answers()
  server.use(
    http.put(at(`/product/${USER}/${sold.id}/unsold`), async ({ request }) => {
      told(await request.json())
      return ok(written)
    }),
  )
  const user = userEvent.setup()
  await drawSignedIn(<ProductsScreen />, { at: `/?open=${sold.id}`, words: ['stock'] })
  await user.click(await screen.findByRole('button', { name: 'Annuler la vente' }))
  const question = await screen.findByRole('dialog', { name: /Annuler la vente/ })
  await user.click(within(question).getByRole('button', { name: 'Annuler la vente' }))
  await waitFor(() => expect(told).toHaveBeenCalledWith({ version: 1 }))
})

test('an unsold thing ages, a sold one does not', () => {
  expect(ageOf(product, Date.UTC(2026, 9, 31))).toBe(30)
  expect(ageOf(sold, Date.UTC(2026, 9, 31))).toBeNull()
  expect(ageOf({ ...product, purchaseDate: 0 }, Date.UTC(2026, 9, 31))).toBeNull()
})

test('the sample of an empty list can be kept, and given back', async () => {
  const sent: unknown[] = []
  const removed: string[] = []
  const rows = () => (sent.length > removed.length ? [product] : [])
  server.use(
    ...session(),
    http.get(at(`/product/${USER}/all`), () => ok(rows())),
    http.get(at(`/product/${USER}/summary`), () =>
      ok({ count: rows().length, sums: [], references: {} }),
    ),
    http.post(at(`/product/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: product.id, version: 1, position: '00000000000000000009' })
    }),
    http.delete(at(`/product/${USER}/:id`), ({ params }) => {
      removed.push(String(params['id']))
      return ok({ id: product.id, version: 2, position: '00000000000000000010' })
    }),
  )
  await drawSignedIn(
    <>
      <ProductsScreen />
      <Toaster onReadFailures={() => {}} />
    </>,
    { words: ['stock'] },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Garder cet exemple' }))
  expect(await screen.findByRole('rowheader', { name: 'Clavier' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'Écran 27 pouces', sellingPrice: 199 }])
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }))
  expect(await screen.findByRole('button', { name: 'Garder cet exemple' })).toBeTruthy()
  expect(removed).toEqual([product.id])
})

test('the income of a sale offers the rates of VAT that held on its day', async () => {
  server.use(...session())
  await drawSignedIn(<SaleDialog row={product} onClose={() => {}} />, {
    words: ['stock', 'finance'],
  })
  const day = await screen.findByRole('textbox', { name: /Vendu le/ })
  await userEvent.clear(day)
  await userEvent.type(day, '02/05/2013{Tab}')
  await userEvent.click(screen.getByRole('button', { name: /TVA de la recette/ }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) =>
    textContent?.replace(/\s/g, ' '),
  )
  expect(offered).toContain('19,6 %')
  expect(offered).not.toContain('20 %')
})
