/** Words of what a price is paid for. */
export const PER = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  year: 'perYear',
  '': 'once',
} as const
