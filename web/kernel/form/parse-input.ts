const MINUS = '\u2212'

/** A number as typed in this language, spaces and either separator accepted; null when it is none. */
export function parseNumber(text: string): number | null {
  const clean = text.replace(/[\s\u00A0\u202F€%']/g, '').replace(MINUS, '-')
  if (clean === '') return null
  const comma = clean.lastIndexOf(',')
  const point = clean.lastIndexOf('.')
  // The last separator is the decimal one; the other, if any, groups thousands.
  const decimal = comma > point ? ',' : '.'
  const plain = clean.replaceAll(decimal === ',' ? '.' : ',', '').replace(decimal, '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

/** A typed day (`3/11/2026`, `03-11-26`, `3.11` of this year, `2026-11-03`) as the wire writes it; null when the calendar has none such. */
export function parseDay(text: string): number | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  const typed = /^(\d{1,2})[\s/.-](\d{1,2})(?:[\s/.-](\d{2}|\d{4}))?$/.exec(text.trim())
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : typed
      ? [Number(typed[3] ?? new Date().getFullYear()), Number(typed[2]), Number(typed[1])]
      : [0, 0, 0]
  const full = year < 100 && year > 0 ? 2000 + year : year
  const at = Date.UTC(full, month - 1, day)
  const made = new Date(at)
  return full > 0 && made.getUTCFullYear() === full && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
    ? at
    : null
}
