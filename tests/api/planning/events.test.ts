import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsApi } from '#api/planning/events.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

const HOUR = 3_600_000
const utc = (text: string) => Date.parse(`${text}Z`)
const midnight = (day: string) => utc(`${day}T00:00:00`)

let server: ContextServer
beforeAll(async () => {
  server = await startContext(projections, (api, commands) =>
    eventsApi(api, commands.calendarEvents),
  )
})
afterAll(() => server.stop())

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.ask(method, `/event/user-1${path}`, body)
type Shown = {
  id: string
  start: number
  end: number
  title: string
  seriesId: string
  version: number
}
const between = async (from: string, to: string): Promise<Shown[]> => {
  const { status, data } = await ask('GET', `/dates/${from}/${to}`)
  expect(status).toBe(200)
  return data
}
/** Noon of the first day: what a test adds is taken away at its end. */
const add = async (more: object = {}): Promise<string> => {
  const start = utc('2026-11-06T10:00:00') // eleven in Paris
  const { status, data } = await ask('POST', '', {
    title: 'Restitution',
    start,
    end: start + HOUR,
    ...more,
  })
  expect(status).toBe(200)
  return data.id
}
const FRIDAYS = { recurring: true, days: '5' }
const days = (list: readonly Shown[], id: string) =>
  list.filter((one) => one.id === id).map(({ start }) => new Date(start).toISOString().slice(5, 10))

describe('events of a period', () => {
  test('are told by days or by instants, with every field', async () => {
    const id = await add({ description: 'Salle 2', reminder: 10, color: 5 })
    const [one] = (await between('2026-11-06', '2026-11-07')).filter((event) => event.id === id)
    expect(one).toEqual({
      id,
      seriesId: '',
      version: 1,
      title: 'Restitution',
      description: 'Salle 2',
      start: utc('2026-11-06T10:00:00'),
      end: utc('2026-11-06T11:00:00'),
      allDay: false,
      timeZone: 'Europe/Paris',
      recurring: false,
      frequency: '',
      interval: 1,
      rule: '',
      days: '',
      months: '',
      dates: '',
      schedulerStartDate: 0,
      schedulerEndDate: 0,
      dismissed: [],
      reminder: 10,
      color: 5,
      outdated: true,
      creationDate: expect.any(Number),
      lastModificationDate: expect.any(Number),
      createdBy: expect.any(String),
      modifiedBy: expect.any(String),
    })
    const instants = await between(String(midnight('2026-11-06')), String(midnight('2026-11-07')))
    expect(days(instants, id)).toEqual(['11-06'])
    expect(days(await between('2026-11-07', '2026-11-08'), id)).toEqual([])
  })

  test('hold a whole day for those who live elsewhere, on that day alone', async () => {
    const id = await add({ start: midnight('2026-11-10'), end: midnight('2026-11-11') })
    expect(days(await between('2026-11-10', '2026-11-11'), id)).toEqual(['11-10'])
    expect(days(await between('2026-11-09', '2026-11-10'), id)).toEqual([])
    expect(days(await between('2026-11-11', '2026-11-12'), id)).toEqual([])
  })

  test('come back on the days of the week, until the last one', async () => {
    const id = await add({ ...FRIDAYS, days: '1;5', schedulerEndDate: midnight('2026-11-16') })
    expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual([
      '11-06',
      '11-09',
      '11-13',
      '11-16',
    ])
  })

  test('come back each day of some months', async () => {
    const id = await add({ recurring: true, days: '', months: '1' })
    const found = days(await between('2026-11-01', '2027-03-01'), id)
    expect(found).toHaveLength(31)
    expect(found[0]).toBe('01-01')
  })

  test.each([
    ['2026-11-07', '2026-11-06'],
    ['2026-11-06', 'demain'],
    ['-1', '2026-11-06'],
  ])('are not told of a period that is reversed or none: %s to %s', async (from, to) => {
    expect((await ask('GET', `/dates/${from}/${to}`)).status).toBe(400)
  })

  test.each(['Asia/Kathmandu', 'asia/katmandu', 'Australia/Lord_Howe', 'Europe/Kyiv'])(
    'have the zone that they were given, by its present name: %s',
    async (timeZone) => {
      const id = await add({ timeZone })
      const [one] = (await between('2026-11-06', '2026-11-07')).filter((event) => event.id === id)
      const present = timeZone === 'asia/katmandu' ? 'Asia/Kathmandu' : timeZone
      expect(one).toMatchObject({ timeZone: present })
    },
  )

  test('are told of one day by that day alone, and of all time from the first event on', async () => {
    const id = await add()
    expect(days(await between('2026-11-06', '2026-11-06'), id)).toEqual(['11-06'])
    expect(days(await between('0', String(Date.UTC(2200, 0, 1))), id)).toEqual(['11-06'])
  })

  test('are a table too', async () => {
    const id = await add({ title: 'Au tableau' })
    const table = await server.ask('GET', '/event/user-1/dates/2026-11-06/2026-11-07', undefined, {
      accept: 'text/csv',
    })
    expect(table.text).toContain('"Au tableau"')
    await ask('DELETE', `/${id}`)
  })

  test('are those of the user alone', async () => {
    const id = await add()
    const { data } = await server.ask(
      'GET',
      '/event/user-2/dates/2026-11-01/2026-12-01',
      undefined,
      {
        authorization: 'Bearer user-2',
      },
    )
    expect(days(data, id)).toEqual([])
  })
})

