import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { monthAway, monthName, today } from './calendar.ts'
import { unique } from './sign-in.ts'
import { expect, retype, test } from './test.ts'

const PASSWORD = 'Une-phrase-de-carnet'

/** As a column whose head names the currency writes it. */
const figure = (amount: number) =>
  new Intl.NumberFormat('fr', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: true,
  }).format(amount)
const euros = (amount: number) => `${figure(amount)} €`
const cents = (amount: number) => Math.round(amount * 100) / 100

/** A text field by its whole name, in the page or in a part of it. */
const fields = (within: Page | Locator) => async (values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values))
    await within.getByRole('textbox', { name, exact: true }).first().fill(value)
}
/**
 * Goes to an entry of the menu, and waits until its page has replaced the earlier one. The title of
 * an entry is its name without the count.
 */
const by = (menu: Locator) => async (name: string) => {
  const entry = menu.getByTitle(name, { exact: true })
  await entry.click()
  await expect(entry).toHaveAttribute('aria-current', 'page')
}
const choose = async (within: Page | Locator, field: string, typed: string) => {
  await within.getByRole('combobox', { name: field, exact: true }).fill(typed)
  const page = 'page' in within ? within.page() : within
  // While it is searched for, the list offers to make it.
  await page.getByRole('option', { name: new RegExp(`^${typed}`) }).click()
}

/** A picture as its owner keeps it. */
const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
const logo = (): Buffer => {
  const canvas = createCanvas(240, 96)
  const context = canvas.getContext('2d')
  context.fillStyle = '#2148ab'
  context.fillRect(0, 0, 240, 96)
  context.fillStyle = '#ffffff'
  context.fillRect(24, 24, 48, 48)
  return canvas.toBuffer('image/png')
}

/** Clicks and takes the file: what the server says it is, its name and its bytes. */
async function pdfBy(page: Page, button: Locator) {
  const [answer, file] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/pdf')),
    page.waitForEvent('download'),
    button.click(),
  ])
  return {
    type: answer.headers()['content-type'],
    name: file.suggestedFilename(),
    bytes: readFileSync(await file.path()),
  }
}

