import type { Page } from '@playwright/test'
import { freelancerPermissions } from '#domain/kernel/permissions.ts'
import type { Screen as Declared } from '#web/kernel/shell/screens.ts'
import { paths, screens as declared } from '#web/screens.ts'
import { settled } from './looks.ts'

/** A page that is looked at and who sees it. `open` goes on from the page to a state of its own. */
export type Screen = {
  readonly name: string
  readonly path: string
  readonly who: 'visitor' | 'demo' | 'admin'
  readonly open?: (page: Page) => Promise<void>
}

/** Opens the first row of a list. */
const firstRow = (page: Page): Promise<void> =>
  page
    .locator(
      '.ledger tbody tr:not(.group) .first-column:visible, .phone-list li button:visible, .phone-list li a:visible',
    )
    .first()
    .click()

/** The dialog that bills what is left of an accepted quote. */
async function billQuote(page: Page): Promise<void> {
  await firstRow(page)
  await settled(page)
  await page.locator('main .btn-primary').first().click()
}

/**
 * Opens the dialog of a new row. The button is named in the reader's language, so its class finds
 * it.
 */
const newRow = (page: Page): Promise<void> => page.locator('main .btn-primary').first().click()

/** Opens the bell's panel, and shows one of its parts. */
const bell =
  (part: number) =>
  async (page: Page): Promise<void> => {
    await page.locator('[data-bell]').click()
    await page
      .getByRole('dialog')
      .getByRole('radiogroup')
      .first()
      .locator('label')
      .nth(part)
      .click()
  }

/** The first pair of duplicates, side by side. */
async function compare(page: Page): Promise<void> {
  await page.locator('main li .btn-sm').first().click()
  await page.getByRole('radio').first().waitFor()
}

/** The dialog that applies for the first job: a phone opens the job first. */
async function apply(page: Page): Promise<void> {
  const act = page.locator('article .btn-primary').first()
  if (!(await act.isVisible())) await page.locator('.job-row').first().click()
  await act.click()
  await page.locator('.dialog .btn-primary').waitFor()
}

/** The history of the list's first record, as a page of its own. */
async function historyOfFirst(page: Page): Promise<void> {
  await firstRow(page)
  await page.waitForURL(/open=/)
  const id = new URL(page.url()).searchParams.get('open') ?? ''
  await page.goto(paths.recordHistory.to({ entity: 'company', id }))
}

/** The form of the first mission, with the words of the head in other languages. */
async function openCvForms(page: Page): Promise<void> {
  await page.locator('main .btn:has(.lucide-chevron-down)').first().click()
  await page.locator('main li .icon-btn:has(.lucide-pencil)').first().click()
}

/** The kept versions of the demo's variant, one of which was sent. */
async function openCvVersions(page: Page): Promise<void> {
  await page.locator('main .btn-sm[aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitem').last().click()
  await page.waitForURL(/variant=/)
  await settled(page)
  await page.locator('main .btn:has(.lucide-history)').click()
}

/**
 * The landing page is for visitors. Other pages are for the first account that has the permission.
 */
const readerOf = ({ context, permission }: Declared): Screen['who'] =>
  context === 'home'
    ? 'visitor'
    : permission === undefined || freelancerPermissions().includes(permission)
      ? 'demo'
      : 'admin'

/** Opens what hangs on a control of the page, and types there. */
const opened =
  (control: string, typed = '') =>
  async (page: Page): Promise<void> => {
    await page.locator(control).first().click()
    if (typed !== '') await page.keyboard.type(typed)
    await page.locator(':is(.menu, .options)[data-headlessui-state~="open"]').first().waitFor()
  }
/** The same for a control of a ledger, which a phone has as a list. */
const openedInLedger =
  (control: string) =>
  async (page: Page): Promise<void> => {
    if (await page.locator('.ledger').first().isVisible()) await opened(control)(page)
  }

/** Opens a list in the form of a new row. */
const openedInNew =
  (control: string, typed?: string) =>
  async (page: Page): Promise<void> => {
    await newRow(page)
    await settled(page)
    await opened(`.dialog ${control}`, typed)(page)
  }

/** The palette with what it found for a word: contracts, whose details are long. */
async function searched(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.locator('[cmdk-input]').fill('refonte')
  await page.locator('[cmdk-item]').first().waitFor()
}

/** Every screen of the manifests that has an address of its own. */
const plain: readonly Screen[] = Object.values<Declared>(declared)
  .filter(({ name, path }) => name !== 'error' && !path.includes(':'))
  .map((screen) => ({ name: screen.name, path: screen.path, who: readerOf(screen) }))

