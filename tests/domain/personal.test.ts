import { describe, expect, test } from 'vitest'
import { personalData } from '#domain/personal.ts'
import { records } from '#domain/records.ts'
import { textsOfEvents } from '#tests/kernel/event-texts.ts'

/** Texts of events without a person, by the last name of their path, each with its reason. */
const NO_PERSON: readonly (readonly [reason: string, names: RegExp])[] = [
  ['ids and digests that the product makes', /(?:^id|Id|Ids|[sS]ha256)$/],
  [
    'ids under other names: streams, keys, attempts, requests, links between records',
    /^(?:ids|key|keys|documents|mails|papers|attempt|request|chat|by|added|removed|templates|activeProfile|askedBy|movement|stream|subject|matched)$/,
  ],
  [
    'numbers of bills and quotes, by the pattern of their series',
    /^(?:ref|reference|pattern|series|numberSeries)$/,
  ],
  [
    'days, as 2026-11-20',
    /(?:[dD]ay|[dD]ays|[dD]ate|^from|^to|^on|^until|^due|^payOn|^first|^next|^held|^declared|^begins|Start|End|From|To|Until|^validUntil)$/,
  ],
  [
    'codes of countries, currencies, languages, zones and rules',
    /(?:[cC]urrency|[cC]ountry|[lL]anguage|[lL]anguages|timeZone|rule|oneStop)$/,
  ],
  [
    'names of the product’s own kinds, fields and failures',
    /^(?:entity|kind|path|fields|code|failed|tools|reads)$/,
  ],
  ['names of programs and media types', /^(?:model|mediaType|issuer|etag|lastModified|account)$/],
  ['public sources of figures', /^source$/],
]
/** Texts of whole event types without a person, each with its reason. */
const NO_PERSON_IN: Readonly<Record<string, string>> = {
  RoleAdded: 'a role is named by administrators, for everyone',
  RoleChanged: 'a role is named by administrators, for everyone',
  SeriesOpened: 'the reason of a series stands in the books for good',
  BillIssuanceAbandoned: 'a code of the catalogue',
  JobFound: 'an advertisement that its publisher made public',
  JobFoundElsewhere: 'an advertisement that its publisher made public',
  JobChanged: 'an advertisement that its publisher made public',
  JobSourceRead: 'a public feed',
  JobSourceFailed: 'a public feed',
  ProcessRunEnded: 'words of the machine about itself',
}
/** Fields of records without a person, each with its reason. */
const RECORD_FIELDS: Readonly<Record<string, string>> = {
  settings: 'lists of everyone, by administrators',
  jobSource: 'public feeds, by administrators',
  blog: 'published articles',
  content: 'published pages',
  theme: 'published themes',
  topic: 'published topics',
  legalRate: 'published rates',
  'publication.sector': 'one of a list, which administrators extend',
  'searchCriteria.languages': 'codes of languages',
  'savedFilter.list': 'the name of one of the product’s lists',
}
const FREE = new Set([
  'text',
  'longText',
  'markdown',
  'richText',
  'texts',
  'words',
  'email',
  'phone',
  'url',
  'siren',
  'siret',
  'vatNumber',
  'iban',
  'address',
  'rows',
])

const markedPaths = (type: string): readonly string[] => {
  const marking = personalData.get(type)
  return Object.keys({ ...marking?.fields, ...marking?.aside?.fields })
}
const lastName = (path: string): string =>
  path.replaceAll('[]', '').replaceAll('.*', '').split('.').at(-1) ?? ''

describe('a free text of an event', () => {
  const texts = textsOfEvents()
  test('is found in every context', () => {
    expect(texts.size).toBeGreaterThan(200)
    expect(texts.get('BillDrafted')).toContain('content.lines[].description')
    expect(texts.get('TaskAdded')).toContain('facts.title')
  })

  test('is marked personal, or stands on a list with its reason', () => {
    const plain = [...texts].flatMap(([type, paths]) => {
      if (NO_PERSON_IN[type] !== undefined) return []
      const marked = markedPaths(type)
      return paths
        .filter(
          (path) =>
            !marked.some(
              (one) =>
                path === one || (/^[.[]/.test(path.slice(one.length)) && path.startsWith(one)),
            ),
        )
        .filter((path) => !NO_PERSON.some(([, names]) => names.test(lastName(path))))
        .map((path) => `${type} ${path}`)
    })
    expect(plain).toEqual([])
  }, 120_000)

  test('has no reason that nothing needs', () => {
    expect(Object.keys(NO_PERSON_IN).filter((type) => !texts.has(type))).toEqual([])
  })
})

test('a free text of a record is marked personal, or stands on a list with its reason', () => {
  const plain = records.flatMap(({ name, fields, events }) => {
    const marked = markedPaths(events.added).map((path) => path.replace('values.', ''))
    return Object.entries(fields).flatMap(([field, { kind }]) =>
      !FREE.has(kind) ||
      marked.includes(field) ||
      RECORD_FIELDS[name] !== undefined ||
      RECORD_FIELDS[`${name}.${field}`] !== undefined
        ? []
        : [`${name}.${field} (${kind})`],
    )
  })
  expect(plain).toEqual([])
  const there = new Set(
    records.flatMap(({ name, fields }) => [
      name,
      ...Object.keys(fields).map((field) => `${name}.${field}`),
    ]),
  )
  expect(Object.keys(RECORD_FIELDS).filter((name) => !there.has(name))).toEqual([])
})