describe('a change', () => {
  test.each(['this', 'following', 'all'] as const)('reaches %s', async (scope) => {
    const id = await add(FRIDAYS)
    const occurrence = utc('2026-11-13T10:00:00')
    const { status } = await ask('PUT', '', {
      id,
      scope,
      occurrence,
      start: occurrence + HOUR,
      title: 'Atelier',
    })
    expect(status).toBe(200)
    const after = (await between('2026-11-06', '2026-11-28')).filter((one) => one.id === id)
    const changed = after.filter(
      ({ title, start }) => title === 'Atelier' && new Date(start).getUTCHours() === 11,
    )
    expect(days(after, id)).toEqual(['11-06', '11-13', '11-20', '11-27'])
    expect(days(changed, id)).toEqual(
      {
        this: ['11-13'],
        following: ['11-13', '11-20', '11-27'],
        all: ['11-06', '11-13', '11-20', '11-27'],
      }[scope],
    )
  })

  test('names the occurrence by its start alone, where that does not change', async () => {
    const id = await add(FRIDAYS)
    const start = utc('2026-11-13T10:00:00')
    await ask('PUT', '', { id, scope: 'this', start, title: 'Atelier' })
    const after = (await between('2026-11-06', '2026-11-21')).filter((one) => one.id === id)
    expect(after.map(({ title }) => title)).toEqual(['Restitution', 'Atelier', 'Restitution'])
  })

  test('of an event that does not come back moves it, and taking it back moves it home', async () => {
    const id = await add()
    const start = utc('2026-11-09T08:00:00')
    const { data } = await ask('PUT', '', { id, start, end: start + 2 * HOUR })
    expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(['11-09'])
    await ask('PUT', `/${id}/restore`, { undoes: data.version })
    expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(['11-06'])
  })

  test('of an occurrence that is not there is refused, as is a later version', async () => {
    const id = await add(FRIDAYS)
    const lost = await ask('PUT', '', {
      id,
      scope: 'this',
      occurrence: utc('2026-11-14T10:00:00'),
      title: 'x',
    })
    expect([lost.status, lost.code]).toEqual([404, 'EVENT_OCCURRENCE_UNKNOWN'])
    await ask('PUT', '', { id, scope: 'all', title: 'Un' })
    expect((await ask('PUT', '', { id, scope: 'all', title: 'Deux', version: 1 })).code).toBe(
      'STALE_VERSION',
    )
  })

  test('takes an occurrence as it was read, of a series and of a whole day', async () => {
    const series = await add({ ...FRIDAYS, reminder: 5 })
    const [, second] = (await between('2026-11-01', '2026-11-21')).filter(({ id }) => id === series)
    expect((await ask('PUT', '', { ...second, scope: 'this', title: 'Atelier' })).status).toBe(200)
    const day = await add({ start: midnight('2026-11-10'), end: midnight('2026-11-11') })
    const [whole] = (await between('2026-11-10', '2026-11-11')).filter(({ id }) => id === day)
    expect((await ask('PUT', '', { ...whole, title: 'Congé' })).status).toBe(200)
    const after = await between('2026-11-01', '2026-11-21')
    const titles = (id: string) => after.filter((one) => one.id === id).map(({ title }) => title)
    expect([titles(series), titles(day)]).toEqual([
      ['Restitution', 'Atelier', 'Restitution'],
      ['Congé'],
    ])
    expect((await ask('PUT', '', { ...whole, colour: 'bleu' })).status).toBe(400)
  })

  test('of one occurrence to another hour of its day needs no other name of it', async () => {
    const id = await add(FRIDAYS)
    const start = utc('2026-11-13T14:00:00')
    expect((await ask('PUT', '', { id, scope: 'this', start, end: start + HOUR })).status).toBe(200)
    const after = (await between('2026-11-06', '2026-11-21')).filter((one) => one.id === id)
    expect(after.map((one) => new Date(one.start).getUTCHours())).toEqual([10, 14, 10])
  })

  test('of a series’ first day leaves the days of its rule, and what was hidden of them', async () => {
    const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-12-04') })
    await ask('PUT', '/dismiss', [{ id, start: utc('2026-11-20T10:00:00') }])
    await ask('PUT', '', { id, scope: 'all', schedulerStartDate: midnight('2026-11-10') })
    expect(days(await between('2026-11-01', '2026-12-31'), id)).toEqual(['11-13', '11-27', '12-04'])
    await ask('PUT', '', { id, scope: 'all', schedulerStartDate: midnight('2026-10-29') })
    expect(days(await between('2026-10-01', '2026-11-15'), id)).toEqual(['10-30', '11-06', '11-13'])
    const over = await ask('PUT', '', {
      id,
      scope: 'all',
      schedulerStartDate: midnight('2026-12-05'),
    })
    expect(over.fields).toEqual([
      { path: 'schedulerStartDate', message: expect.stringContaining('date de fin') },
    ])
  })

  test('of the end of a whole series leaves the days of its stretches', async () => {
    const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-12-31') })
    const occurrence = utc('2026-11-20T10:00:00')
    await ask('PUT', '', { id, scope: 'following', occurrence, start: occurrence - 24 * HOUR })
    const end = (until: string) =>
      ask('PUT', '', { id, scope: 'all', schedulerEndDate: until === '' ? 0 : midnight(until) })
    expect(days(await between('2026-11-01', '2026-12-10'), id)).toEqual([
      '11-06',
      '11-13',
      '11-19',
      '11-26',
      '12-03',
    ])
    await end('2026-11-27')
    expect(days(await between('2026-11-01', '2027-03-01'), id)).toEqual([
      '11-06',
      '11-13',
      '11-19',
      '11-26',
    ])
    await end('2026-11-13')
    expect(days(await between('2026-11-01', '2027-03-01'), id)).toEqual(['11-06', '11-13'])
    expect((await end('2026-11-05')).status).toBe(422)
  })

  test('that ends before it begins names the field and says why', async () => {
    const start = utc('2026-11-06T10:00:00')
    const { status, fields } = await ask('POST', '', { title: 'x', start, end: start - HOUR })
    expect(status).toBe(422)
    expect(fields).toEqual([
      { path: 'end', message: 'Veuillez choisir une heure postérieure à l’heure de début.' },
    ])
  })
})

