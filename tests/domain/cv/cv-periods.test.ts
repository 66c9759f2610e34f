import { describe, expect, test } from 'vitest'
import { periodIn } from '#domain/cv/import/cv-periods.ts'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'

/** `1/2019–2/2021`; `…` while it goes on; one moment where it stands alone. */
function shown(text: string): string {
  const period = periodIn(text)
  if (period === null) return 'none'
  const { from, to, isSingle } = period
  const begin = `${from.month}/${from.year}`
  return isSingle ? begin : `${begin}–${to === null ? '…' : `${to.month}/${to.year}`}`
}

/** Each language's months of January and February, its words around a range, and for today. */
const LANGUAGES = {
  fr: {
    january: ['janvier', 'Janv.', 'JANVIER'],
    february: ['février', 'févr.', 'fev'],
    ranges: ['A – B', 'A à B', 'de A à B', 'du A au B', 'entre A et B', 'A jusqu’à B', 'A / B'],
    since: ['depuis A', 'à partir de A', 'A – en poste', 'A à ce jour', 'A - aujourd’hui', 'A – …'],
  },
  en: {
    january: ['January', 'Jan', 'Jan.'],
    february: ['February', 'Feb'],
    ranges: ['A - B', 'A to B', 'from A to B', 'between A and B', 'A until B'],
    since: ['since A', 'A – to date', 'A - Till date', 'A to present', 'A – ongoing'],
  },
  de: {
    january: ['Januar', 'Jan.', 'Jänner'],
    february: ['Februar', 'Feb.'],
    ranges: ['A – B', 'A bis B', 'von A bis B', 'zwischen A und B'],
    since: ['seit A', 'ab A', 'A – heute', 'A – dato', 'A - lfd.', 'A bis heute'],
  },
  es: {
    january: ['enero', 'ene.'],
    february: ['febrero', 'feb.'],
    ranges: ['A – B', 'A a B', 'de A a B', 'desde A hasta B', 'entre A y B'],
    since: ['desde A', 'A – actualidad', 'A hasta la fecha', 'A a la actualidad'],
  },
  it: {
    january: ['gennaio', 'gen.'],
    february: ['febbraio', 'feb.'],
    ranges: ['A – B', 'da A a B', 'dal A al B', 'tra A e B'],
    since: ['dal A', 'A – oggi', 'A – in corso', 'A ad oggi'],
  },
  ar: {
    january: ['يناير', 'كانون الثاني'],
    february: ['فبراير', 'شباط'],
    ranges: ['A – B', 'من A إلى B', 'A حتى B'],
    since: ['منذ A', 'A – حتى الآن', 'A إلى الآن'],
  },
} as const

describe.each(Object.entries(LANGUAGES))(
  'periods of %s',
  (_, { january, february, ranges, since }) => {
    const filled = (form: string, a: string, b = '') => form.replace('A', a).replace('B', b)
    const begins = january.flatMap((name) => [`${name} 2019`, `1 ${name} 2019`])
    const ends = february.flatMap((name) => [`${name} 2021`, `28 ${name} 2021`])

    test('of named months, with days or without', () => {
      for (const form of ranges)
        for (const a of begins)
          for (const b of ends)
            expect([filled(form, a, b), shown(filled(form, a, b))]).toEqual([
              filled(form, a, b),
              '1/2019–2/2021',
            ])
    })

    test('of numbers and years', () => {
      for (const form of ranges) {
        expect(shown(filled(form, '01/2019', '02/2021'))).toBe('1/2019–2/2021')
        expect(shown(filled(form, '01.01.2019', '28.02.2021'))).toBe('1/2019–2/2021')
        expect(shown(filled(form, '2019', '2021'))).toBe('0/2019–0/2021')
        expect(shown(filled(form, '٢٠١٩', '٢٠٢١'))).toBe('0/2019–0/2021')
        expect(shown(filled(form, '01/19', '02/21'))).toBe('1/2019–2/2021')
      }
    })

    test('that go on', () => {
      for (const form of since)
        for (const a of [...begins, '01/2019'])
          expect([filled(form, a), shown(filled(form, a))]).toEqual([filled(form, a), '1/2019–…'])
    })

    test('leave nothing of their words', () => {
      for (const form of [...ranges, ...since]) {
        const period = periodIn(
          `Atelier, ${filled(form, january[0] + ' 2019', february[0] + ' 2021')}`,
        )
        expect([form, period?.rest]).toEqual([form, 'Atelier'])
      }
    })
  },
)

test.each([
  ['Janvier à juin 2019', '1/2019–6/2019'],
  ['du 1er au 28 février 2021', '2/2021–2/2021'],
  ['Jan ’19 – Feb ’21', '1/2019–2/2021'],
  ['mars 19 – avril 21', '3/2019–4/2021'],
  ['Sept 2018 / Juin 2019', '9/2018–6/2019'],
  ['2019/2021', '0/2019–0/2021'],
  ['2019/20', '0/2019–0/2020'],
  ['March 5, 2019 - April 2020', '3/2019–4/2020'],
  ['Printemps 2018 - automne 2019', '0/2018–0/2019'],
  ['T1 2019 – T3 2020', '0/2019–0/2020'],
  ['été 2019', '0/2019'],
  ['3 mai 2019', '5/2019'],
  ['24/7', 'none'],
  ['03/19', 'none'],
  ['équipe de 50 personnes, 2 ans', 'none'],
  ['1949 – 2050', 'none'],
])('the period of %s', (text, expected) => expect(shown(text)).toBe(expected))

test('a vague one is not exact', () => {
  expect(periodIn('début 2019 – 2021')?.isExact).toBe(false)
  expect(periodIn('janvier 2019 – 2021')?.isExact).toBe(true)
})

const mission = (dates: string) =>
  readCvText(
    `Expérience professionnelle\n\nDéveloppeuse A — Client A\n${dates}\n• Tâche`,
  ).fields.find(({ section }) => section === 'mission')?.values

test.each([
  [
    'OF33',
    '1er janvier 2019 – 28 février 2021',
    { startYear: 2019, startMonth: 1, endYear: 2021, endMonth: 2 },
  ],
  ['OF35', '2019/2021 · Sept 2018 / Juin 2019', { startYear: 2019, endYear: 2021 }],
  [
    'OF37',
    'Jan ’19 – Feb ’21 · 03/19 – 02/21',
    { startYear: 2019, startMonth: 1, endYear: 2021, endMonth: 2 },
  ],
  [
    'OF39',
    'Mai 2019 – en poste · 2019 – to date · Till date · dato · lfd. · ab 2019',
    { startYear: 2019, startMonth: 5, isPresentMission: true },
  ],
  [
    'OF41',
    'De janvier 2019 à février 2021 · Du 01/02/2019 au 31/12/2020 · De enero… a… · من … إلى',
    { startYear: 2019, startMonth: 1, endYear: 2021, endMonth: 2 },
  ],
  [
    'a length in words',
    'janvier 2019 – février 2021, soit 2 ans',
    { startYear: 2019, endYear: 2021 },
  ],
])('%s: a mission’s dates, and no place of their words', (_, dates, values) => {
  expect(mission(dates)).toMatchObject({
    projectName: 'Développeuse A',
    client: 'Client A',
    ...values,
  })
  expect(mission(dates)).not.toHaveProperty('location')
})

test('a place beside the dates stays one', () => {
  expect(mission('2019 – 2021 | Lyon')).toMatchObject({ location: 'Lyon' })
})
