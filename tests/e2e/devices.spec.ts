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
  // Shortly before midnight it stands on two days.
  const event = (page: typeof desk, title: RegExp) =>
    page.getByRole('button', { name: title }).first()
  await expect(desk.locator('.cal-lane').first()).toBeVisible()
  const start = Math.ceil(Date.now() / MINUTE) * MINUTE + 5 * MINUTE
  const id = await who.write('POST', 'event/me', {
    title: 'Restitution',
    start,
    end: start + 30 * MINUTE,
    reminder: 10,
  })
  for (const page of [desk, phone]) await expect(event(page, /Restitution/)).toBeVisible()
  // The reminder is due at once, and both devices tell it.
  for (const page of [desk, phone]) await expect(bell(page)).toHaveAccessibleName(/1 non lue/)
  await bell(phone).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Tout marquer lu' }).click()
  await expect(bell(desk)).not.toHaveAccessibleName(/non lue/)
  await who.write('PUT', 'event/me', { id, title: 'Restitution finale' })
  await expect(event(desk, /Restitution finale/)).toBeVisible()

  await Promise.all([desk, phone].map((page) => page.goto('/admin/management/board')))
  const task = (page: typeof desk) => page.getByRole('button', { name: 'Plan', exact: true })
  const taskId = await who.write('POST', 'board/me/task', { title: 'Plan' })
  for (const page of [desk, phone]) await expect(task(page)).toBeVisible()
  await who.write('PUT', `board/me/task/${taskId}/move`, { column: 'done', position: 0 })
  await expect(
    desk.locator('[data-lane="done"]').getByRole('button', { name: 'Plan', exact: true }),
  ).toBeVisible()
  await expect(task(phone)).toHaveCount(0)
})

test('a browser whose user agreed tells a reminder once, also when two tabs are open', async ({
  open,
}) => {
  const who = await business('notices')
  const page = await open(who)
  const context = page.context()
  // The browser draws its notifications outside of the page, and without a window none. A class of
  // the test notes them instead. The user agrees once for all tabs.
  await context.addInitScript(() => {
    const told: string[] = []
    const AGREED = 'test.agreed'
    class Told {
      constructor(_title: string, options?: NotificationOptions) {
        told.push(options?.body ?? '')
      }
      static get permission() {
        return localStorage.getItem(AGREED) ?? 'default'
      }
      static async requestPermission() {
        localStorage.setItem(AGREED, 'granted')
        return 'granted'
      }
    }
    Object.assign(window, { Notification: Told, told })
  })
  const told = (tab: typeof page) =>
    tab.evaluate(() => (window as typeof window & { told: string[] }).told)
  const remind = (title: string) =>
    who.write('POST', 'event/me', {
      title,
      start: Date.now() + 5 * MINUTE,
      end: Date.now() + 35 * MINUTE,
      reminder: 10,
    })

  await page.goto('/admin/planning/calendar')
  const bell = page.locator('[data-bell]')
  await remind('Avant l’accord')
  await expect(bell).toHaveAccessibleName(/1 non lue/)
  expect(await told(page)).toEqual([])
  await bell.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'M’avertir aussi par le navigateur' })
    .click()
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Ne plus avertir par le navigateur' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  const second = await context.newPage()
  await second.goto('/admin/management/board')
  await remind('Restitution')
  await expect(bell).toHaveAccessibleName(/2 non lues/)
  const both = async () => [...(await told(page)), ...(await told(second))]
  await expect.poll(both).toEqual([expect.stringContaining('Restitution')])
})