/** Further views: the sign-in pages, and states that a screen opens. */
const states: readonly Screen[] = [
  { name: 'sign-in', path: '/api/session/sign-in?returnTo=/admin', who: 'visitor' },
  {
    name: 'register',
    path: '/api/session/sign-in?returnTo=/admin&screen=register',
    who: 'visitor',
  },
  { name: 'unknown', path: '/no/such/page', who: 'visitor' },
  { name: 'unknown-inside', path: '/admin/no/such/page', who: 'demo' },
  {
    name: 'plan',
    path: paths.prices.to(),
    who: 'visitor',
    open: (page) => page.locator('main h2 a').first().click(),
  },
  { name: 'home-signed-in', path: paths.home.to(), who: 'demo' },
  { name: 'contract', path: paths.contracts.to(), who: 'demo', open: firstRow },
  { name: 'contract-new', path: paths.contract.to({ id: 'new' }), who: 'demo' },
  { name: 'bills-of-month', path: paths.bills.to({}, { new: 'month' }), who: 'demo' },
  { name: 'bill-draft', path: paths.bills.to({}, { view: 'draft' }), who: 'demo', open: firstRow },
  { name: 'bill-issued', path: paths.bills.to({}, { view: 'late' }), who: 'demo', open: firstRow },
  {
    name: 'quote-draft',
    path: paths.quotes.to({}, { view: 'draft' }),
    who: 'demo',
    open: firstRow,
  },
  { name: 'quote-sent', path: paths.quotes.to({}, { view: 'sent' }), who: 'demo', open: firstRow },
  {
    name: 'quote-accepted',
    path: paths.quotes.to({}, { view: 'accepted' }),
    who: 'demo',
    open: firstRow,
  },
  {
    name: 'quote-bill',
    path: paths.quotes.to({}, { view: 'accepted' }),
    who: 'demo',
    open: billQuote,
  },
  { name: 'company', path: paths.companies.to(), who: 'demo', open: firstRow },
  { name: 'transaction', path: paths.transactions.to(), who: 'demo', open: firstRow },
  { name: 'transaction-new', path: paths.transactions.to(), who: 'demo', open: newRow },
  {
    name: 'movements',
    path: paths.turnover.to({}, { view: 'movements', why: 'outcomes' }),
    who: 'demo',
  },
  { name: 'forecast', path: paths.turnover.to({}, { view: 'forecast', why: 'safe' }), who: 'demo' },
  { name: 'cv-forms', path: paths.cv.to(), who: 'demo', open: openCvForms },
  { name: 'cv-versions', path: paths.cv.to(), who: 'demo', open: openCvVersions },
  { name: 'calendar-month', path: paths.calendar.to({}, { view: 'month' }), who: 'demo' },
  { name: 'calendar-list', path: paths.calendar.to({}, { view: 'list' }), who: 'demo' },
  { name: 'calendar-exchange', path: paths.calendar.to({}, { exchange: '1' }), who: 'demo' },
  {
    name: 'board-task',
    path: paths.board.to(),
    who: 'demo',
    open: (page) => page.locator('.slip button').first().click(),
  },
  { name: 'sales', path: paths.products.to({}, { sales: '1' }), who: 'demo' },
  {
    name: 'product',
    path: paths.products.to({}, { state: 'unsold' }),
    who: 'demo',
    open: firstRow,
  },
  { name: 'bell', path: paths.board.to(), who: 'demo', open: bell(0) },
  { name: 'bell-reminders', path: paths.board.to(), who: 'demo', open: bell(1) },
  { name: 'bell-activity', path: paths.board.to(), who: 'demo', open: bell(2) },
  {
    name: 'assistant',
    path: paths.dashboard.to(),
    who: 'demo',
    open: (page) => page.locator('[data-assistant]').click(),
  },
  { name: 'story', path: paths.logs.to({}, { view: 'story' }), who: 'admin' },
  { name: 'duplicates-compared', path: paths.companyDuplicates.to(), who: 'demo', open: compare },
  { name: 'apply', path: paths.jobs.to(), who: 'demo', open: apply },
  { name: 'criteria-new', path: paths.searchCriteria.to(), who: 'demo', open: newRow },
  { name: 'removed', path: paths.removed.to({ entity: 'contact' }), who: 'demo' },
  {
    name: 'columns',
    path: paths.transactions.to(),
    who: 'demo',
    open: openedInLedger('main .btn:has(.lucide-columns-3)'),
  },
  {
    name: 'row-menu',
    path: paths.contracts.to(),
    who: 'demo',
    open: openedInLedger('.ledger [aria-haspopup="menu"]'),
  },
  {
    name: 'header-menu',
    path: paths.board.to(),
    who: 'demo',
    open: opened('header [aria-haspopup="menu"]:visible'),
  },
  { name: 'palette', path: paths.board.to(), who: 'demo', open: searched },
  {
    name: 'choice-open',
    path: paths.transactions.to(),
    who: 'demo',
    open: openedInNew('[aria-haspopup="listbox"]:visible'),
  },
  {
    name: 'combobox-open',
    path: paths.contract.to({ id: 'new' }),
    who: 'demo',
    open: opened('main [role="combobox"]'),
  },
  {
    name: 'combobox-empty',
    path: paths.personal.to(),
    who: 'demo',
    open: opened('main [role="combobox"]', 'zzz'),
  },
  {
    name: 'day-picker',
    path: paths.transactions.to(),
    who: 'demo',
    open: openedInNew('.icon-btn:has(.lucide-calendar)'),
  },
  { name: 'record-history', path: paths.companies.to(), who: 'demo', open: historyOfFirst },
]

export const screens: readonly Screen[] = [...plain, ...states]

/** Goes to a screen and waits until it stands still. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto(screen.path)
  await settled(page)
  if (screen.open === undefined) return
  await screen.open(page)
  await settled(page)
}
