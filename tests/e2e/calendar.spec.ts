import { business } from './fixture.ts'
import { finger, middleOf } from './finger.ts'
import { settled } from './looks.ts'
import { accessible, expect, test } from './test.ts'

test('events are drawn, moved and taken back by the mouse, added and removed by keyboard (PL1)', async ({
  open,
}) => {
  const who = await business('calendar')
  const page = await open(who)
  const other = await open(who)
  // Layers stand above the hours.
  for (const each of [page, other])
    await Promise.all([
      each.waitForResponse(/\/layers\//),
      each.goto('/admin/planning/calendar?view=day'),
    ])
  /** Presses at an hour of the day, which begins at seven, and lets go at another one. */
  const drag = async (from: number, to: number) => {
    const box = await page.locator('.cal-lane').boundingBox()
    if (box === null) throw new Error('The day has no hours')
    const x = box.x + box.width / 2
    const y = (at: number) => box.y + ((at - 7) * box.height) / 14
    await page.mouse.move(x, y(from))
    await page.mouse.down()
    await page.mouse.move(x, y((from + to) / 2), { steps: 3 })
    await page.mouse.move(x, y(to), { steps: 3 })
    await page.mouse.up()
  }
  const event = (on: typeof page, title: string, when = '') =>
    on.getByRole('button', { name: new RegExp(`${title}.*${when}`) })

  await drag(10.1, 10.9)
  const dialog = page.getByRole('dialog', { name: 'Nouvel événement' })
  await dialog.getByRole('textbox', { name: 'Titre' }).fill('Restitution')
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  await expect(event(page, 'Restitution', '10:00 – 11:00')).toBeVisible()
  await expect(event(other, 'Restitution', '10:00 – 11:00')).toBeVisible()
  await accessible(page)
  await drag(10.5, 12.5)
  await expect(event(other, 'Restitution', '12:00 – 13:00')).toBeVisible()
  // The other page may be told before this one is answered.
  await page
    .getByRole('status')
    .filter({ hasText: 'modifié' })
    .getByRole('button', { name: 'Annuler' })
    .click()
  await expect(event(other, 'Restitution', '10:00 – 11:00')).toBeVisible()
  // The lower edge makes the event longer.
  await event(page, 'Restitution').hover()
  const edge = await middleOf(event(page, 'Restitution').locator('.ev-grip'))
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  const day = await page.locator('.cal-lane').boundingBox()
  await page.mouse.move(edge.x, edge.y + (day?.height ?? 0) / 14, { steps: 4 })
  await page.mouse.up()
  await expect(event(other, 'Restitution', '10:00 – 12:00')).toBeVisible()

  await page.keyboard.press('n')
  await expect(dialog.getByRole('textbox', { name: 'Titre' })).toBeFocused()
  await page.keyboard.type('Appel')
  await page.keyboard.press('Enter')
  await expect(event(other, 'Appel', '09:00 – 10:00')).toBeVisible()
  await event(page, 'Appel').press('Enter')
  await expect(page.getByRole('heading', { name: 'Appel' })).toBeVisible()
  await page.getByRole('button', { name: 'Supprimer' }).press('Enter')
  await expect(event(other, 'Appel')).toHaveCount(0)
})

test('a day is planned by the keyboard alone: an event is added, found, changed and removed', async ({
  open,
}) => {
  const page = await open(await business('calendar-keys'))
  await Promise.all([
    page.waitForResponse(/\/layers\//),
    page.goto('/admin/planning/calendar?view=week'),
  ])
  const keys = page.keyboard
  const event = page.getByRole('button', { name: /Point d’étape/ })
  /** Goes on with Tab until something has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let times = 0; times < 120; times++) {
      await keys.press('Tab')
      if (
        await page.evaluate(
          (text) => new RegExp(text).test(document.activeElement?.textContent ?? ''),
          name.source,
        )
      )
        return
    }
    throw new Error(`Tab does not lead to ${name.source}`)
  }

  await keys.press('n')
  const dialog = page.getByRole('dialog', { name: 'Nouvel événement' })
  await expect(dialog.getByRole('textbox', { name: 'Titre' })).toBeFocused()
  await keys.type('Point d’étape')
  await keys.press('Enter')
  await expect(event).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await keys.press('ArrowRight')
  await expect(event).toHaveCount(0)
  await keys.press('ArrowLeft')
  await expect(event).toBeVisible()
  await tabTo(/^Point d’étape/)
  // All events and facts are one tab stop.
  await keys.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.cal-grid, .cal-bands'))).toBe(
    null,
  )
  await keys.press('Shift+Tab')
  await expect(event).toBeFocused()
  await keys.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Point d’étape' })
  await expect(panel).toBeVisible()
  await tabTo(/^Modifier$/)
  await keys.press('Enter')
  const change = page.getByRole('dialog', { name: 'Modifier l’événement' })
  await expect(change.getByRole('textbox', { name: 'Titre' })).toBeFocused()
  await keys.press('End')
  await keys.type(' du mois')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: /Point d’étape du mois/ })).toBeVisible()
  await expect(change).toHaveCount(0)

  await tabTo(/^Point d’étape du mois/)
  await keys.press('Enter')
  await tabTo(/^Supprimer$/)
  await keys.press('Enter')
  await expect(event).toHaveCount(0)
  await accessible(page)
})

for (const { language, forward } of [{ forward: 1 }, { language: 'ar', forward: -1 }] as const)
  test(`a finger draws an event, moves it to the next day and makes it longer, days run ${language ?? 'ltr'}`, async ({
    open,
  }) => {
    const who = await business('finger')
    const page = await open(who, { width: 1024, touch: true, ...(language && { language }) })
    await Promise.all([
      page.waitForResponse(/\/layers\//),
      page.goto('/admin/planning/calendar?view=week'),
    ])
    const days = page.locator('.cal-lane')
    await expect(days).toHaveCount(7)
    await page.locator('.cal-slot').first().scrollIntoViewIfNeeded()
    const place = async (day: number, hour: number) => {
      const box = await days.nth(day).boundingBox()
      if (box === null) throw new Error('The week has no days')
      return { x: box.x + box.width / 2, y: box.y + ((hour - 7) * box.height) / 14 }
    }
    const [second, third] = [await place(1, 10), await place(2, 10)]
    expect(Math.sign(third.x - second.x)).toBe(forward)

    const hand = await finger(page)
    await hand.press(await place(1, 9.1))
    await expect(page.locator('.ev-moving')).toBeVisible()
    await hand.lead(await place(1, 9.9))
    await hand.lift()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').first().fill('Restitution')
    await page.keyboard.press('Enter')
    const event = page.locator('.ev:not(.ev-moving)', { hasText: 'Restitution' })
    await expect(event).toContainText('09:00 – 10:00')
    await expect(dialog).toHaveCount(0)
    // Events that are read again are drawn again, which would end the finger's press.
    await settled(page)

    await hand.press(await middleOf(event))
    await expect(page.locator('.ev-picked:visible').first()).toBeVisible()
    await hand.lead(await place(2, 11.5))
    await hand.lift()
    await expect(event).toContainText('11:00 – 12:00')
    await settled(page)
    expect(Math.abs((await middleOf(event)).x - third.x)).toBeLessThan(12)

    await hand.press(await middleOf(event))
    await expect(page.locator('.ev-picked:visible').first()).toBeVisible()
    await hand.lift()
    await hand.press(await middleOf(page.locator('.ev-picked > .ev-grip')))
    await hand.lead(await place(2, 14.1))
    await hand.lift()
    await expect(event).toContainText('11:00 – 14:00')
    await accessible(page)
  })

test('an hour is the user’s own in a zone without whole hours, whatever the zone of the browser', async ({
  open,
}) => {
  const who = await business('kathmandu')
  await who.write('PUT', 'users/me/parameters', { timeZone: 'Asia/Kathmandu' })
  const page = await open(who)
  await Promise.all([
    page.waitForResponse(/\/layers\//),
    page.goto('/admin/planning/calendar?view=day'),
  ])
  const box = await page.locator('.cal-lane').boundingBox()
  if (box === null) throw new Error('The day has no hours')
  const y = (at: number) => box.y + ((at - 7) * box.height) / 14
  await page.mouse.move(box.x + 90, y(9.6))
  await page.mouse.down()
  await page.mouse.move(box.x + 90, y(10.4), { steps: 4 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Nouvel événement' })
  await dialog.getByRole('textbox', { name: 'Titre' }).fill('Appel')
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/api/event/'),
  )
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  const { start, end } = (await sent).postDataJSON() as { start: number; end: number }
  // Half past nine at UTC+5:45 is a quarter to four.
  expect([new Date(start).toISOString().slice(11, 16), end - start]).toEqual(['03:45', 3_600_000])
  const event = page.getByRole('button', { name: /Appel.*09:30 – 10:30/ })
  await expect(event).toBeVisible()
  const drawn = await event.boundingBox()
  expect(Math.abs((drawn?.y ?? 0) - y(9.5))).toBeLessThan(4)
})

test('arrows lead through the events of the days, and on to the next period', async ({ open }) => {
  const page = await open('demo')
  await Promise.all([
    page.waitForResponse(/\/layers\//),
    page.goto('/admin/planning/calendar?view=week'),
  ])
  await settled(page)
  const places = () =>
    page
      .locator('.cal-grid .ev[tabindex], .cal-bands a.mark')
      .evaluateAll((all) => all.filter((one) => one.getAttribute('tabindex') === '0').length)
  expect(await places()).toBe(1)
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement
      const box = one?.getBoundingClientRect()
      return { left: box?.left ?? 0, top: box?.top ?? 0, isThing: one?.matches('.ev, .mark') }
    })
  await page.locator('.cal-grid .ev[tabindex="0"], .cal-bands a.mark[tabindex="0"]').first().focus()
  await page.keyboard.press('Home')
  const first = await focused()
  await page.keyboard.press('ArrowRight')
  const second = await focused()
  expect(second.isThing).toBe(true)
  expect(second.left).toBeGreaterThan(first.left)
  await page.keyboard.press('ArrowLeft')
  expect((await focused()).left).toBe(first.left)
  expect(await places()).toBe(1)

  // Beyond the last day the next week is shown.
  await page.keyboard.press('End')
  const before = page.url()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.url()).not.toBe(before)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Raccourcis clavier' })
  await expect(help.getByText('Événement précédent, suivant')).toBeVisible()
  await expect(help.getByText('←').first()).toBeVisible()
  await expect(help).not.toContainText('Arrow')
  await accessible(page)
})
