import { business } from './fixture.ts'
import { expect, test } from './test.ts'

const MINUTE = 60_000

test('what one device writes the other shows by itself: events, tasks, reminders that are told and read', async ({
  open,
}) => {
  const who = await business('devices')
  const [desk, phone] = [await open(who), await open(who, { width: 390 })]
  const bell = (page: typeof desk) => page.locator('[data-bell]')

  await Promise.all([desk, phone].map((page) => page.goto('/admin/planning/calendar')))
  const event = (page: typeof desk) => page.getByRole('button', { name: /Restitution/ })
  await expect(desk.locator('.cal-lane').first()).toBeVisible()
  const start = Math.ceil(Date.now() / MINUTE) * MINUTE + 5 * MINUTE
  const id = await who.write('POST', 'event/me', {
    title: 'Restitution',
    start,
    end: start + 30 * MINUTE,
    reminder: 10,
  })
  for (const page of [desk, phone]) await expect(event(page)).toBeVisible()
  // Its reminder is due at once, and told on both.
  for (const page of [desk, phone]) await expect(bell(page)).toHaveAccessibleName(/1 non lue/)
  await bell(phone).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Tout marquer lu' }).click()
  await expect(bell(desk)).not.toHaveAccessibleName(/non lue/)
  await who.write('PUT', 'event/me', { id, title: 'Restitution finale' })
  await expect(desk.getByRole('button', { name: /Restitution finale/ })).toBeVisible()

  await Promise.all([desk, phone].map((page) => page.goto('/admin/management/board')))
  const task = (page: typeof desk) => page.getByRole('button', { name: 'Plan', exact: true })
  const taskId = await who.write('POST', 'board/me/task', { title: 'Plan' })
  for (const page of [desk, phone]) await expect(task(page)).toBeVisible()
  await who.write('PUT', `board/me/task/${taskId}/move`, { column: 'done', position: 0 })
  await expect(desk.locator('[data-lane="done"]').getByRole('button', { name: 'Plan', exact: true })).toBeVisible()
  await expect(task(phone)).toHaveCount(0)
})
