import { setImmediate as turn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import type { CommandMeta } from '#commands/kernel/command.ts'
import { ulidFrom } from '#commands/kernel/ids.ts'
import type { UrssafPeriodicity } from '#domain/finance/activities.values.ts'
import { scheduleDeciders } from '#domain/schedules/schedule.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

const OWNER = 'user-1'
const NOW = Date.UTC(2026, 10, 28, 9)
const CHARGE = ulidFrom('profile-1/contributions')
const STREAM = `${scheduleDeciders.charge.category}-${CHARGE}`

/** Is called before the charge is written. */
let beforeCharge: () => Promise<unknown>
let product: ReturnType<typeof commandsOn>
let sent = 0

beforeEach(async () => {
  beforeCharge = async () => {}
  const log = eventLog()
  const store: typeof log = {
    ...log,
    async append(stream, expected, events) {
      if (stream === STREAM) await beforeCharge()
      return log.append(stream, expected, events)
    },
  }
  product = commandsOn(
    store,
    { now: () => NOW },
    {
      contributionCharges: async () =>
        (await product.handler.load(scheduleDeciders.charge, CHARGE, OWNER)) ? [CHARGE] : [],
    },
  )
  await product.commands.profile.add(
    'profile-1',
    {
      type: 'AddProfessionalInfo',
      identity: {
        name: 'Atelier Brumaire',
        commercialName: '',
        legalStatus: 'micro-entrepreneur',
        siren: '732829320',
        siret: '73282932000074',
        rcs: '',
        shareCapitalMinor: 0,
        address: {
          street: '4 rue des Tanneurs',
          postalCode: '44000',
          city: 'Nantes',
          country: 'FR',
        },
        sector: '',
        website: '',
        startDate: '2024-02-01',
        activity: 'bncSsi',
      },
      bank: { bankName: '', iban: '', accountType: 'business', currency: 'EUR' },
      vat: { regime: 'franchise' },
    },
    meta(),
  )
})

const meta = (commandId = `command-${++sent}`): CommandMeta => ({
  commandId,
  owner: OWNER,
  actor: { kind: 'user', id: OWNER },
})
const change = (urssafPeriodicity: UrssafPeriodicity | '', by = meta()) =>
  product.commands.profile.change(
    'profile-1',
    { type: 'ChangeProfessionalInfo', identity: { urssafPeriodicity }, bank: {}, vat: {} },
    by,
  )
/** Months of the charge's period; 0 for a charge that does not run, or none. */
async function months(): Promise<number> {
  const state = (await product.handler.load(scheduleDeciders.charge, CHARGE, OWNER))?.state
  return state?.status === 'live' && state.active ? state.facts.recurrence.count : 0
}

test('the charge follows the rhythm, its change and its end', async () => {
  await change('quarterly')
  expect(await months()).toBe(3)
  await change('monthly')
  expect(await months()).toBe(1)
  await change('')
  expect(await months()).toBe(0)
  await change('monthly')
  expect(await months()).toBe(1)
})

test.each([
  ['monthly', '', 0],
  ['monthly', 'quarterly', 3],
  ['quarterly', 'monthly', 1],
] as const)('of %s and %j at once the later one counts', async (first, last, expected) => {
  await Promise.all([change(first), change(last)])
  expect(await months()).toBe(expected)
})

test('a change while the charge is written is followed after it', async () => {
  let later: Promise<unknown> = Promise.resolve()
  beforeCharge = async () => {
    beforeCharge = async () => {}
    later = change('')
    for (let i = 0; i < 50; i++) await turn()
  }
  await change('monthly')
  await later
  expect(await months()).toBe(0)
})

test('a charge that was not written is written once the command comes again', async () => {
  const by = meta()
  beforeCharge = async () => {
    throw new Error('the process is gone')
  }
  await expect(change('monthly', by)).rejects.toThrow('gone')
  expect(await months()).toBe(0)
  beforeCharge = async () => {}
  await change('monthly', by)
  expect(await months()).toBe(1)
})

test('and so is its end', async () => {
  await change('monthly')
  const by = meta()
  beforeCharge = async () => {
    throw new Error('the process is gone')
  }
  await expect(change('', by)).rejects.toThrow('gone')
  expect(await months()).toBe(1)
  beforeCharge = async () => {}
  await change('', by)
  expect(await months()).toBe(0)
})

test('a charge that its user has stopped stays so while the rhythm is the same', async () => {
  await change('monthly')
  await product.handler.run(scheduleDeciders.charge, CHARGE, { type: 'Deactivate' }, meta())
  await product.commands.profile.change(
    'profile-1',
    { type: 'ChangeProfessionalInfo', identity: { name: 'Atelier' }, bank: {}, vat: {} },
    meta(),
  )
  expect(await months()).toBe(0)
})
