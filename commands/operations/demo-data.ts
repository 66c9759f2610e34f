import { createHash } from 'node:crypto'
import { billCommands } from '#commands/billing/bills.ts'
import { billIssuance } from '#commands/billing/issue-bill.ts'
import type { BillingPorts } from '#commands/billing/ports.ts'
import { productPorts } from '#commands/billing/product-ports.ts'
import { projectCommands } from '#commands/projects/project.ts'
import type { Documents } from '#commands/gateways/documents.ts'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { activeProfileIn } from '#commands/profile/professional-info.ts'
import { recordCommands } from '#commands/records.ts'
import { timesheetCommands } from '#commands/timesheets/timesheet.ts'
import type { BillLine } from '#domain/billing/content.ts'
import { noTerms, type ProjectTerms } from '#domain/projects/project.ts'
import { Company } from '#domain/customers/company.record.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import type { EventStore } from '#domain/kernel/event-store.ts'
import { vatNumberOf } from '#domain/kernel/identifiers.ts'
import { QUANTITY_SCALE } from '#domain/kernel/money.ts'
import { recordDecider, type RecordValues } from '#domain/kernel/record-decider.ts'
import type { RecordType } from '#domain/kernel/record.ts'
import {
  addDays,
  type Day,
  dayIn,
  daysInMonth,
  epochOfDay,
  makeDay,
  monthOf,
  weekday,
  yearOf,
} from '#domain/kernel/time.ts'
import { type LogBook, logLines, noLogBook } from '#domain/operations/log-book.ts'
import { professionalInfoDecider } from '#domain/profile/professional-info.ts'
import { Product } from '#domain/stock/product.record.ts'
import { type Activity, HALF_DAY, WHOLE_DAY } from '#domain/timesheets/timesheet.ts'
import { holidayOn } from '#domain/timesheets/holidays.ts'
import { workingDaysOf } from '#domain/timesheets/working-days.ts'

/*
 * A freelancer's year, told through the same commands as any other, at the hours it would have happened. Companies are invented and
 * their SIREN lie in a range that is given to nobody; every paper says SIMULATION.
 * @source CGI 286 I-3° bis: data for training is marked as such
 */

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HOUR = 3_600_000
const MONTHS_BACK = 11

const CLIENTS = [
  {
    key: 'brumaire',
    name: 'Atelier Brumaire',
    siren: '000000109',
    legalStatus: 'SARL',
    street: '7 rue des Encriers',
    postalCode: '69004',
    city: 'Lyon-sur-Papier',
  },
  {
    key: 'hydravion',
    name: 'Hydravion SAS',
    siren: '000000208',
    legalStatus: 'SAS',
    street: '31 quai des Voiles',
    postalCode: '33000',
    city: 'Bordeaux-Fictif',
  },
  {
    key: 'tournebroche',
    name: 'Maison Tournebroche',
    siren: '000000307',
    legalStatus: 'SARL',
    street: '2 place du Four',
    postalCode: '21000',
    city: 'Dijon-Fictif',
  },
  {
    key: 'moulin',
    name: 'Moulin-Neuf Énergie',
    siren: '000000406',
    legalStatus: 'SA',
    street: '18 chemin de la Vanne',
    postalCode: '38000',
    city: 'Grenoble-Fictive',
  },
  {
    key: 'lampadaire',
    name: 'Coopérative Lampadaire',
    siren: '000000505',
    legalStatus: 'SA',
    street: '3 quai des Réverbères',
    postalCode: '44000',
    city: 'Nantes-Fictive',
  },
] as const // prettier-ignore

const SELLER = {
  name: 'Fontanel Conseil',
  siren: '000000604',
  siret: '00000060400017',
  iban: 'FR7600000000000000000000194',
} as const

export type Demonstration = {
  /** Whether a user's data is a sample: then every paper says so. */
  readonly isSimulation: (owner: string) => Promise<boolean>
  /** Tells the year that ends today. What was told before is not told again, so a crash in the middle is finished at the next start. */
  readonly fill: (owner: string, now: number) => Promise<void>
}

const demoLine = logLines('Demo', { DEMO_FILLED: 'Info' })

