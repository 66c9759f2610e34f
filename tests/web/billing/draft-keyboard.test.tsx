// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { at, refused, USER } from '../signed-in.tsx'
import { bill, day, draft, item, ready } from './answers.ts'
import { answers, field, put, saving, server, show, userRests } from './bill-page.tsx'

describe('a draft by the keyboard alone', () => {
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
    expect(await screen.findByText('Un champ est à corriger avant l’enregistrement.')).toBeDefined()
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
