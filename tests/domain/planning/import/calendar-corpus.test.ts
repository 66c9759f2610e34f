import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readCalendar } from '#domain/planning/import/calendar-file.ts'
import { occurrencesBetween, spanOf } from '#domain/planning/series.ts'

/**
 * Files judged by an independent reader, recurring-ical-events of PyPI. `occurrences.py` told the
 * occurrences of the made ones. `ICS_CORPUS` names a folder of others, `ICS_PYTHON` a Python that
 * has the package.
 */
const MADE = path.resolve(import.meta.dirname, '../../../fixtures/calendars')
const CORPUS = process.env['ICS_CORPUS'] ?? ''
const PYTHON = process.env['ICS_PYTHON'] ?? 'python3'

/**
 * Reasons of the differences, by the file's name in the two packages' test data.
 *
 * @source RFC 5545, RFC 7529
 */
const EXPLAINED: Readonly<Record<string, string>> = {
  issue_1081_invalid_rrule_freq: 'An unknown frequency leaves the first day, with a note.',
  issue_1633_rdate_with_dates: 'A period of dates is no value of RDATE; the file loses it.',
  issue_1633_rdate_with_dates_and_tzid: 'A period of dates is no value of RDATE.',
  issue_165_missing_event: 'Spaces in BYDAY are read; the other reader refuses the rule.',
  rfc_7529: 'Rules of other calendars leave their first day, with a note.',
  event_with_recurrence: 'Times without zone are of the user’s zone; the other takes UTC.',
  issue_464_invalid_rdate: 'A damaged RDATE leaves the first day.',
  bad_rrule_missing_until_event: 'A misspelled part of a rule leaves the first day.',
  end_before_start_event: 'An end before the start is left out; the other swaps both.',
  issue_117_until_before_dtstart: 'The first day counts, also after UNTIL.',
  issue_132_swapped_start_and_end: 'An end before the start is left out.',
  issue_173_only_modifications_error:
    'One changed day stands twice in the file; one of them counts.',
  issue_201_mixed_datetime_and_date: 'A day with an end at an hour stays a day.',
  issue_201_test_matrix: 'A day with an end at an hour stays a day.',
  issue_28_rrule_with_UTC_endinginZ: 'UNTIL is a day for an event of whole days, in its zone.',
  issue_75_range_parameter: 'An added date within a changed range keeps its own hour.',
  multiple_rrule: 'A second rule is told and not taken: RFC 5545 advises one.',
}

/** Occurrences of a file, as the independent reader tells them; null for one that is refused. */
function occurrences(file: string, from: string, to: string): readonly string[] | null {
  const found = readCalendar(readFileSync(file), 'Europe/Paris')
  if (typeof found === 'string') return null
  const told = (allDay: boolean, day: string, start: number) =>
    allDay ? day : `${new Date(start).toISOString().slice(0, 16)}Z`
  return found.events
    .flatMap(({ series, overrides }) =>
      series === null
        ? overrides.flatMap(({ facts }) =>
            facts === null
              ? []
              : [told(facts.timing.allDay, facts.timing.day, spanOf(facts.timing).start)],
          )
        : occurrencesBetween(series, Date.parse(from), Date.parse(to)).map(({ facts, start }) =>
            told(facts.timing.allDay, facts.timing.day, start),
          ),
    )
    .filter((at) => at >= from && at < to)
    .toSorted()
}

const expected = JSON.parse(readFileSync(path.join(MADE, 'occurrences.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
> // as the independent reader wrote it

test('every made file has its expected occurrences', () => {
  const files = readdirSync(MADE).filter((name) => name.endsWith('.ics'))
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted())
})

test.each(Object.keys(expected))(
  '%s has the occurrences that an independent reader finds',
  (name) => {
    const found = occurrences(path.join(MADE, name), '2020-01-01', '2032-01-01')
    expect(found).toEqual(expected[name]?.toSorted())
  },
)

test.skipIf(CORPUS === '')(
  'an independent reader agrees on 98 % of the occurrences of a corpus, and differences are explained',
  { timeout: 300_000 },
  () => {
    const [from, to] = ['1996-01-01', '2030-01-01']
    const files = readdirSync(CORPUS)
      .filter((name) => name.endsWith('.ics'))
      .map((name) => path.join(CORPUS, name))
    const script = path.join(import.meta.dirname, 'occurrences.py')
    const output = execFileSync(PYTHON, [script, from, to, ...files], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const others = JSON.parse(output) as Record<string, [uid: string, start: string][] | null>
    let [same, all] = [0, 0]
    const differences: string[] = []
    for (const [file, theirs] of Object.entries(others)) {
      const own = theirs === null ? null : occurrences(file, from, to)
      // Neither is a witness of a file that it refuses.
      if (theirs === null || own === null) continue
      const left = Map.groupBy(own, (at) => at)
      const missing = theirs.filter(([, at]) => left.get(at)?.pop() === undefined)
      const extra = [...left.values()].flat()
      same += theirs.length - missing.length
      all += theirs.length + extra.length
      if (missing.length + extra.length > 0)
        differences.push(
          [
            path.basename(file),
            `${missing.length} missing`,
            ...missing.slice(0, 3).map(([, at]) => at),
            `${extra.length} more`,
            ...extra.slice(0, 3),
          ].join(' '),
        )
    }
    const unexplained = differences.filter(
      (line) => EXPLAINED[/^(?:\d+-)?(.*)\.ics /.exec(line)?.[1] ?? ''] === undefined,
    )
    expect(unexplained).toEqual([])
    console.info([...differences, `${same} of ${all}`].join('\n'))
    expect(same / all).toBeGreaterThanOrEqual(0.98)
  },
)