export function demoData(deps: {
  readonly store: EventStore
  readonly documents: Documents
  readonly renderPdf: BillingPorts['renderPdf']
  readonly book?: Pick<LogBook, 'write'>
}): Demonstration {
  const { store, documents, renderPdf, book = noLogBook } = deps
  const known = new Map<string, boolean>()

  /** The account `demo` that the first start made. */
  async function isSimulation(owner: string): Promise<boolean> {
    const cached = known.get(owner)
    if (cached !== undefined) return cached
    const { events } = await store.readStream(`user-${owner}`, { limit: 1 })
    const first = events[0]
    if (first === undefined) return false
    const simulated = first.meta.actor.id === 'first-start' && (first.data as { userName?: string }).userName === 'demo'
    known.set(owner, simulated)
    return simulated
  }

  async function fill(owner: string, now: number): Promise<void> {
    // The teller's clock stands where the tale has come to.
    let at = now
    const handler = createHandler({ store, clock: { now: () => at } })
    const id = (key: string): string =>
      [...createHash('sha256').update(`${owner} ${key}`).digest().subarray(0, 26)]
        .map((byte, i) => LETTERS[byte % (i === 0 ? 8 : 32)])
        .join('')
    const meta = (key: string): CommandMeta => ({
      commandId: id(`command ${key}`),
      owner,
      actor: { kind: 'user', id: owner, name: 'Démo' },
      cause: 'demo',
    })
    if ((await handler.load(recordDecider(Product), id('last word'), owner)) !== null) return

    const ports = productPorts({ handler, renderPdf, isSimulation })
    const issuance = billIssuance({ handler, documents, ports })
    const bills = billCommands(handler, issuance, ports)
    const records = recordCommands(handler)
    const contracts = projectCommands(handler, { issuedBills: async () => 0, nextRef: async () => '' })
    const timesheets = timesheetCommands(handler)
    const today = dayIn(now, 'Europe/Paris')
    const first = monthsBefore(today, MONTHS_BACK)
    /** Business happens at nine; nothing happens after now. */
    const on = (day: Day, hour = 9): void => {
      at = Math.min(now, epochOfDay(day) + hour * HOUR)
    }
    const add = (type: RecordType, key: string, values: RecordValues) =>
      records.add(
        type,
        id(key),
        { ...Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, field.empty])), ...values },
        meta(key),
      )

    const profileId = id('profile')
    const start = addDays(first, -10)
    on(start)
    await handler.run(
      professionalInfoDecider,
      profileId,
      {
        type: 'AddProfessionalInfo',
        identity: {
          name: SELLER.name,
          commercialName: '',
          legalStatus: 'EURL',
          siren: SELLER.siren,
          siret: SELLER.siret,
          rcs: 'Lyon',
          shareCapitalMinor: 100_000,
          address: { street: '14 impasse du Cadran', postalCode: '69000', city: 'Lyon-sur-Papier', country: 'FR' },
          sector: 'software',
          website: '',
          startDate: start,
        },
        bank: {
          bankName: 'Banque de l’Estuaire Imaginaire',
          iban: SELLER.iban,
          accountType: 'business',
          currency: 'EUR',
        },
        vat: {
          regime: 'normal',
          from: start,
          number: vatNumberOf(SELLER.siren),
          periodicity: 'monthly',
          exigibility: 'receipts',
        },
      },
      meta('profile'),
    ) // prettier-ignore
    await activeProfileIn(handler).set(owner, profileId, meta('active profile'))

    for (const { key, name, siren, legalStatus, street, postalCode, city } of CLIENTS)
      await add(Company, key, {
        name,
        kind: 'customer',
        siren,
        legalStatus,
        TvaNumber: vatNumberOf(siren),
        address: { street, postalCode, city, country: 'FR' },
      })
    await add(Company, 'papier', {
      name: 'Studio Papier-Ciseau',
      kind: 'prospect',
      legalStatus: 'SAS',
      address: { street: '', postalCode: '', city: 'Rennes-Fictive', country: 'FR' },
    })
    await add(Contact, 'accounts', {
      lastName: 'Comptabilité',
      companyId: id('lampadaire'),
      role: 'Règlement des factures',
      email: 'compta@lampadaire.example',
    })
    await add(Contact, 'purchasing', {
      lastName: 'Achats',
      companyId: id('hydravion'),
      role: 'Commandes',
      email: 'achats@hydravion.example',
    })
    await add(Contact, 'studio', {
      lastName: 'Accueil',
      companyId: id('papier'),
      role: 'Premier contact',
      email: 'bonjour@papier.example',
    })

    const contract = async (key: string, client: string, title: string, terms: Partial<ProjectTerms>) => {
      on(addDays(terms.startDate || first, -5))
      await contracts.add(
        id(key),
        {
          profileId,
          ref: `C-${title.slice(0, 3).toUpperCase()}-${yearOf(terms.startDate || first)}`,
          title,
          templates: [],
          isBillable: true,
          terms: {
            ...noTerms,
            clientId: id(client),
            vatRate: 2_000,
            penaltyRate: 1_215,
            paymentDeadline: 30,
            ...terms,
          },
        },
        meta(key),
      )
    }
    const lastMonth = monthsBefore(today, 1)
    await contract('portal', 'brumaire', 'Refonte du portail', {
      priceMinor: 65_000,
      soldDays: 180 * QUANTITY_SCALE,
      startDate: first,
      endDate: addDays(today, 98),
    })
    await contract('audit', 'hydravion', 'Audit d’accessibilité', {
      priceMinor: 65_000,
      soldDays: 60 * QUANTITY_SCALE,
      startDate: monthsBefore(today, 8),
      endDate: addDays(today, 10),
    })
    await contract('diagnosis', 'moulin', 'Diagnostic énergétique', {
      priceMode: 'fixed',
      priceMinor: 600_000,
      soldDays: 8 * QUANTITY_SCALE,
      startDate: monthsBefore(today, 2),
      endDate: addDays(today, 28),
    })
    await contract('hosting', 'tournebroche', 'Suivi du site', {
      priceMinor: 58_000,
      isRenewable: true,
      renewalPeriod: 365,
      startDate: monthsBefore(today, 5),
    })
    on(start)
    await contracts.add(
      id('inhouse'),
      { profileId, ref: 'INTERNE', title: 'Prospection, gestion', templates: [], isBillable: false, terms: noTerms },
      meta('inhouse'),
    )

    const draft = async (
      key: string,
      clientId: string,
      serviceName: string,
      lines: readonly BillLine[],
      more: { projectId?: string; paymentDays?: number } = {},
    ) =>
      bills.draft(
        id(key),
        { profileId, billType: 'invoice', clientId, serviceName, lines, penaltyRate: 1_215, ...more },
        dayIn(at, 'Europe/Paris'),
        meta(key),
      )
    const issue = (key: string) => bills.issue(id(key), profileId, dayIn(at, 'Europe/Paris'), '', meta(`issue ${key}`))
    const settle = async (key: string, paid: Day) => {
      on(paid)
      await bills.pay(id(key), profileId, null, paid, meta(`pay ${key}`))
      const banked = addDays(paid, 2)
      if (banked > today) return
      on(banked)
      await bills.collect(id(key), profileId, banked, meta(`collect ${key}`))
    }
    const daysLine = (description: string, days: number, unitPriceMinor = 65_000): BillLine => ({
      description,
      quantity: days * QUANTITY_SCALE,
      unit: 'day',
      unitPriceMinor,
      rate: 2_000,
      creditedLine: null,
    })

    // What happens on a day, in the order of the calendar: a series' bills can't be dated back.
    const diary: { day: Day; tell: () => Promise<unknown> }[] = []
    for (let back = MONTHS_BACK; back >= 0; back--) {
      const month = monthsBefore(today, back)
      const [year, number] = [yearOf(month), monthOf(month)]
      const lastDay = makeDay(year, number, daysInMonth(year, number))
      diary.push({
        day: back === 0 ? today : lastDay,
        tell: () =>
          timesheets.recordMonth(
            profileId,
            year,
            number,
            activitiesOf(year, number, back, back === 0 ? addDays(today, -1) : lastDay, id),
            meta(`month ${month}`),
            'any',
          ),
      })
      if (back === 0) continue
      const billed = workday(addDays(lastDay, 1))
      for (const [key, projectId, skip] of [
        ['portal', id('portal'), false],
        ['audit', id('audit'), back > 8 || back === 1],
        ['hosting', id('hosting'), back > 5 || back % 2 === 1],
      ] as const) {
        if (skip || billed > today) continue
        const bill = `${key} ${month}`
        diary.push({
          day: billed,
          tell: async () => {
            await bills.draft(
              id(bill),
              { profileId, billType: 'invoice', fromTimesheet: { projectId, year, month: number } },
              billed,
              meta(bill),
            )
            await issue(bill)
          },
        })
        const paid = workday(addDays(billed, 21 + (back % 3) * 3))
        if (paid < today) diary.push({ day: paid, tell: () => settle(bill, paid) })
      }
    }
    const training = workday(addDays(today, -51))
    diary.push({
      day: training,
      tell: async () => {
        await draft('training', id('lampadaire'), 'Formation interne', [daysLine('Formation interne', 4)])
        await issue('training')
      },
    })
    const workshop = workday(addDays(today, -32))
    diary.push({
      day: workshop,
      tell: async () => {
        await draft(
          'workshop',
          id('moulin'),
          'Diagnostic énergétique',
          [
            {
              description: 'Diagnostic énergétique, forfait',
              quantity: QUANTITY_SCALE,
              unit: '',
              unitPriceMinor: 300_000,
              rate: 2_000,
              creditedLine: null,
            },
          ],
          { projectId: id('diagnosis'), paymentDays: 45 },
        )
        await issue('workshop')
      },
    })
    const half = workday(addDays(today, -12))
    diary.push({ day: half, tell: () => bills.pay(id('workshop'), profileId, 180_000, half, meta('half of workshop')) })
    const grid = workday(addDays(today, -70))
    diary.push({
      day: grid,
      tell: async () => {
        await draft('grid', id('tournebroche'), 'Atelier de cadrage', [daysLine('Atelier de cadrage', 2, 58_000)])
        await issue('grid')
      },
    })
    const credited = workday(addDays(today, -39))
    diary.push({
      day: credited,
      tell: async () => {
        await bills.creditNote(
          id('grid'),
          profileId,
          { id: id('grid credit'), lines: [{ line: 0, quantity: HALF_DAY }] },
          meta('grid credit'),
        )
        await issue('grid credit')
      },
    })
    const rest = workday(addDays(today, -36))
    diary.push({ day: rest, tell: () => settle('grid', rest) })
    diary.push({
      day: today,
      tell: () =>
        draft(
          'audit draft',
          id('hydravion'),
          'Audit d’accessibilité',
          [daysLine('Audit d’accessibilité, contre-visite', 4)],
          { projectId: id('audit') },
        ),
    })

    for (const { day, tell } of diary
      .map((entry, order) => ({ ...entry, order }))
      .sort((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1))) {
      on(day)
      await tell()
    }

    at = now
    await add(Product, 'keyboard', {
      name: 'Clavier reconditionné',
      color: 'gris',
      purchasePrice: 4_500,
      shippingFees: 590,
      sellingPrice: 8_900,
      purchaseDate: epochOfDay(lastMonth),
    })
    await add(Product, 'last word', {
      name: 'Écran 27 pouces',
      purchasePrice: 12_000,
      deliveryPrice: 1_500,
      sellingPrice: 19_900,
      collectedPrice: 19_900,
      sold: true,
      purchaseDate: epochOfDay(first),
      sellingDate: epochOfDay(lastMonth),
    })
  }

  return {
    isSimulation,
    async fill(owner, now) {
      const since = performance.now()
      await fill(owner, now)
      book.write(demoLine('DEMO_FILLED', { durationMs: Math.round(performance.now() - since) }))
    },
  }
}

