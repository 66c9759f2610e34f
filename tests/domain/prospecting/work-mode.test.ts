import { expect, test } from 'vitest'
import { workModeIn } from '#domain/prospecting/work-mode.ts'

test.each([
  ['Pas de télétravail. (OF63)', 'onSite'],
  ['Télétravail impossible', 'onSite'],
  ['Télétravail : non', 'onSite'],
  ['Le télétravail n’est pas prévu', 'onSite'],
  ['présentiel obligatoire, pas de remote', 'onSite'],
  ['Remote work is not possible', 'onSite'],
  ['Kein Homeoffice', 'onSite'],
  ['Sin teletrabajo', 'onSite'],
  ['Senza smart working', 'onSite'],
  ['Niente smart working', 'onSite'],
  ['Remote: nein', 'onSite'],
  ['Mission sur site à Lyon', 'onSite'],
  ['Télétravail total', 'remotely'],
  ['Pas seulement du télétravail', 'remotely'],
  ['Remote (no travel)', 'remotely'],
  ['pas de bureau : full remote', 'remotely'],
  ['100% remote', 'remotely'],
  ['Homeoffice möglich', 'remotely'],
  ['2 jours de télétravail par semaine', 'hybrid'],
  ['Télétravail partiel', 'hybrid'],
  ['remote 50%', 'hybrid'],
  ['3 days on site, 2 days remote', 'hybrid'],
  ['Hybrides Arbeiten', 'hybrid'],
  ['Développeur à Lyon', ''],
])('%s', (text, mode) => expect(workModeIn(text)).toBe(mode))
