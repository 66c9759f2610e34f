import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { encrypting } from '#commands/event-store/encrypting.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { verifyLog, verifyStream } from '#commands/kernel/verify.ts'
import { Contact } from '#domain/customers/contact.record.ts'
import { userDecider } from '#domain/identity/user.ts'
import type { DecidedEvent, EventStore } from '#domain/kernel/ports/event-store.ts'
import { type RecordedEvent, START } from '#domain/kernel/event.ts'
import { legalKeyId, userKeyId } from '#domain/kernel/personal.ts'
import { recordDecider } from '#domain/kernel/records/record-decider.ts'
import { personalData } from '#domain/personal.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryKeyring } from '#tests/doubles/keys.ts'

const OWNER = '01J0000000000000000000000A'
const NOW = Date.UTC(2026, 10, 20, 9)
const actor = { kind: 'user', id: OWNER, name: 'Anna Exemple' } as const
const values = {
  lastName: 'Délicate',
  firstName: 'Zoé',
  companyId: 0 as const,
  role: '',
  email: 'z@carnet.example',
  phone: '',
}

function given() {
  const log = eventLog()
  const keyring = memoryKeyring()
  const store = encrypting(log, { keyring, personalData })
  const handler = createHandler({ store, clock: { now: () => NOW } })
  return { log, keyring, store, handler }
}
const meta = (commandId: string) => ({ commandId, owner: OWNER, actor })
const stored = async (log: EventStore): Promise<string> =>
  JSON.stringify((await log.readAll(START, { limit: 99 })).events)

const decided = (type: string, data: unknown): DecidedEvent => ({
  id: '00000000-0000-8000-8000-000000000001',
  type,
  data,
  meta: {
    schema: 1,
    owner: OWNER,
    actor,
    cause: 'user',
    commandId: 'command',
    correlationId: 'command',
    causationId: 'command',
    occurredAt: NOW,
  },
})

/** An object with a value at each path. */
function holding(
  paths: readonly string[],
  value: (path: string) => unknown,
): Record<string, unknown> {
  const data: Record<string, unknown> = { kept: 'as it is' }
  for (const path of paths) {
    const steps = path.split('.')
    let at = data
    for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>
    at[steps.at(-1) ?? ''] = value(path)
  }
  return data
}