/** First day of the month that lies `months` before the day's. */
function monthsBefore(day: Day, months: number): Day {
  const count = yearOf(day) * 12 + monthOf(day) - 1 - months
  return makeDay(Math.floor(count / 12), (count % 12) + 1, 1)
}

/** The day itself, or the next one that is worked. */
const workday = (day: Day): Day => (weekday(day) > 5 || holidayOn(day) !== null ? workday(addDays(day, 1)) : day)

/** A month's days as a busy freelancer enters them, up to `until`. */
function activitiesOf(
  year: number,
  month: number,
  back: number,
  until: Day,
  id: (key: string) => string,
): readonly Activity[] {
  const work = (day: Day, key: string, quantity: number): Activity => ({
    kind: 'work',
    projectId: id(key),
    day,
    quantity,
  })
  return workingDaysOf(year, month)
    .filter((day) => day <= until)
    .flatMap((day, i): Activity[] => {
      if (month === 8 && i < 10) return [{ kind: 'holiday', projectId: '', day, quantity: WHOLE_DAY }]
      if (i % 10 === 9) return [work(day, 'inhouse', HALF_DAY), work(day, 'portal', HALF_DAY)]
      if (back <= 8 && i % 5 === 3) return [work(day, 'audit', WHOLE_DAY)]
      if (back <= 5 && back % 2 === 0 && i === (month === 8 ? 14 : 4)) return [work(day, 'hosting', WHOLE_DAY)]
      if (back <= 1 && i === 11) return [work(day, 'diagnosis', WHOLE_DAY)]
      return [work(day, 'portal', i % 7 === 6 ? HALF_DAY : WHOLE_DAY)]
    })
}