test('a freelancer’s month, in French: from the sign-up page to money in the bank, and back through its history', async ({
  open,
}) => {
  test.slow()
  const now = today()
  const past = monthAway(-1)
  const number = `${now.year}-0001`
  const userName = unique('journal')
  // A broken logo, and the client of an issued bill that is to be deleted.
  const page = await open('visitor', { refused: [422, 409] })
  const go = by(page.getByRole('navigation', { name: 'Menu principal' }))
  const dialog = page.getByRole('dialog')
  const title = page.getByRole('heading', { level: 1 })
  const state = page.locator('.tag')
  // Counted by hand, from the days that the grid says are worked on.
  let net = 0
  let vat = 0
  let paper: Buffer = Buffer.alloc(0)

  await test.step('sign up, then sign in', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Créer mon compte' }).first().click()
    await fields(page)({
      Prénom: 'Camille',
      Nom: 'Fontanel',
      'Adresse e-mail': `${userName}@carnet.example`,
      'Nom d’utilisateur': userName,
      'Mot de passe': PASSWORD,
      'Confirmer le mot de passe': PASSWORD,
    })
    await page.getByRole('button', { name: 'Créer mon compte' }).click()
    await expect(page.getByRole('status')).toContainText('Compte créé avec succès')
    await expect(page.getByText(userName, { exact: true })).toBeVisible()
    // The page goes on by itself.
    await expect(page).toHaveURL(/\/bienvenue/)
  })

  await test.step('the first steps: oneself, the company from the registry, the bank and VAT', async () => {
    await page.getByRole('combobox', { name: 'Nom, SIREN ou SIRET' }).fill('atelier brumaire')
    await page.getByRole('option', { name: /ATELIER BRUMAIRE/i }).click()
    await expect(page.getByRole('textbox', { name: 'SIREN', exact: true })).toHaveValue(
      /732.829.320/,
    )
    await fields(page)({ 'Greffe du RCS': 'Nantes', 'Capital social': '1000' })
    await page.getByRole('button', { name: 'Continuer' }).click()
    await fields(page)({ IBAN: 'FR14 2004 1010 0505 0001 3M02 606', Banque: 'Banque des Brumes' })
    await page.getByRole('radio', { name: 'Réel normal' }).click()
    await expect(page.getByRole('textbox', { name: 'Numéro de TVA' })).toHaveValue(
      /^FR\s?44\s?732\s?829\s?320$/,
    )
    await page.getByRole('button', { name: 'Terminer' }).click()
    await expect(page).toHaveURL(/dashboard\/default/)
    await expect(title).toContainText('quatre pas jusqu’à la première facture')
  })

  await test.step('the company’s page: a broken logo is refused, a sound one heads the paper, the IBAN is checked', async () => {
    const preview = page.getByRole('complementary', { name: 'Ce que lira le client' })
    await go('Votre entreprise')
    await expect(preview.getByText('Cette entreprise peut émettre des factures')).toBeVisible()
    const file = page.locator('input[type="file"]').first()
    await file.setInputFiles(picture('abîmée.png', logo().subarray(0, 120)))
    // The browser draws what there is of it; the server looks into the bytes.
    // Beside the field and in a notification.
    await expect(page.getByRole('alert').first()).toContainText(
      'Veuillez téléverser un fichier image valide.',
    )
    await expect(preview.locator('img')).toHaveCount(0)
    await file.setInputFiles(picture('logo.png', logo()))
    await expect(page.getByText('Image enregistrée')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remplacer l’image : Logo' })).toBeVisible()
    const iban = page.getByRole('textbox', { name: 'IBAN' })
    await retype(iban, 'FR76 3000 6000 0112 3456 7890 188')
    await iban.blur()
    await expect(page.getByText(/La clé de l’IBAN ne tombe pas juste/)).toBeVisible()
    await retype(iban, 'FR76 3000 6000 0112 3456 7890 189')
    // A long form also offers it at its foot, while the head is scrolled away.
    await page.getByRole('button', { name: 'Enregistrer' }).first().click()
    await expect(page.getByText('Mis à jour avec succès')).toBeVisible()
    await page.reload()
    await expect(iban).toHaveValue(/^FR76\s3000\s6000\s0112\s3456\s7890\s189$/)
    await expect(preview.locator('img[src^="data:image/png"]')).toBeVisible()
  })

  await test.step('a client, found in the registry', async () => {
    await go('Sociétés clientes')
    await page.getByRole('button', { name: 'Ajouter une société' }).first().click()
    await dialog.getByRole('combobox', { name: 'Chercher au registre' }).fill('moulin')
    await page.getByRole('option', { name: /MOULIN/i }).click()
    await fields(dialog)({
      Dénomination: 'Moulin-Neuf Énergie',
      Adresse: '2 quai du Barrage',
      'Code postal': '67000',
      Ville: 'Strasbourg',
    })
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(page.getByRole('row', { name: /Moulin-Neuf Énergie/ })).toBeVisible()
  })

  await test.step('whom to ask for there', async () => {
    await go('Contacts')
    await page.getByRole('button', { name: 'Ajouter un contact' }).first().click()
    await fields(dialog)({ Nom: 'Comptabilité', Fonction: 'Règlement des factures' })
    await choose(dialog, 'Société', 'Moulin-Neuf Énergie')
    await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(page.getByRole('row', { name: /Comptabilité/ })).toContainText(
      'Moulin-Neuf Énergie',
    )
  })

  await test.step('a contract with that client, 500 € a day', async () => {
    await go('Contrats')
    await page.getByRole('link', { name: 'Nouveau contrat' }).first().click()
    await fields(page)({
      Objet: 'Suivi des turbines',
      'Prix HT par jour': '500',
      'Pénalités de retard (%)': '12,15',
      Début: `01/${String(past.month).padStart(2, '0')}/${past.year}`,
    })
    await choose(page, 'Client', 'Moulin-Neuf Énergie')
    await page.getByRole('button', { name: 'Créer le contrat' }).click()
    await expect(
      dialog.getByRole('heading', { name: /Suivi des turbines|Moulin-Neuf/ }).first(),
    ).toBeVisible()
  })

  await test.step('last month’s days, typed: half a day, then whole ones to the end', async () => {
    await go('Feuilles de temps')
    await page.getByRole('button', { name: 'Mois précédent' }).click()
    await expect(title).toContainText(new RegExp(monthName(past), 'i'))
    // The grid is one stop for Tab, on the first working day.
    await page.getByRole('grid').locator('[tabindex="0"]').focus()
    await page.keyboard.press('5')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('1')
    await page.keyboard.press('Shift+End')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Enregistré à/)).toBeVisible()
    const line = page.getByText(/jours saisis sur \d+ ouvrés/)
    const [, typed = '', working = ''] =
      /^([\d,]+) jours saisis sur (\d+) ouvrés/.exec(await line.innerText()) ?? []
    expect(Number(typed.replace(',', '.'))).toBe(Number(working) - 0.5)
    net = cents((Number(working) - 0.5) * 500)
    vat = cents(net * 0.2)
    await page.reload()
    await expect(line).toContainText(`${typed} jours saisis`)
  })

  await test.step('the days become a draft, and nothing stands in the way of issuing it', async () => {
    await page.getByRole('button', { name: `Facturer ${monthName(past)}` }).click()
    await expect(title).toHaveText('Facture pour Moulin-Neuf Énergie')
    await expect(page.locator('.total').last()).toContainText(euros(net + vat))
    await expect(page.getByRole('heading', { name: 'Tout est en règle' })).toBeVisible()
  })

  await test.step('issued, it has its number; its PDF is handed over', async () => {
    await page.getByRole('button', { name: 'Émettre' }).click()
    await expect(
      dialog.getByRole('heading', {
        name: new RegExp(`^Émettre ${number}, .* à .*Moulin-Neuf Énergie`),
      }),
    ).toBeVisible()
    await dialog.getByRole('button', { name: 'Émettre' }).click()
    await expect(title).toHaveText(`Facture ${number}`)
    const pdf = await pdfBy(page, page.getByRole('button', { name: 'Télécharger le PDF' }))
    expect(pdf.type).toContain('application/pdf')
    expect(pdf.name).toBe(`${number}.pdf`)
    expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    // The logo is on it.
    expect(pdf.bytes.includes('/Subtype /Image')).toBe(true)
    paper = pdf.bytes
    await expect(page.getByText(createHash('sha256').update(pdf.bytes).digest('hex'))).toBeVisible()
  })

  await test.step('paid, then collected', async () => {
    await page.getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await expect(dialog).toContainText(euros(net + vat))
    await dialog.getByRole('button', { name: 'Enregistrer un paiement' }).click()
    await expect(state).toHaveText('Payée')
    await page.getByRole('button', { name: 'Marquer encaissée' }).click()
    await dialog.getByRole('button', { name: 'Marquer encaissée' }).click()
    await expect(state).toHaveText('Encaissée')
  })

  await test.step('the books hold the payment', async () => {
    await go('Transactions')
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: new RegExp(number) }) })
    await expect(row).toContainText('Moulin-Neuf Énergie')
    await expect(row).toContainText('Encaissée')
    await expect(row).toContainText(`+${figure(net + vat)}`)
  })

  await test.step('the dashboard counts the month, without VAT', async () => {
    await go('Tableau de bord')
    await page.getByRole('button', { name: 'Voir en tableau' }).click()
    const row = page
      .getByRole('table', { name: /^Encaissements de/ })
      .getByRole('row', { name: new RegExp(`^${monthName(now)}`, 'i') })
    await expect(row.getByRole('cell')).toHaveText([net, vat, net + vat].map(figure))
    await row.getByRole('button').click()
    await page
      .getByRole('link', { name: new RegExp(number) })
      .last()
      .click()
    await expect(title).toHaveText(`Facture ${number}`)
  })

  await test.step('its history tells who did what, and shows the bill as it was', async () => {
    const told = page.getByRole('region', { name: 'Historique' }).getByRole('listitem')
    for (const what of [
      'Brouillon créé',
      'Document émis',
      'Paiement enregistré',
      'Facture encaissée',
    ])
      await expect(told.filter({ hasText: what })).toContainText('Camille Fontanel')
    await expect(page.getByText(/chaîne vérifiée/)).toBeVisible()
    const slider = page.getByRole('slider', { name: 'Voir à une date passée' })
    await slider.press('Home')
    await expect(page.getByText('Rien ne peut être modifié ici.')).toBeVisible()
    await expect(state).toHaveText('Brouillon')
    await expect(title).toHaveText('Facture pour Moulin-Neuf Énergie')
    // Frozen, then issued.
    await slider.press('ArrowRight')
    await slider.press('ArrowRight')
    await expect(state).toHaveText('En attente')
    await expect(title).toHaveText(`Facture ${number}`)
    await page.getByRole('button', { name: 'Revenir à aujourd’hui' }).click()
    await expect(state).toHaveText('Encaissée')
  })

  await test.step('the client of an issued bill stays, and the refusal leads to the bill', async () => {
    await go('Sociétés clientes')
    await page.getByRole('row', { name: /Moulin-Neuf Énergie/ }).click()
    await dialog.getByRole('button', { name: 'Modifier' }).click()
    await dialog.getByRole('button', { name: 'Supprimer' }).click()
    const question = page.getByRole('dialog', { name: /Êtes-vous sûr de vouloir supprimer/ })
    await question.getByRole('button', { name: 'Supprimer' }).click()
    await expect(question.getByRole('alert')).toContainText(
      'Impossible de supprimer cette société, car elle est associée à des lignes de facturation. Veuillez ' +
        'supprimer les lignes de facturation avant de réessayer.',
    )
    await question.getByRole('link', { name: number }).click()
    await expect(title).toHaveText(`Facture ${number}`)
  })

  await test.step('the client moves; a credit note takes all of the bill back, and its paper stays as it was', async () => {
    await go('Sociétés clientes')
    await page.getByRole('row', { name: /Moulin-Neuf Énergie/ }).click()
    await dialog.getByRole('button', { name: 'Modifier' }).click()
    await fields(dialog)({ Adresse: '9 rue d’Ailleurs', Ville: 'Colmar' })
    await dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('row', { name: /Moulin-Neuf Énergie/ }).click()
    await expect(dialog.getByText(/Colmar/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await go('Facturation')
    await page.getByRole('row', { name: new RegExp(number) }).click()
    await page.getByRole('button', { name: 'Faire un avoir' }).click()
    await dialog.getByRole('button', { name: 'Créer l’avoir' }).click()
    await expect(title).toHaveText('Avoir pour Moulin-Neuf Énergie')
    await expect(page.locator('.total').last()).toContainText(euros(net + vat))
    await page.getByRole('button', { name: 'Émettre' }).click()
    await dialog.getByRole('button', { name: 'Émettre' }).click()
    await expect(title).toHaveText(`Avoir AV${number}`)
    await page.getByRole('link', { name: new RegExp(`^sur ${number}`) }).click()
    await expect(title).toHaveText(`Facture ${number}`)
    await expect(state).toHaveText('Annulée par avoir')
    const again = await pdfBy(page, page.getByRole('button', { name: 'Télécharger le PDF' }))
    expect(again.bytes.equals(paper)).toBe(true)
  })
})

