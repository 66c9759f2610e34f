import { createHash } from 'node:crypto'
import { addDays, type Day, HOUR_MS, weekday } from '#domain/kernel/time.ts'
import type { Recurrence } from '#domain/planning/recurrence.ts'
import type { EventFacts, Timing } from '#domain/planning/series.ts'
import { type Chapter, type Episode, monthsBefore } from './tale.ts'

const at = (day: Day, time: number, length: number): Timing => ({
  allDay: false,
  day,
  time: time * HOUR_MS,
  length: length * HOUR_MS,
  timeZone: 'Europe/Paris',
})
const weekly = (...weekdays: readonly number[]): Recurrence => ({
  frequency: 'weekly',
  interval: 1,
  weekdays,
  months: [],
  until: '',
})

type Sample = Pick<EventFacts, 'title' | 'timing' | 'color'> & Partial<EventFacts>
const event = ({
  description = '',
  recurrence = null,
  reminder = 0,
  ...facts
}: Sample): EventFacts => ({
  description,
  recurrence,
  reminder,
  ...facts,
})

/**
 * Two weeks of meetings around the last day, weekly ones since the beginning, an anniversary, and
 * an open feed.
 */
export const planningChapter: Chapter = ({ commands, today, first, start, id, meta }) => {
  // No secret has this hash: no caller can read the feed before its owner renews the address.
  const hash = createHash('sha512').update(id('feed')).digest('hex').slice(0, 64)
  const feed: Episode = {
    day: first,
    tell: () => commands.calendarFeeds.open(hash, meta('feed', first)),
  }
  const monday = addDays(today, 1 - weekday(today))
  const samples: Readonly<Record<string, Sample>> = {
    review: {
      title: 'Revue de la semaine',
      timing: at(addDays(first, (12 - weekday(first)) % 7), 9, 0.5),
      recurrence: weekly(5),
      color: 1,
    },
    choir: {
      title: 'Chorale',
      timing: at(addDays(first, (9 - weekday(first)) % 7), 17.5, 1),
      recurrence: weekly(2),
      color: 15,
    },
    committee: {
      title: 'Comité portail',
      description: 'Avancement, décisions, prochaines étapes.',
      timing: at(addDays(first, (11 - weekday(first)) % 7), 9, 1),
      recurrence: { ...weekly(4), interval: 2 },
      reminder: 15,
      color: 2,
    },
    accounts: {
      title: 'Point avec la comptable',
      timing: at(addDays(monthsBefore(today, 2), 18), 11, 0.5),
      recurrence: { ...weekly(), frequency: 'monthlyByDate' },
      reminder: 60,
      color: 10,
    },
    founding: {
      title: 'Anniversaire de l’entreprise',
      timing: { allDay: true, day: start, days: 1 },
      recurrence: { ...weekly(), frequency: 'yearly' },
      color: 9,
    },
    kickoff: { title: 'Point de lancement', timing: at(monday, 9.5, 0.5), color: 5 },
    tests: { title: 'Tests au clavier', description: 'Audit', timing: at(monday, 14, 3), color: 5 },
    reader: {
      title: 'Lecteur d’écran, parcours d’achat',
      timing: at(addDays(monday, 1), 9, 3.5),
      color: 5,
    },
    visit: {
      title: 'Visite du bâtiment B',
      description: 'Quai des Turbines',
      timing: at(addDays(monday, 2), 10, 2),
      color: 10,
    },
    call: {
      title: 'Appel Papier-Ciseau',
      timing: at(addDays(monday, 2), 15, 1),
      reminder: 10,
      color: 1,
    },
    mockups: { title: 'Maquettes, relecture', timing: at(addDays(monday, 3), 17, 1.5), color: 2 },
    handover: {
      title: 'Restitution',
      timing: at(addDays(monday, 4), 11, 1),
      reminder: 10,
      color: 5,
    },
    fair: { title: 'Foire aux livres', timing: at(addDays(monday, 5), 10, 2), color: 15 },
    training: {
      title: 'Formation accessibilité',
      timing: { allDay: true, day: addDays(monday, 8), days: 2 },
      color: 12,
    },
  }
  const events = Object.entries(samples).map(([key, sample]): Episode => {
    const facts = event(sample)
    const day = facts.recurrence === null ? monthsBefore(today, 0) : start
    const clamped = day < first ? start : day > today ? today : day
    return {
      day: clamped,
      tell: () =>
        commands.calendarEvents.add(id(`event ${key}`), facts, meta(`event ${key}`, clamped)),
    }
  })
  return [feed, ...events]
}
