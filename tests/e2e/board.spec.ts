import { business } from './fixture.ts'
import { finger, middleOf } from './finger.ts'
import { accessible, expect, test } from './test.ts'

test('a task is added, carried by the keys and by the mouse, and a column goes without its tasks (BO1, BO2)', async ({
  open,
}) => {
  const page = await open(await business('board'))
  await page.goto('/admin/management/board')
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await lane('À faire')
    .getByRole('button', { name: /Ajouter/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Nouvelle tâche' })
  await dialog.getByRole('textbox', { name: 'Titre' }).fill('Plan de migration')
  await dialog.getByRole('textbox', { name: 'Temps estimé' }).fill('6')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  const task = (where: string) =>
    lane(where).getByRole('button', { name: 'Plan de migration', exact: true })
  await expect(task('À faire')).toBeVisible()

  await task('À faire').press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Plan de migration vers En cours, position 1 sur 1')).toBeVisible()
  await accessible(page)
  await page.keyboard.press('Space')
  await expect(task('En cours')).toBeFocused()

  await lane('En cours').getByRole('listitem').first().dragTo(lane('Terminé').getByRole('heading'))
  await expect(task('Terminé')).toBeVisible()
  await page.getByRole('button', { name: 'Annuler' }).last().click()
  await expect(task('En cours')).toBeVisible()

  await page.getByRole('button', { name: 'Actions de la colonne En cours' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  const removal = page.getByRole('dialog')
  await expect(removal.getByText('contient 1 tâche.')).toBeVisible()
  await removal.getByRole('button', { name: 'Supprimer' }).click()
  await expect(task('À faire')).toBeVisible()
  await expect(lane('En cours')).toHaveCount(0)
})

test('a board is kept by the keyboard alone: add, carry, open, move by the menu, take back', async ({
  open,
}) => {
  const page = await open(await business('board-keys'))
  await page.goto('/admin/management/board')
  const keys = page.keyboard
  const lane = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(lane('À faire')).toBeVisible()
  const task = (where: string, title: string) =>
    lane(where).getByRole('button', { name: title, exact: true })
  const add = async (title: string) => {
    await keys.press('n')
    const dialog = page.getByRole('dialog', { name: 'Nouvelle tâche' })
    await expect(dialog.getByRole('textbox', { name: 'Titre' })).toBeFocused()
    await keys.type(title)
    await keys.press('Enter')
    await expect(task('À faire', title)).toBeVisible()
    await expect(dialog).toHaveCount(0)
  }
  /** Goes on with Tab until something has the focus. */
  const tabTo = async (name: string) => {
    for (let times = 0; times < 120; times++) {
      await keys.press('Tab')
      const focused = await page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )
      if (focused === name) return
    }
    throw new Error(`Tab does not lead to ${name}`)
  }
  await add('Plan')
  await add('Chiffrage')

  await tabTo('Chiffrage')
  await keys.press('Space')
  await keys.press('ArrowUp')
  await expect(page.getByText('Chiffrage vers À faire, position 1 sur 2')).toBeVisible()
  await keys.press('ArrowRight')
  await keys.press('Escape')
  await expect(page.getByText(/Chiffrage vers/)).toHaveCount(0)
  await keys.press('Space')
  await keys.press('ArrowRight')
  await keys.press('Space')
  await expect(task('En cours', 'Chiffrage')).toBeFocused()

  await keys.press('Tab')
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Modifier' })).toBeVisible()
  await keys.type('Term')
  await keys.press('Enter')
  await expect(task('Terminé', 'Chiffrage')).toBeVisible()

  await tabTo('Plan')
  await keys.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Plan' })
  await expect(dialog.getByRole('textbox', { name: 'Titre' })).toBeFocused()
  await keys.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('columns run from right to left in Arabic, and a finger carries a task over a phone’s edge to the next', async ({
  open,
}) => {
  const who = await business('board-finger')
  const taskId = await who.write('POST', 'board/me/task', { title: 'Plan de migration' })
  const wide = await open(who, { language: 'ar' })
  await wide.goto('/admin/management/board')
  const slip = (page: typeof wide, lane: string) =>
    page.locator(`[data-lane="${lane}"] [data-task="${taskId}"]`)
  const [todo, doing] = [wide.locator('[data-lane="todo"]'), wide.locator('[data-lane="doing"]')]
  await expect(slip(wide, 'todo')).toBeVisible()
  expect((await middleOf(doing)).x).toBeLessThan((await middleOf(todo)).x)
  await slip(wide, 'todo').getByRole('button').first().press('Space')
  await wide.keyboard.press('ArrowLeft')
  await wide.keyboard.press('Space')
  await expect(slip(wide, 'doing').getByRole('button').first()).toBeFocused()
  await slip(wide, 'doing').dragTo(todo.getByRole('heading'))
  await expect(slip(wide, 'todo')).toBeVisible()
  await accessible(wide)

  const phone = await open(who, { language: 'ar', width: 390 })
  await phone.goto('/admin/management/board')
  await expect(slip(phone, 'todo')).toBeVisible()
  const hand = await finger(phone)
  const from = await middleOf(slip(phone, 'todo'))
  await hand.press(from)
  await expect(phone.locator('.touch-ghost')).toBeVisible()
  await hand.lead({ x: 4, y: from.y })
  await expect(phone.locator('[data-lane="doing"]')).toBeVisible()
  await hand.lead({ x: 195, y: from.y })
  await hand.lift()
  await expect(slip(phone, 'doing')).toBeVisible()
  await expect(slip(wide, 'doing')).toBeVisible()
  await accessible(phone)
})

test('a column that keeps its name when its limit is set is told in the language of each reader', async ({
  open,
}) => {
  const who = await business('columns')
  const page = await open(who)
  await page.goto('/admin/management/board')
  await page.getByRole('button', { name: 'Actions de la colonne À faire' }).click()
  await page.getByRole('menuitem').first().click()
  const dialog = page.getByRole('dialog', { name: 'À faire' })
  await dialog.getByRole('textbox', { name: 'Tâches à la fois' }).fill('4')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('4 au plus')).toBeVisible()
  const german = await open(who, { language: 'de' })
  await german.goto('/admin/management/board')
  await expect(german.getByRole('heading', { level: 2 }).first()).not.toHaveText('À faire')
})