test('the same in Arabic, right to left: from the sign-up page to a paid bill written by hand', async ({
  open,
}) => {
  test.slow()
  const past = monthAway(-1)
  const number = `${today().year}-0001`
  const userName = unique('daftar')
  const page = await open('visitor')
  const mirrored = () => expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const go = by(page.getByRole('navigation', { name: 'القائمة الرئيسية' }))
  const dialog = page.getByRole('dialog')
  const title = page.getByRole('heading', { level: 1 })

  await test.step('sign up and sign in, in Arabic', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'العربية' }).click()
    await mirrored()
    await page.getByRole('link', { name: 'إنشاء حسابي' }).first().click()
    await mirrored()
    await fields(page)({
      'الاسم الأول': 'كاميليا',
      'اسم العائلة': 'الفنتنال',
      'البريد الإلكتروني': `${userName}@carnet.example`,
      'اسم المستخدم': userName,
      'كلمة المرور': PASSWORD,
      'تأكيد كلمة المرور': PASSWORD,
    })
    await page.getByRole('button', { name: 'إنشاء حسابي' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('أهلًا بك، حسابك جاهز')
    await expect(page).toHaveURL(/\/bienvenue/)
    await mirrored()
  })

  await test.step('the first steps, without VAT', async () => {
    await page.getByRole('combobox', { name: 'الاسم أو SIREN أو SIRET' }).fill('732829320')
    await page.getByRole('option', { name: /ATELIER BRUMAIRE/i }).click()
    await fields(page)({ 'مدينة السجل التجاري': 'Nantes', 'رأس المال': '1000' })
    await page.getByRole('button', { name: 'متابعة' }).click()
    await fields(page)({ IBAN: 'FR14 2004 1010 0505 0001 3M02 606' })
    await page.getByRole('radio', { name: 'إعفاء' }).click()
    await page.getByRole('button', { name: 'إنهاء' }).click()
    await expect(page).toHaveURL(/dashboard\/default/)
    await mirrored()
  })

  await test.step('a client', async () => {
    await go('شركات العملاء')
    await page.getByRole('button', { name: 'إضافة شركة' }).first().click()
    await fields(dialog)({
      الاسم: 'مطحنة النهر',
      SIREN: '552100554',
      العنوان: '2 quai du Barrage',
      'الرمز البريدي': '67000',
      المدينة: 'Strasbourg',
    })
    await dialog.getByRole('button', { name: 'إضافة', exact: true }).click()
    await expect(page.getByRole('row', { name: /مطحنة النهر/ })).toBeVisible()
  })

  await test.step('a contract, and a day and a half of last month: in the mirrored grid the left arrow goes on', async () => {
    await go('العقود')
    await page.getByRole('link', { name: 'عقد جديد' }).first().click()
    // The proposed legal rate depends on the day; the agreed rate does not.
    await fields(page)({
      الموضوع: 'متابعة التوربينات',
      'سعر اليوم دون ضريبة': '400',
      'غرامة التأخير (%)': '12.15',
      البداية: `01/${String(past.month).padStart(2, '0')}/${past.year}`,
    })
    await choose(page, 'العميل', 'مطحنة النهر')
    // The terms of the client arrive a moment after its choice, and move the button.
    await page.getByRole('button', { name: 'إنشاء العقد' }).press('Enter')
    await expect(
      dialog.getByRole('heading', { name: /متابعة التوربينات|مطحنة النهر/ }).first(),
    ).toBeVisible()

    await go('كشوف الأيام')
    await page.getByRole('button', { name: 'الشهر السابق' }).click()
    await expect(title).toContainText(monthName(past, 'ar'))
    const stop = page.getByRole('grid').locator('[tabindex="0"]')
    const first = await stop.getAttribute('data-cell')
    await stop.focus()
    await page.keyboard.press('1')
    await page.keyboard.press('ArrowLeft')
    expect((await stop.getAttribute('data-cell')) ?? '').not.toBe(first)
    await page.keyboard.press('5')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^حُفظ الساعة/)).toBeVisible()
    await expect(page.getByRole('grid').locator('.jour')).toHaveCount(2)
  })

  await test.step('the bill of these days, with a line by hand, issued', async () => {
    await page.getByRole('button', { name: `فوترة ${monthName(past, 'ar')}` }).click()
    await expect(title).toHaveText(/^فاتورة لفائدة \u2068?مطحنة النهر/)
    await page.getByRole('button', { name: 'إضافة بند' }).click()
    await expect(page.getByRole('button', { name: 'إصدار', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await fields(page)({
      'البيان، البند 2': 'ترجمة دليل',
      'الكمية، البند 2': '2.5',
      'السعر دون ضريبة، البند 2': '400',
    })
    await expect(page.getByRole('heading', { name: 'كل شيء سليم' })).toBeVisible()
    await page.getByRole('button', { name: 'إصدار', exact: true }).click()
    // French mentions are written in French, whatever the language of the screen.
    await expect(dialog.getByRole('article', { name: 'المستند' })).toContainText('293 B')
    await dialog.getByRole('button', { name: 'إصدار', exact: true }).click()
    await expect(title).toContainText(number)
    const pdf = await pdfBy(page, page.getByRole('button', { name: 'تنزيل ملف PDF' }))
    expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    await expect(page.getByText(createHash('sha256').update(pdf.bytes).digest('hex'))).toBeVisible()
  })

  await test.step('paid', async () => {
    await page.getByRole('button', { name: 'تسجيل دفعة' }).click()
    await dialog.getByRole('button', { name: 'تسجيل دفعة' }).click()
    await expect(page.locator('.tag')).toHaveText('مدفوعة')
    await expect(
      page
        .getByRole('region', { name: 'السجل' })
        .getByRole('listitem')
        .filter({ hasText: 'سُجّلت دفعة' }),
    ).toContainText('كاميليا الفنتنال')
    await go('المعاملات')
    await expect(page.getByRole('row', { name: new RegExp(number) })).toContainText('+1,600.00')
    await mirrored()
  })
})
