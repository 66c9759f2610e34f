import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

type Counts = { added: number; updated: number; removed: number; known: number }
type Plan = {
  events: { id: string; title: string; act: string; notes: string[]; outdated: boolean }[]
  lost: { title: string; reason: string }[]
}

const event = (uid: string, ...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:${uid}`,
  ...lines,
  'END:VEVENT',
]
const fileOf = (...lines: readonly string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')).toString(
    'base64',
  )
const on = (day: string) => `DTSTART;TZID=Europe/Paris:${day.replaceAll('-', '')}T100000`

describe('an imported calendar', () => {
  let product: Product
  let user: SignedIn
  beforeAll(async () => {
    product = await startProduct()
    user = await product.freelancer('marion')
  })
  afterAll(() => product.stop())

  const take = (who: SignedIn, file: string, ids?: readonly string[]) =>
    product.data<Counts>(who, 'POST', `event/${who.userId}/import`, { file, ...(ids && { ids }) })
  const plan = (who: SignedIn, file: string) =>
    product.data<Plan>(who, 'POST', `event/${who.userId}/import/read`, { file })
  /** The days of a title, once they are as expected. */
  const becomes = (who: SignedIn, title: string, expected: readonly string[]) =>
    expect.poll(() => days(who, title), { timeout: 10_000 }).toEqual(expected)
  const days = async (who: SignedIn, title: string) =>
    (
      await product.data<{ id: string; title: string; start: number }[]>(
        who,
        'GET',
        `event/${who.userId}/dates/2027-01-01/2028-01-01`,
      )
    )
      .filter((one) => one.title === title)
      .map(({ start }) => new Date(start).toISOString().slice(0, 10))

  test('OF01: comes to each user, whoever else imported it', async () => {
    const file = fileOf(...event('reunion-1@example.org', on('2027-02-01')))
    const other = await product.freelancer('bertrand')
    expect(await take(user, file)).toMatchObject({ added: 1, known: 0 })
    expect(await take(other, file)).toMatchObject({ added: 1, known: 0 })
    await becomes(other, 'reunion-1@example.org', ['2027-02-01'])
    expect(await take(user, file)).toMatchObject({ added: 0, known: 1 })
  })

  test('OF08: a cancellation removes what is here, and adds nothing where it is not', async () => {
    const [present, absent] = [
      event('annulee', on('2027-03-04')),
      event('inconnue', on('2027-03-05')),
    ]
    await take(user, fileOf(...present))
    const off = fileOf('METHOD:CANCEL', ...present, ...absent)
    expect((await plan(user, off)).events).toMatchObject([{ title: 'annulee', act: 'cancel' }])
    expect(await take(user, off)).toMatchObject({ added: 0, removed: 1, known: 1 })
    await becomes(user, 'annulee', [])
  })

  test('OF10: a later version moves the event, an earlier one does not move it back', async () => {
    const version = (sequence: number, day: string) =>
      fileOf(...event('deplacee', `SEQUENCE:${sequence}`, on(day)))
    await take(user, version(0, '2027-06-04'))
    expect((await plan(user, version(1, '2027-06-05'))).events).toMatchObject([{ act: 'update' }])
    expect(await take(user, version(1, '2027-06-05'))).toMatchObject({ updated: 1 })
    expect(await take(user, version(0, '2027-06-04'))).toMatchObject({ updated: 0, known: 1 })
    await becomes(user, 'deplacee', ['2027-06-05'])
  })

  test('one occurrence is moved or cancelled in the series that is here', async () => {
    await take(user, fileOf(...event('serie', on('2027-01-04'), 'RRULE:FREQ=WEEKLY;COUNT=3')))
    const named = (day: string) => `RECURRENCE-ID;TZID=Europe/Paris:${day}T100000`
    const moved = event('serie', 'SEQUENCE:1', named('20270111'), on('2027-01-12'))
    const off = event(
      'serie',
      'SEQUENCE:1',
      named('20270118'),
      on('2027-01-18'),
      'STATUS:CANCELLED',
    )
    expect(await take(user, fileOf(...moved, ...off))).toMatchObject({ updated: 1, added: 0 })
    await becomes(user, 'serie', ['2027-01-04', '2027-01-12'])
    expect(await take(user, fileOf(...moved, ...off))).toMatchObject({ updated: 0, known: 1 })
  })

  test('an event that was removed here can be imported again', async () => {
    const file = fileOf(...event('retour', on('2027-05-03')))
    await take(user, file)
    const [planned] = (await plan(user, file)).events
    await product.data(user, 'DELETE', `event/${user.userId}/${planned?.id}`)
    expect(await take(user, file)).toMatchObject({ added: 1 })
    await becomes(user, 'retour', ['2027-05-03'])
  })

  test('takes what was chosen, and tells what cannot come', async () => {
    const file = fileOf(
      ...event('un', on('2027-07-01')),
      ...event('deux', on('2027-07-02'), 'RRULE:FREQ=HOURLY'),
      ...event('trois', 'DTSTART:18990101T100000Z'),
    )
    const { events, lost } = await plan(user, file)
    expect(events.map(({ title, notes }) => [title, notes])).toEqual([
      ['un', []],
      ['deux', ['rule']],
    ])
    expect(lost).toEqual([{ title: 'trois', reason: 'years' }])
    const [, second] = events
    expect(await take(user, file, [second?.id ?? ''])).toMatchObject({ added: 1 })
    await becomes(user, 'deux', ['2027-07-02'])
    await becomes(user, 'un', [])
  })

  test.each([
    ['no calendar', Buffer.from('Bonjour').toString('base64'), 422, 'EVENT_FILE_UNREADABLE'],
    [
      'more than a megabyte',
      Buffer.alloc(1_000_001).toString('base64'),
      413,
      'EVENT_FILE_TOO_LARGE',
    ],
    [
      'more than a thousand events',
      fileOf(...Array.from({ length: 1_001 }, (_, n) => event(`${n}`, on('2027-01-01'))).flat()),
      422,
      'EVENT_FILE_TOO_LONG',
    ],
    ['no base64', 'BEGIN:VCALENDAR', 400, 'REQUEST_INVALID'],
  ])('a file that is %s is refused', async (_, file, status, code) => {
    const answer = await product.as(user, 'POST', `event/${user.userId}/import/read`, { file })
    expect([answer.statusCode, answer.json<{ result: { code: string } }>().result.code]).toEqual([
      status,
      code,
    ])
  })
})
