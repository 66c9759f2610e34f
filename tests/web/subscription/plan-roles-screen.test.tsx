// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { PlanRolesScreen } from '#web/subscription/plan-roles-screen.tsx'

const server = fakeServer()
const audit = {
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Carnet',
  modifiedBy: 'Carnet',
}
const role = (id: string, name: string, permissions: string[]) => ({
  ...audit,
  id,
  name,
  permissions,
  newPermissions: [],
})
const EXTRA = '01J000000000000000000000R1'

test('each price has its role, which is chosen and taken away; administration is not for sale', async () => {
  const sent: unknown[] = []
  const written = { id: 'price_month', version: 1, position: '1' }
  const price = {
    unitAmount: 9,
    currency: 'EUR',
    type: 'recurring',
    intervalCount: 1,
    trialPeriodDays: 0,
  }
  let given: object[] = []
  server.use(
    ...session(),
    http.get(at('/products/actives'), () =>
      ok([
        {
          id: 'prod',
          image: '',
          name: 'Carnet',
          description: '',
          features: [],
          prices: [
            { ...price, id: 'price_month', interval: 'month' },
            { ...price, id: 'price_year', interval: 'year', unitAmount: 90 },
          ],
        },
      ]),
    ),
    http.get(at(`/pricePlanRole/${USER}/all`), () => ok(given)),
    http.get(at(`/role/${USER}/all`), () =>
      ok([
        role(EXTRA, 'Extra', ['perm_blogs_menu']),
        role('01J000000000000000000000R2', 'Chef', ['perm_admin']),
      ]),
    ),
    http.put(at(`/pricePlanRole/${USER}`), async ({ request }) => {
      sent.push(await request.json())
      given = [{ ...audit, id: 'price_month', priceId: 'price_month', roleId: EXTRA }]
      return ok(written)
    }),
    http.delete(at(`/pricePlanRole/${USER}/price_month`), () => {
      sent.push('removed')
      given = []
      return ok(written)
    }),
  )
  await drawSignedIn(<PlanRolesScreen />, { words: ['subscription', 'identity'] })
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: /Carnet.*par mois/,
  })
  await waitFor(() => expect(select.options).toHaveLength(2))
  await userEvent.selectOptions(select, 'Extra')
  await waitFor(() => expect(select.value).toBe(EXTRA))
  await waitFor(() => expect(select.disabled).toBe(false))
  await userEvent.selectOptions(select, 'Aucun rôle')
  await waitFor(() => expect(sent).toEqual([{ priceId: 'price_month', roleId: EXTRA }, 'removed']))
})