describe('personal data', () => {
  test('is nowhere in the log in plain, and readers have it in plain', async () => {
    const { log, store, handler } = given()
    const registered = await handler.run(
      userDecider,
      OWNER,
      {
        type: 'RegisterUser',
        userName: 'zoe-d',
        firstName: 'Zoé',
        lastName: 'Délicate',
        mail: 'z@carnet.example',
        roleIds: ['R'],
      },
      meta('a'),
    )
    const added = await handler.run(recordDecider(Contact), 'C', { type: 'Add', values }, meta('b'))
    const changed = await handler.run(
      recordDecider(Contact),
      'C',
      { type: 'Change', values: { phone: '+33612345678' } },
      meta('c'),
    )
    const text = await stored(log)
    for (const secret of ['Zoé', 'Délicate', 'z@carnet', '+336', 'Exemple', 'zoe-d'])
      expect(text).not.toContain(secret)
    expect(text).toContain('"roleIds":["R"]')

    expect(added.events[0]?.data).toEqual({ values })
    expect(changed.state).toMatchObject({ values: { ...values, phone: '+33612345678' } })
    expect(registered.state).toMatchObject({ userName: 'zoe-d', profile: { lastName: 'Délicate' } })
    const { events } = await store.readStream('contact-C')
    expect(events[0]?.data).toEqual({ values })
    expect(events[0]?.meta.actor).toEqual(actor)
    expect(JSON.stringify(events[0]?.data), 'in their order').toBe(JSON.stringify({ values }))
  })

  test('is hashed as it is stored: chains verify with the keys and without them', async () => {
    const { log, store, keyring, handler } = given()
    await handler.run(recordDecider(Contact), 'C', { type: 'Add', values }, meta('a'))
    await handler.run(
      recordDecider(Contact),
      'C',
      { type: 'Change', values: { role: 'Direction' } },
      meta('b'),
    )
    expect((await verifyLog(store)).damages).toEqual([])
    const { events } = await log.readStream('contact-C')
    await keyring.destroy([String(events[0]?.meta.personal?.data?.key), userKeyId(OWNER)])
    expect((await verifyLog(store)).damages).toEqual([])
    expect(verifyStream((await log.readStream('contact-C')).events)).toEqual([])
  })

  test('of a destroyed key reads as nothing, and of the other keys as it was', async () => {
    const { log, store, keyring, handler } = given()
    await handler.run(recordDecider(Contact), 'C', { type: 'Add', values }, meta('a'))
    await handler.run(recordDecider(Contact), 'D', { type: 'Add', values }, meta('b'))
    const keyOf = async (stream: string) =>
      (await log.readStream(stream)).events[0]?.meta.personal?.data?.key ?? ''
    expect(await keyOf('contact-C')).not.toBe(await keyOf('contact-D'))
    await keyring.destroy([await keyOf('contact-C')])
    const [gone] = (await store.readStream('contact-C')).events
    expect(gone?.data).toEqual({
      values: {
        lastName: '',
        firstName: '',
        companyId: 0 as const,
        role: '',
        email: '',
        phone: '',
      },
    })
    expect(gone?.meta.actor.name).toBe('Anna Exemple')
    expect((await store.readStream('contact-D')).events[0]?.data).toEqual({ values })

    await keyring.destroy([userKeyId(OWNER)])
    expect((await store.readStream('contact-D')).events[0]).toMatchObject({
      data: { values },
      meta: { actor: { name: '' } },
    })
  })

  test('of a forgotten person is not written any more', async () => {
    const { log, keyring, handler } = given()
    await keyring.destroy([userKeyId(OWNER)])
    await handler.run(
      userDecider,
      OWNER,
      {
        type: 'RegisterUser',
        userName: 'zoe-d',
        firstName: 'Zoé',
        lastName: 'Délicate',
        mail: 'z@carnet.example',
        roleIds: [],
      },
      meta('a'),
    )
    const [event] = (await log.readStream(`user-${OWNER}`)).events
    expect(event?.data).toMatchObject({ userName: '', profile: { lastName: '' } })
    expect(event?.meta.actor).toEqual({ kind: 'user', id: OWNER })
    expect(event?.meta.personal).toBeUndefined()
  })

  test('that was written before it was encrypted is read as it stands, in one stream with what is', async () => {
    const { log, store, handler } = given()
    const old = createHandler({ store: log, clock: { now: () => NOW } })
    await old.run(recordDecider(Contact), 'C', { type: 'Add', values }, meta('a'))
    const { state } = await handler.run(
      recordDecider(Contact),
      'C',
      { type: 'Change', values: { phone: '+33612345678' } },
      meta('b'),
    )
    expect(state).toMatchObject({ values: { ...values, phone: '+33612345678' } })
    expect((await store.readStream('contact-C')).events.map(({ data }) => data)).toEqual([
      { values },
      { values: { phone: '+33612345678' } },
    ])
    expect(await stored(log)).toContain('Délicate')
    expect(await stored(log)).not.toContain('+33612345678')
    expect((await verifyLog(store)).damages).toEqual([])
  })

  test('opens in no other event: who moves a value is found by its key, not by the hash alone', async () => {
    const { log, store, handler } = given()
    await handler.run(recordDecider(Contact), 'C', { type: 'Add', values }, meta('a'))
    await handler.run(
      recordDecider(Contact),
      'C',
      { type: 'Change', values: { lastName: 'Autre' } },
      meta('b'),
    )
    const [first, second] = (await log.readStream('contact-C')).events
    if (!first || !second) throw new Error('Two events were written')
    const moved: RecordedEvent = {
      ...first,
      meta: { ...first.meta, ...(second.meta.personal && { personal: second.meta.personal }) },
    }
    await expect(store.personal?.readable([moved])).rejects.toThrow()
    await expect(store.personal?.readable([first, second])).resolves.toHaveLength(2)
  })

  test('is refused in plain from every caller', async () => {
    const { store } = given()
    const plain = chained('contact-C', '', [decided('ContactAdded', { values })])
    await expect(store.append('contact-C', -1, plain)).rejects.toThrow(
      'ContactAdded was to be appended with personal data in plain',
    )
    const [encrypted] =
      (await store.personal?.encrypted('contact-C', [decided('ContactAdded', { values })], [])) ??
      []
    if (!encrypted) throw new Error('One event in, one event out')
    await expect(
      store.append('contact-C', -1, chained('contact-C', '', [encrypted])),
    ).resolves.toMatchObject({
      revision: 0,
    })
  })

  test('of days is encrypted for an absence alone', async () => {
    const { store } = given()
    const [work] =
      (await store.personal?.encrypted(
        'timesheet-T',
        [decided('TimesheetDaysRecorded', { kind: 'work', projectId: 'P', days: [] })],
        [],
      )) ?? []
    expect(work?.data).toEqual({ kind: 'work', projectId: 'P', days: [] })
    const [sick] =
      (await store.personal?.encrypted(
        'timesheet-T',
        [decided('TimesheetDaysRecorded', { kind: 'sick', projectId: '', days: [] })],
        [],
      )) ?? []
    expect(sick?.data).toEqual({ kind: null, projectId: '', days: [] })
  })

  test('that the law keeps has a key of its own', async () => {
    const { store } = given()
    const [booked] =
      (await store.personal?.encrypted(
        'transaction-T',
        [decided('TransactionBooked', { client: 'Zoé' })],
        [],
      )) ?? []
    expect(booked?.meta.personal?.data?.key).toBe(legalKeyId(OWNER))
  })
})

describe('each event type that holds personal data', () => {
  const types = [...personalData.values()]

  property.prop([fc.constantFrom(...types), fc.jsonValue(), fc.string()])(
    'is read as it was decided, and encrypts to the same bytes again',
    async (marking, value, other) => {
      const { log, store } = given()
      const paths = [...Object.keys(marking.fields), ...Object.keys(marking.aside?.fields ?? {})]
      const data = {
        ...holding(paths, (path) => (path === paths[0] ? value : other)),
        ...(marking.type === 'SubjectClaimed' && { userId: OWNER }),
      }
      const event = decided(marking.type, data)
      const [once, twice] = [
        await store.personal?.encrypted('contact-C', [event], []),
        await store.personal?.encrypted('contact-C', [event], []),
      ]
      expect(JSON.stringify(once)).toBe(JSON.stringify(twice))
      await log.append('contact-C', -1, chained('contact-C', '', once ?? []))
      const [read] = (await store.readStream('contact-C')).events
      expect(JSON.stringify(read?.data)).toBe(JSON.stringify(data))
      expect((await verifyLog(store)).damages).toEqual([])
    },
  )
})