describe('a removal', () => {
  test.each([
    ['this', ['11-06', '11-20']],
    ['following', ['11-06']],
    ['all', []],
  ] as const)('reaches %s, and is taken back', async (scope, left) => {
    const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-11-20') })
    const { data } = await ask(
      'DELETE',
      `/${id}?scope=${scope}&start=${utc('2026-11-13T10:00:00')}`,
    )
    expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(left)
    await ask('PUT', `/${id}/restore`, { undoes: data.version })
    expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(['11-06', '11-13', '11-20'])
  })
})

test('a dismissal hides one occurrence, and the others tell of it', async () => {
  const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-11-20') })
  const start = utc('2026-11-13T10:00:00')
  const { status } = await ask('PUT', '/dismiss', [{ id, start, end: start + HOUR }])
  expect(status).toBe(200)
  const left = (await between('2026-11-01', '2026-12-01')).filter((one) => one.id === id)
  expect(days(left, id)).toEqual(['11-06', '11-20'])
  expect(left[0]).toMatchObject({ dismissed: [{ id, start, end: start + HOUR }] })
})

test('dismissals that name an occurrence which is not there hide none', async () => {
  const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-11-20') })
  const hidden = ['2026-11-13T10:00:00', '2026-11-14T10:00:00'].map((at) => ({
    id,
    start: utc(at),
  }))
  expect((await ask('PUT', '/dismiss', hidden)).status).toBe(404)
  expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(['11-06', '11-13', '11-20'])
})

test('a series may be added without some of its occurrences', async () => {
  const start = utc('2026-11-13T10:00:00')
  const dismissed = [{ id: '', start, end: start + HOUR }]
  const id = await add({ ...FRIDAYS, schedulerEndDate: midnight('2026-11-20'), dismissed })
  expect(days(await between('2026-11-01', '2026-12-01'), id)).toEqual(['11-06', '11-20'])
})

test('one event is its next occurrence, or its first when none is to come; another user’s is not there', async () => {
  const series = await add(FRIDAYS)
  expect((await ask('GET', `/${series}`)).data.start).toBe(utc('2026-11-20T10:00:00'))
  const past = await add()
  expect((await ask('GET', `/${past}`)).data.start).toBe(utc('2026-11-06T10:00:00'))
  expect((await server.ask('GET', `/event/user-2/${past}`)).status).toBe(404)
  for (const id of [series, past]) await ask('DELETE', `/${id}`)
})
