import { business } from './fixture.ts'
import { accessible, expect, test } from './test.ts'

test('events are drawn, moved and taken back by the mouse, added and removed by keyboard (PL1)', async ({ open }) => {
  const who = await business('calendar')
  const page = await open(who)
  const other = await open(who)
  // What the layers tell stands above the hours.
  for (const each of [page, other])
    await Promise.all([each.waitForResponse(/\/layers\//), each.goto('/admin/planning/calendar?view=day')])
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
  await page.getByRole('button', { name: 'Annuler' }).last().click()
  await expect(event(other, 'Restitution', '10:00 – 11:00')).toBeVisible()

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
